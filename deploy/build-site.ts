/** `npm run build`: builds the site, unless it is built from these sources already. */
import { createLog } from '../sandbox/log.mjs'
import { buildSite } from '../sandbox/site-build.ts'

const log = createLog(process.stdout)
try {
  const isNew = await buildSite({ logDir: 'node_modules/.cache', log })
  log.line(isNew ? 'The site is built.' : 'The site is already built from these sources.')
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
}
