import { globSync, readFileSync } from 'node:fs'
import type { CreateWebpackConfigArgs } from 'gatsby'
import type { Chunk, ChunkGraph, Configuration, Module } from 'webpack'
import { aboveShared, componentChunks, entryChunk, unusedModules } from './internals.ts'

const alias = {
  // The minified build, whose private names are shortened: 2 kB less than its sources.
  mobx$: 'mobx/dist/mobx.esm.production.min.js',
  // `module` names a build for browsers without classes, and `main` one that imports all of MobX.
  'mobx-persist-store$': 'mobx-persist-store/lib/esm2015/index.js',
} as const

type Parts = Pick<CreateWebpackConfigArgs, 'store' | 'loaders'> & {
  /** The name of the application's chunk. */
  readonly application: string
  /** Path prefixes of the pages that need it. */
  readonly onApp: readonly string[]
  /**
   * The error-reporting plugin uploads the source maps and deletes them; the scripts do not refer
   * to them.
   */
  readonly hasSourceMaps: boolean
}

/**
 * Matches the SDK modules that adapters do not use, listed as regular expressions of paths in each
 * adapter's optional `unused-modules.json`. JSON, because Gatsby's compiler of this file cannot
 * follow an adapter's imports.
 */
const unusedSdkModules = (): readonly RegExp[] =>
  globSync('adapters/*/unused-modules.json')
    .flatMap((file) => JSON.parse(readFileSync(file, 'utf8')) as string[])
    .map((pattern) => new RegExp(pattern))

/**
 * Modules that pages share get a chunk of their own from this size on, in bytes before
 * minification.
 */
const LEAST_SHARED = 60_000

/**
 * How the browser's scripts are built. Pages that need the application share the `foundation` chunk
 * with it: Gatsby's own rule would repeat small modules in each page, 5 kB (gzip) on the survey.
 * The other pages bundle the modules they need themselves. There is no cache, here or for the
 * renderer: writing it makes a first build 4 s longer; reading it makes later ones 5 s shorter.
 */
export const browserBuild = ({
  store,
  loaders,
  application,
  onApp,
  hasSourceMaps,
}: Parts): Configuration => {
  const alone = componentChunks(store, (path) => !onApp.some((prefix) => path.startsWith(prefix)))
  return {
    devtool: hasSourceMaps ? 'hidden-source-map' : false,
    cache: false,
    // The classes of two modules on one element set different properties, so order does not matter.
    ignoreWarnings: [/^Conflicting order/m],
    resolve: { alias },
    module: {
      rules: [unusedModules, ...unusedSdkModules()].map((test) => ({ test, use: loaders.null() })),
    },
    optimization: {
      splitChunks: {
        cacheGroups: {
          shared: { name: false, minSize: LEAST_SHARED },
          foundation: {
            name: 'foundation',
            chunks: (chunk: Chunk) => !chunk.canBeInitial() && !alone.has(chunk.name ?? ''),
            test: (module: Module, { chunkGraph }: { readonly chunkGraph: ChunkGraph }) =>
              [...chunkGraph.getModuleChunksIterable(module)].some(
                ({ name }) => name === application,
              ),
            minChunks: 1,
            minSize: 0,
            priority: aboveShared,
          },
        },
      },
    },
  }
}

/**
 * How the server's renderer is built. Its source maps only serve the code frame of an error, so
 * lines are enough.
 */
export const rendererBuild: Configuration = { cache: false, devtool: 'cheap-module-source-map' }

/**
 * Gatsby writes the documents again when the renderer's hash changes. Documents inline the styles,
 * but the renderer knows only the stylesheets' names, so these are part of the hash. `browserStats`
 * is the text of the browser build's statistics.
 */
export const rendererOutput = (browserStats: string): { readonly hashSalt: string } => {
  const { assetsByChunkName } = JSON.parse(browserStats) as {
    assetsByChunkName: Readonly<Record<string, readonly string[]>>
  }
  const assets = assetsByChunkName[entryChunk] ?? []
  return { hashSalt: assets.filter((name) => name.endsWith('.css')).join(' ') }
}
