import { resolve } from 'node:path'
import type { CreateWebpackConfigArgs } from 'gatsby'
import type { Chunk, ChunkGraph, Configuration, Module } from 'webpack'

/**
 * Those that Gatsby builds for by itself. Named, they let it leave classes and spread syntax as they are, which all of
 * them know.
 */
export const browsers = ['>0.25% and supports es6-module', 'not dead and supports es6-module']

const alias = {
  // As its makers minify it: 2 kB less than from its sources.
  mobx$: 'mobx/dist/mobx.esm.production.min.js',
  // Its `module` build is for browsers that know no classes; the one for newer ones is no module, and holds on to all of MobX.
  'mobx-persist-store$': 'mobx-persist-store/lib/esm2015/index.js',
  // Gatsby's components and Stripe's still describe their properties with it; React reads none of that any more.
  'prop-types$': resolve('web/gatsby/no-prop-types.cjs'),
  // Gatsby's own way to load other makers' scripts, which it gives every page and this site uses nowhere.
  'gatsby-script$': false,
  '@builder.io/partytown/integration$': false,
} as const

type Parts = Pick<CreateWebpackConfigArgs, 'store' | 'loaders'> & {
  /** What the application's own chunk is called. */
  readonly application: string
  /** Beginnings of the paths of pages that wait for it. */
  readonly onApp: readonly string[]
  /** Whether source maps are made: the error-reporting plugin uploads and then deletes them, and no script names its own. */
  readonly hasSourceMaps: boolean
}

/**
 * What this site uses nowhere: Gatsby's registration of a service worker and its start of scripts in a worker of their own, on
 * every page; and all that the analytics SDK would collect by itself, which is off: two fifths of its size.
 */
const unused =
  /\/register-service-worker\.js$|\/internal-plugins\/partytown\/gatsby-browser\.js$|\/node_modules\/@amplitude\/plugin-[^/]+\//

/** What pages share among themselves comes as a file of its own from this size on, in bytes before it is minified. */
const LEAST_SHARED = 60_000

/**
 * How the browser's scripts are built. The application is one chunk, on which the pages that
 * wait for it are built: Gatsby's own rule would repeat in each what is small. The other pages come alive without it and
 * keep to themselves what they need of it. Pages repeat what they share in small pieces: browsers ask for six files at a
 * time, and each file more waits a turn.
 */
export const browserBuild = ({ store, loaders, application, onApp, hasSourceMaps }: Parts): Configuration => {
  const { pages } = store.getState() as { pages: Map<string, { path: string; componentChunkName: string }> }
  const alone = new Set(
    [...pages.values()]
      .filter(({ path }) => !onApp.some((beginning) => path.startsWith(beginning)))
      .map(({ componentChunkName }) => componentChunkName),
  )
  return {
    devtool: hasSourceMaps ? 'hidden-source-map' : false,
    // Modules that were built without maps have none in the cache.
    ...(hasSourceMaps && { cache: false }),
    resolve: { alias },
    module: { rules: [{ test: unused, use: loaders.null() }] },
    optimization: {
      splitChunks: {
        cacheGroups: {
          shared: { name: false, minSize: LEAST_SHARED },
          foundation: {
            name: 'foundation',
            chunks: (chunk: Chunk) => !chunk.canBeInitial() && !alone.has(chunk.name ?? ''),
            test: (module: Module, { chunkGraph }: { readonly chunkGraph: ChunkGraph }) =>
              [...chunkGraph.getModuleChunksIterable(module)].some(({ name }) => name === application),
            minChunks: 1,
            minSize: 0,
            // Above Gatsby's rule for what two components share, below those for frameworks and styles.
            priority: 15,
          },
        },
      },
    },
  }
}

/** Every page carries the names of all chunks, and each module's exports are functions. */
export const browserOutput = { hashDigestLength: 10, environment: { arrowFunction: true } }

/**
 * The application, and what checks a form: rendering never asks for them. The server's renderer is built without, which takes
 * a tenth off a cold build.
 */
export const inBrowsersAlone = ['app/browser-root.ts', 'screens/forms/form-resolvers.ts', 'screens/details/details-resolver.ts'].map((file) =>
  resolve('web', file))

/** How the server's renderer is built. Its source maps are for the code frame of an error, and know lines alone. */
export const rendererBuild = ({ loaders }: Pick<Parts, 'loaders'>): Configuration => ({
  devtool: 'cheap-module-source-map',
  module: { rules: [{ include: inBrowsersAlone, use: loaders.null() }] },
})

/**
 * Gatsby writes the documents anew once the renderer has another hash. They hold the styles, of which the renderer knows the
 * names alone, so that the hash is made of these as well. `browserStats` is the text of `webpack.stats.json`: the browser's build
 * is done by then.
 */
export const rendererOutput = (browserStats: string): { readonly hashSalt: string } => {
  const { assetsByChunkName } = JSON.parse(browserStats) as { assetsByChunkName: { app: readonly string[] } }
  return { hashSalt: assetsByChunkName.app.filter((name) => name.endsWith('.css')).join(' ') }
}
