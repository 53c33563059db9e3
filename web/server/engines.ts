import { createRequire } from 'node:module'
import path from 'node:path'

/** All that a page is told of a request: what it is not told can not get into its document. */
export type PageRequest = { readonly step: unknown }

type PageAnswer = { readonly serverDataStatus?: number; readonly serverDataHeaders?: Readonly<Record<string, string>> }

/** The page data that Gatsby's runtime reads; all that the HTML of a page is made of. */
export type PageData = { readonly componentChunkName: string; readonly path: string }

type PageModule = {
  getData: (options: {
    pathName: string
    req: { method: string; url: string; headers: object; query: object }
    getGraphqlEngine: () => Promise<unknown>
  }) => Promise<PageAnswer>
  renderPageData: (options: { data: PageAnswer }) => Promise<PageData>
  renderHTML: (options: { data: PageAnswer; pageData: PageData }) => Promise<string>
}

type QueryModule = { GraphQLEngine: new (options: { dbPath: string }) => { readonly ready: Promise<unknown> } }

/** One page, asked for: its data at once, its HTML when wanted. */
export type PreparedPage = {
  readonly status: number
  /** What the page itself says of its answer. */
  readonly headers: Readonly<Record<string, string>>
  readonly pageData: PageData
  readonly renderHtml: () => Promise<string>
}

/** The engines that render pages on request. */
export type Engines = { readonly prepare: (pagePath: string, request: PageRequest) => Promise<PreparedPage> }

/** Lets the page read the query but not the engines, which would write it into the document. */
const hideFromEngines = (query: PageRequest): object => Object.create(query) as object

/** Gatsby's own engines, in this process. The one for queries, and its data store, load with the first page that has a query. */
export const loadEngines = (root: string): Engines => {
  const require = createRequire(path.join(root, 'package.json'))
  const { getData, renderPageData, renderHTML } = require(path.join(root, '.cache/page-ssr')) as PageModule
  let queries: Promise<unknown> | null = null
  const startQueries = async () => {
    const { GraphQLEngine } = require(path.join(root, '.cache/query-engine')) as QueryModule
    const engine = new GraphQLEngine({ dbPath: path.join(root, '.cache/data/datastore') })
    await engine.ready
    return engine
  }
  const getGraphqlEngine = () => {
    queries ??= startQueries()
    return queries
  }
  return {
    prepare: async (pagePath, request) => {
      const req = { method: 'GET', url: pagePath, headers: {}, query: hideFromEngines(request) }
      const data = await getData({ pathName: pagePath, req, getGraphqlEngine })
      const pageData = await renderPageData({ data })
      return {
        status: data.serverDataStatus ?? 200,
        headers: data.serverDataHeaders ?? {},
        pageData,
        renderHtml: () => renderHTML({ data, pageData }),
      }
    },
  }
}
