/**
 * `npm run proof:static-mode`: builds the site with the flag `staticMode` off and asks the running
 * product for its general pages. It leaves that build in `public`; the next start makes the usual
 * one again.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createLog } from '#sandbox/log.mjs'
import { findFreePorts } from '#sandbox/ports.ts'
import { startProduct } from '#sandbox/product.ts'
import { readSettings } from '#sandbox/settings.ts'

if (process.env['FEATURE_STATIC_MODE'] !== 'false')
  throw new Error('Run it as npm run proof:static-mode.')

const general = [
  '/',
  '/how-it-works',
  '/company',
  '/press',
  '/careers',
  '/termsofuse',
  '/privacy-policy',
  '/security',
]

const dataDir = mkdtempSync(path.join(tmpdir(), 'evenkeel-static-mode-'))
const [site, adminApi, payments, console_, mail, authEmulator] = (await findFreePorts(6)).map(
  String,
)
const product = await startProduct(
  readSettings({
    DATA_DIR: dataDir,
    SITE_PORT: site,
    ADMIN_API_PORT: adminApi,
    PAYMENTS_PORT: payments,
    CONSOLE_PORT: console_,
    MAIL_PORT: mail,
    AUTH_EMULATOR_PORT: authEmulator,
  }),
  { log: createLog(process.stderr) },
)

const problemOf = async (page: string): Promise<string | null> => {
  const answer = await fetch(product.urls.site + page)
  const text = await answer.text()
  if (answer.status !== 200) return `answers ${answer.status}`
  if (!/<main[^>]*>[^]*<h1/.test(text)) return 'has no heading in its HTML'
  return text.includes('"serverData"') ? null : 'is not rendered for the request'
}

const problems = await Promise.all(
  general.map(async (page) => [page, await problemOf(page)] as const),
)
for (const [page, problem] of problems)
  console.log(`${problem === null ? 'rendered per request' : `PROBLEM: ${problem}`}  ${page}`)
await product.stop()
rmSync(dataDir, { recursive: true, force: true })
process.exit(problems.some(([, problem]) => problem !== null) ? 1 : 0)
