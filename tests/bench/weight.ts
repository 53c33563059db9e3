/**
 * `npm run bench:weight`: the bytes that a first visit loads before the page is interactive,
 * compared with floor G.
 */
import { createLog } from '#sandbox/log.mjs'
import { buildSite, projectRoot } from '#sandbox/site-build.ts'
import { buildFloor } from './floors/floors.ts'
import { report } from './report.ts'
import { atMost } from './statistics.ts'
import {
  bars,
  documentBytes,
  FLOOR_BYTES,
  floorBytes,
  readManifest,
  scriptBytes,
} from './weights.ts'

await buildSite({ logDir: `${projectRoot}/.bench/logs`, log: createLog(process.stderr) })
const floor = floorBytes(await buildFloor())
const manifest = readManifest()
const { largest, styles, fonts } = documentBytes(manifest)
report({
  id: 'weight',
  title: 'Bytes: `npm run bench:weight`',
  words:
    'Scripts that a first visit loads before the page is interactive, gzip at its hardest; card fields, identity, analytics and error reports come later and are not counted. ' +
    '`npm run budget` holds every build in `npm test` to the same bars.',
  tables: [
    {
      head: ['scripts', 'bytes', 'of G', 'bar', ''],
      rows: [
        ['G', String(floor), '', '', ''],
        ...(Object.keys(bars) as (keyof typeof bars)[]).map((path) => {
          const bytes = scriptBytes(manifest, path)
          return [path, String(bytes), ...atMost(bytes / floor, bars[path])]
        }),
      ],
    },
    {
      head: ['else', 'bytes'],
      rows: [
        [`largest static document (${largest.route}), brotli`, String(largest.bytes)],
        ['inline styles of the home page, brotli', String(styles)],
        [`fonts, ${fonts.count} files`, String(fonts.bytes)],
      ],
    },
  ],
})
if (Math.abs(floor - FLOOR_BYTES) > FLOOR_BYTES * 0.005) {
  console.error(
    `FLOOR_BYTES in tests/bench/weights.ts is ${FLOOR_BYTES}, but the floor weighs ${floor}: set it again.`,
  )
  process.exitCode = 1
}
