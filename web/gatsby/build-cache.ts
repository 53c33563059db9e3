import { globSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Compiler } from 'webpack'

/**
 * What decides over a build beside its sources: which packages there are, and what they are told. Gatsby itself deletes the
 * cache when `package.json`, `gatsby-config.ts` or `gatsby-node.ts` changed.
 */
export const buildSettings = ['package-lock.json', 'tsconfig.json', ...globSync('web/gatsby/*.ts')].map((file) => resolve(file))

/**
 * A plugin that has webpack keep its cache until one of the files changes. By itself it reads, each time it stores one, what all
 * loaders are made of and import in turn, some 4,500 files: for two builds a sixth of a cold one.
 */
export const keepCacheWhile = (files: readonly string[]) => (compiler: Compiler) => {
  // Loaders are added while it builds, and right after this it stores what is there.
  compiler.hooks.done.tap('keepCacheWhile', ({ compilation: { buildDependencies } }) => {
    buildDependencies.clear()
    buildDependencies.addAll(files)
  })
}
