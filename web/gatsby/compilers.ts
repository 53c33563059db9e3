import { resolve } from 'node:path'
import type { JsMinifyOptions, TerserCompressOptions } from '@swc/core'
import TerserPlugin from 'terser-webpack-plugin'
import type { Configuration } from 'webpack'

const folders = ['core', 'adapters', 'web'].map((folder) => resolve(folder) + '/')

/**
 * Has esbuild compile the sources, in place of Babel, which takes several times as long. Left to Babel are `components`,
 * the files of pages and templates, for Gatsby takes what only the server needs out of them with it.
 */
export const compileWithEsbuild = (config: Configuration, components: ReadonlySet<string>): Configuration => {
  const isOurs = (file: string) => folders.some((folder) => file.startsWith(folder)) && !components.has(file)
  const rules = config.module?.rules?.map((rule) =>
    rule && typeof rule === 'object' && rule.test instanceof RegExp && rule.test.test('.tsx') ? { ...rule, exclude: isOurs } : rule)
  const ours = { test: /\.tsx?$/, include: isOurs, loader: 'esbuild-loader', options: { target: 'es2022', jsx: 'automatic' } }
  return { ...config, module: { ...config.module, rules: [...(rules ?? []), ours] } }
}

const framework = /^framework-/

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
  minify({ include: framework }, { reduce_vars: false, inline: 0 }),
  minify({ exclude: framework }, {}),
  ...minimizers.filter((each) => !(each instanceof TerserPlugin)),
]
