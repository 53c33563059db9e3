import { textContent } from './content.ts'
import type { Content } from './content.ts'
import { createStyleTrimmer } from './critical-styles.ts'
import { addPreloads, dropChunkMapping, etagOf, knownSourcesOf, writePageData } from './documents.ts'
import type { Preloads } from './documents.ts'
import type { Engines, PageData, PageRequest, PreparedPage } from './engines.ts'
import type { EngineRoute, InlineSources } from './site-manifest.ts'

export type RenderParts = {
  readonly engines: Engines
  readonly preloadsOf: (pagePath: string, pageData: PageData, isKept: boolean) => Preloads
  /** The classes of what a page's own scripts may show; null where the whole style sheet comes beside them. */
  readonly classesOf: (pagePath: string, pageData: PageData) => readonly string[] | null
  readonly documentHeaders: (inline: InlineSources) => Readonly<Record<string, string>>
  /** How many documents are kept of pages whose data may change from one request to the next. */
  readonly capacity?: number
}

export type Rendered = { readonly status: number; readonly content: Content }

const dataPath = /^\/page-data\/(.+)\/page-data\.json$/

/** The page whose data or document the path names. */
const pageOf = (path: string): { readonly pagePath: string; readonly isData: boolean } => {
  const named = dataPath.exec(path)?.[1]
  if (named === undefined) return { pagePath: path, isData: false }
  return { pagePath: named === 'index' ? '/' : `/${named}`, isData: true }
}

/**
 * Answers the routes of the engines. What is kept for the build is rendered once. All else asks the page for its data at
 * every request, and renders anew what differs: the HTML of a page follows from its data alone, as no visitor is
 * known to the server, and of an address only the step that it names.
 */
export const createPageRenderer = ({ engines, preloadsOf, classesOf, documentHeaders, capacity = 200 }: RenderParts) => {
  const kept = new Map<string, Promise<Rendered>>()
  const documents = new Map<string, Promise<Content>>()
  const trimStyles = createStyleTrimmer()

  const renderDocument = async ({ path, isKept, scripts = [] }: EngineRoute, page: PreparedPage): Promise<Content> => {
    const html = dropChunkMapping(trimStyles(await page.renderHtml(), classesOf(path, page.pageData)))
    const { text, script } = writePageData(addPreloads(html, preloadsOf(path, page.pageData, isKept)), path, isKept ? null : page.pageData)
    const headers = { ...page.headers, ...documentHeaders(knownSourcesOf(text, [...scripts, script])) }
    return textContent({ bytes: Buffer.from(text), etag: etagOf(text), type: 'text/html; charset=utf-8', isKept: true }, headers)
  }

  const documentOf = (route: EngineRoute, page: PreparedPage): Promise<Content> => {
    const key = JSON.stringify([route.path, page.headers, page.pageData])
    const known = documents.get(key)
    documents.delete(key)
    const document =
      known ??
      renderDocument(route, page).catch((error: unknown) => {
        documents.delete(key)
        throw error
      })
    documents.set(key, document)
    const [oldest] = documents.keys()
    if (documents.size > capacity && oldest !== undefined) documents.delete(oldest)
    return document
  }

  const render = async (route: EngineRoute, request: PageRequest): Promise<Rendered> => {
    const { pagePath, isData } = pageOf(route.path)
    const page = await engines.prepare(pagePath, request)
    const { status } = page
    if (isData) {
      const text = JSON.stringify(page.pageData)
      return { status, content: textContent({ etag: etagOf(text), type: 'application/json; charset=utf-8', bytes: Buffer.from(text) }, page.headers) }
    }
    return { status, content: await (route.isKept ? renderDocument(route, page) : documentOf(route, page)) }
  }

  return (route: EngineRoute, request: PageRequest): Promise<Rendered> => {
    if (!route.isKept) return render(route, request)
    const known = kept.get(route.path)
    if (known) return known
    const rendered = render(route, request).catch((error: unknown) => {
      kept.delete(route.path)
      throw error
    })
    kept.set(route.path, rendered)
    return rendered
  }
}
