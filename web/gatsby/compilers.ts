import { resolve } from 'node:path'
import type { JsMinifyOptions, TerserCompressOptions } from '@swc/core'
import TerserPlugin from 'terser-webpack-plugin'
import type { Configuration } from 'webpack'
import { frameworkChunk } from './internals.ts'

const folders = ['core', 'adapters', 'web'].map((folder) => resolve(folder) + '/')

/** Gatsby's Babel plugins remove from pages and templates what only the server needs. */
const components = ['web/pages', 'web/templates'].map((folder) => resolve(folder) + '/')

const isOurs = (file: string) =>
  folders.some((folder) => file.startsWith(folder)) &&
  !components.some((folder) => file.startsWith(folder))

/**
 * Compiles the sources with esbuild instead of Babel, which takes several times as long; pages and
 * templates stay with Babel.
 */
export const compileWithEsbuild = (config: Configuration): Configuration => {
  const rules = config.module?.rules?.map((rule) =>
    rule && typeof rule === 'object' && rule.test instanceof RegExp && rule.test.test('.tsx')
      ? { ...rule, exclude: isOurs }
      : rule,
  )
  const ours = {
    test: /\.tsx?$/,
    include: isOurs,
    loader: 'esbuild-loader',
    options: { target: 'es2022', jsx: 'automatic' },
  }
  return { ...config, module: { ...config.module, rules: [...(rules ?? []), ours] } }
}

type Files = { readonly include?: RegExp; readonly exclude?: RegExp }

const minify = (files: Files, compress: TerserCompressOptions) =>
  new TerserPlugin<JsMinifyOptions>({
    ...files,
    minify: TerserPlugin.swcMinify,
    terserOptions: { compress: { passes: 2, ...compress }, mangle: true },
  })

type Minimizers = NonNullable<Configuration['optimization']>['minimizer']

/** Minifies scripts with swc instead of Terser: the same size in a fifth of the time. */
export const minifyWithSwc = (minimizers: Minimizers = []): Minimizers => [
  // Inlining what React uses once makes its text shorter, but 0.9 kB larger when compressed.
  minify({ include: frameworkChunk }, { reduce_vars: false, inline: 0 }),
  minify({ exclude: frameworkChunk }, {}),
  ...minimizers.filter((each) => !(each instanceof TerserPlugin)),
]
