import { textContent } from './content.ts'
import type { Content, Text } from './content.ts'
import { createStyleTrimmer } from './critical-styles.ts'
import { addPreloads, dropChunkMapping, etagOf, inlineSourcesOf, makeAddressable, searchOf } from './documents.ts'
import type { Preloads } from './documents.ts'
import type { Engines, PageData, PreparedPage } from './engines.ts'
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

type Asked = Parameters<Engines['prepare']>[1]

/** A document as it is without a query. */
type Document = { readonly content: Content; readonly addressed: ReturnType<typeof makeAddressable> }

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
 * known to the server.
 */
export const createPageRenderer = ({ engines, preloadsOf, classesOf, documentHeaders, capacity = 200 }: RenderParts) => {
  const kept = new Map<string, Promise<Rendered>>()
  const documents = new Map<string, Promise<Document>>()
  const trimStyles = createStyleTrimmer()

  const contentOf = (document: Pick<Text, 'bytes' | 'etag' | 'isKept'>, inline: InlineSources, { headers }: PreparedPage): Content =>
    textContent({ ...document, type: 'text/html; charset=utf-8' }, { ...headers, ...documentHeaders(inline) })

  const renderDocument = async (pagePath: string, page: PreparedPage, isKept: boolean): Promise<Document> => {
    const html = trimStyles(await page.renderHtml(), classesOf(pagePath, page.pageData))
    const text = addPreloads(dropChunkMapping(html), preloadsOf(pagePath, page.pageData, isKept))
    const inline = inlineSourcesOf(text)
    const content = contentOf({ bytes: Buffer.from(text), etag: etagOf(text), isKept: true }, inline, page)
    return { content, addressed: makeAddressable({ text, inline }, pagePath) }
  }

  const documentOf = (pagePath: string, page: PreparedPage): Promise<Document> => {
    const key = JSON.stringify([pagePath, page.headers, page.pageData])
    const known = documents.get(key)
    documents.delete(key)
    const document =
      known ??
      renderDocument(pagePath, page, false).catch((error: unknown) => {
        documents.delete(key)
        throw error
      })
    documents.set(key, document)
    const [oldest] = documents.keys()
    if (documents.size > capacity && oldest !== undefined) documents.delete(oldest)
    return document
  }

  const render = async ({ path, isKept }: EngineRoute, request: Asked): Promise<Rendered> => {
    const { pagePath, isData } = pageOf(path)
    const page = await engines.prepare(pagePath, request)
    const { status } = page
    const search = isKept ? '' : searchOf(request.query)
    if (isData) {
      const text = JSON.stringify({ ...page.pageData, path: pagePath + search })
      return { status, content: textContent({ etag: etagOf(text), type: 'application/json; charset=utf-8', bytes: Buffer.from(text) }, page.headers) }
    }
    const { content, addressed } = isKept ? await renderDocument(pagePath, page, true) : await documentOf(pagePath, page)
    if (search === '' || addressed === null) return { status, content }
    const { bytes, inline } = addressed(search)
    return { status, content: contentOf({ bytes, etag: etagOf(content.etag + search) }, inline, page) }
  }

  return (route: EngineRoute, request: Asked): Promise<Rendered> => {
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
