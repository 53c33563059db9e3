/**
 * `npm run site:fonts`: cuts the site's two fonts down to the letters, weights and features that it
 * uses, into `web/styles/fonts`. Run it when a font package or one of those changes.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import subsetFont from 'subset-font'
import { projectRoot } from '#sandbox/site-build.ts'

const { resolve } = createRequire(import.meta.url)
const ascii = Array.from({ length: 95 }, (_, index) => String.fromCharCode(32 + index)).join('')

/** Everything else, such as an accent in an email address, is shown in a fallback font. */
export const letters = `${ascii}\u00a0’‘“”–—−…→£€·×©`

export const fontFolder = path.join(projectRoot, 'web/styles/fonts')

const fonts = {
  'figtree.woff2': {
    source: '@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2',
    variationAxes: { wght: { min: 400, max: 700 } },
    keepFeatures: ['kern', 'liga', 'calt', 'ccmp', 'mark', 'tnum'],
  },
  'instrument-serif.woff2': {
    source: '@fontsource/instrument-serif/files/instrument-serif-latin-400-normal.woff2',
    keepFeatures: ['kern', 'liga', 'calt', 'ccmp'],
  },
} as const

/** The bytes of each file, by its name. */
export const cutFonts = async (): Promise<ReadonlyMap<string, Buffer>> =>
  new Map(
    await Promise.all(
      Object.entries(fonts).map(async ([name, { source, keepFeatures, ...options }]) => {
        const font = await subsetFont(readFileSync(resolve(source)), letters, {
          ...options,
          keepFeatures: [...keepFeatures],
          targetFormat: 'woff2',
        })
        return [name, font] as const
      }),
    ),
  )

if (import.meta.main) {
  mkdirSync(fontFolder, { recursive: true })
  for (const [name, font] of await cutFonts()) {
    writeFileSync(path.join(fontFolder, name), font)
    console.log(`${name}: ${font.length} bytes`)
  }
}
