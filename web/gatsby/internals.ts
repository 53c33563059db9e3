import type { CreateWebpackConfigArgs } from 'gatsby'

// Undocumented names of Gatsby's build: docs/decisions/0006-own-site-server.md.

/**
 * The id of the inline script that holds a page's data, the only one whose text differs by request.
 */
export const pageDataScriptId = 'gatsby-script-loader'

/**
 * Code added to the page-data script. The runtime compares the page's path with the browser's,
 * query included, but the document is the same for every query, so the browser adds its own.
 */
export const addQueryToPageData = 'if(window.pageData)pageData.path=pagePath+=location.search'

const dataFolder = '/page-data/'

/** Whether the runtime fetches data there. */
export const isDataPath = (path: string): boolean => path.startsWith(dataFolder)

/** Where the runtime fetches a page's data. */
export const pageDataPath = (pagePath: string): string =>
  `${dataFolder}${pagePath === '/' ? 'index' : pagePath.slice(1)}/page-data.json`

/** Where the runtime fetches what all pages share. */
export const appDataPath = `${dataFolder}app-data.json`

/** The function that renders pages on request, among those handed to an adapter. */
export const renderFunctionId = 'ssr-engine'

/** In `public`: the assets of each chunk. */
export const buildStatsFile = 'webpack.stats.json'

/** In `public`: files used only by the build. */
export const buildFiles =
  /\.map$|^\/(?:webpack\.stats|chunk-map)\.json$|^\/(?:_gatsby\/slices|~partytown)\//

/** The entry chunk of every page. */
export const entryChunk = 'app'

/** A priority above Gatsby's rule for modules that two pages share, below its other rules. */
export const aboveShared = 15

/** The chunk of React and its renderer. */
export const frameworkChunk = /^framework-/

/** Gatsby's own modules that no page uses: the registration of a service worker, and Partytown. */
export const unusedModules =
  /\/register-service-worker\.js$|\/internal-plugins\/partytown\/gatsby-browser\.js$/

type Pages = ReadonlyMap<string, { readonly path: string; readonly componentChunkName: string }>

/** The component chunks of the pages whose path matches. */
export const componentChunks = (
  store: CreateWebpackConfigArgs['store'],
  matches: (path: string) => boolean,
): ReadonlySet<string> => {
  const { pages } = store.getState() as { readonly pages: Pages }
  const matching = [...pages.values()].filter(({ path }) => matches(path))
  return new Set(matching.map(({ componentChunkName }) => componentChunkName))
}
