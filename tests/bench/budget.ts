/**
 * `npm run budget`: compares the size of the built site with its budget, and fails when it is
 * larger. Counts only bytes, so that it takes a second.
 */
import { bars, documentBytes, FLOOR_BYTES, readManifest, scriptBytes } from './weights.ts'

/**
 * Budgets in bytes: the largest document and the home page's inline styles, both with brotli, and
 * the fonts that the home page names. `fontFiles` is a count.
 */
const most = { document: 22_600, styles: 15_700, fonts: 27_000, fontFiles: 2 }

const manifest = readManifest()
const { largest, styles, fonts } = documentBytes(manifest)
const lines: readonly (readonly [what: string, bytes: number, budget: number])[] = [
  ...(Object.keys(bars) as (keyof typeof bars)[]).map(
    (path) =>
      [
        `scripts of ${path}, gzip`,
        scriptBytes(manifest, path),
        Math.floor(FLOOR_BYTES * bars[path]),
      ] as const,
  ),
  [`document of ${largest.route}, brotli`, largest.bytes, most.document],
  ['inline styles, brotli', styles, most.styles],
  [`fonts, ${fonts.count} files`, fonts.bytes, most.fonts],
]
for (const [what, bytes, budget] of lines) {
  console.log(
    `${bytes <= budget ? 'within' : 'OVER  '}  ${what.padEnd(38)} ${String(bytes).padStart(7)} of ${budget} bytes`,
  )
}
if (lines.some(([, bytes, budget]) => bytes > budget) || fonts.count > most.fontFiles) {
  console.error(
    '\nThe site weighs more than its budget (tests/bench/budget.ts, tests/bench/weights.ts).',
  )
  process.exitCode = 1
}
