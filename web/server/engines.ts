import { createRequire } from 'node:module'
import path from 'node:path'

// The engine is private to Gatsby: docs/decisions/0006-own-site-server.md.

/**
 * The version of Gatsby whose engine this file was written for; a test compares it at an upgrade.
 */
export const reviewedGatsby = '5.16.1'

/** The parts of a request that a page receives: nothing else can get into its document. */
export type PageRequest = { readonly step: unknown }

type PageAnswer = {
  readonly serverDataStatus?: number
  readonly serverDataHeaders?: Readonly<Record<string, string>>
}

/** The page data that Gatsby's runtime reads; the HTML of a page depends only on it. */
export type PageData = { readonly componentChunkName: string; readonly path: string }

/** The chunk of a page's component. */
export const chunkOf = ({ componentChunkName }: PageData): string => componentChunkName

type Engine = {
  readonly getData: (options: {
    pathName: string
    req: { method: string; url: string; headers: object; query: object }
    getGraphqlEngine: () => Promise<never>
  }) => Promise<PageAnswer>
  readonly renderPageData: (options: { data: PageAnswer }) => Promise<PageData>
  readonly renderHTML: (options: { data: PageAnswer; pageData: PageData }) => Promise<string>
}

/** One requested page: its data, and a function that renders its HTML. */
export type PreparedPage = {
  readonly status: number
  /** The headers that the page itself sets. */
  readonly headers: Readonly<Record<string, string>>
  readonly pageData: PageData
  readonly renderHtml: () => Promise<string>
}

export type PreparePage = (pagePath: string, request: PageRequest) => Promise<PreparedPage>

/**
 * Hides the query from the engine, which would write it into the document; a page can still read
 * it.
 */
const hideFromEngine = (query: PageRequest): object => Object.create(query) as object

const getGraphqlEngine = () =>
  Promise.reject(new Error('A page that is rendered on request cannot have a GraphQL query.'))

/** Gatsby's render engine, in this process. `folder` is the one that its build names. */
export const loadEngine = (root: string, folder: string): PreparePage => {
  const require = createRequire(path.join(root, 'package.json'))
  const { getData, renderPageData, renderHTML } = require(path.join(root, folder)) as Engine
  return async (pagePath, request) => {
    const req = { method: 'GET', url: pagePath, headers: {}, query: hideFromEngine(request) }
    const data = await getData({ pathName: pagePath, req, getGraphqlEngine })
    const pageData = await renderPageData({ data })
    return {
      status: data.serverDataStatus ?? 200,
      headers: data.serverDataHeaders ?? {},
      pageData,
      renderHtml: () => renderHTML({ data, pageData }),
    }
  }
}
