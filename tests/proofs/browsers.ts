/**
 * `npm run proof:browsers`: the main journeys in Chromium, Firefox and WebKit against the whole
 * product. Words after `--` choose what runs, by engine or journey: `npm run proof:browsers --
 * webkit`.
 */
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { createLog } from '#sandbox/log.mjs'
import { runProduct } from '#tests/journeys/support/product.ts'
import { Records } from '#tests/journeys/support/records.ts'
import { ensureFonts, ensurePrograms, findChromium } from '#tests/support/install-chromium.ts'
import type { Browser } from './browsers/browser.ts'
import { journeys } from './browsers/journeys.ts'
import { openChromium, openFirefox } from './browsers/puppeteer.ts'
import { openWebKit } from './browsers/webkit.ts'

const log = createLog(process.stderr)
const wanted = process.argv.slice(2).map((word) => word.toLowerCase())

const engines: Readonly<Record<string, () => Promise<() => Promise<Browser>>>> = {
  Chromium: async () => {
    const file = await findChromium(log)
    return () => openChromium(file)
  },
  Firefox: async () => {
    const [file = ''] = ensurePrograms({ 'firefox-esr': 'firefox-esr' }, log)
    return () => openFirefox(file)
  },
  WebKit: async () => {
    const [file = ''] = ensurePrograms({ WebKitWebDriver: 'webkit2gtk-driver', Xvfb: 'xvfb' }, log)
    return () => openWebKit(file)
  },
}

const runs = Object.entries(engines).flatMap(([engine, prepare]) =>
  Object.entries(journeys)
    .map(([journey, walk]) => ({ engine, prepare, walk, name: `${engine}: ${journey}` }))
    .filter(({ name }) => wanted.every((word) => name.toLowerCase().includes(word))),
)
if (runs.length === 0) throw new Error(`No engine or journey is called “${wanted.join(' ')}”.`)

ensureFonts(log)
const product = await runProduct({ siteHost: '127.0.0.1' })
const records = new Records(product.urls)
const screenshots = mkdtempSync(path.join(tmpdir(), 'evenkeel-browsers-'))

/** A driver whose browser has died may never answer. */
const withinLimit = <T>(work: Promise<T>, seconds = 300): Promise<T> =>
  Promise.race([
    work,
    pause(seconds * 1000, undefined, { ref: false }).then(() => {
      throw new Error(`Not finished after ${seconds} s`)
    }),
  ])

/** Why the journey failed, or null. */
const problemOf = async ({
  engine,
  prepare,
  walk,
  name,
}: (typeof runs)[number]): Promise<string | null> => {
  const file = path.join(screenshots, `${name.replaceAll(/\W+/g, '-')}.png`)
  const email = `${engine.toLowerCase()}-${Date.now()}@example.com`
  const before = (await records.errors()).length
  let browser: Browser | undefined
  try {
    const open = await prepare()
    browser = await withinLimit(open())
    await withinLimit(walk({ browser, urls: product.urls, records, email }))
    const reports = (await records.errors()).slice(before)
    return reports.length === 0
      ? null
      : `The page reported errors: ${reports.map(({ summary }) => summary).join('; ')}`
  } catch (error) {
    const at = browser && (await withinLimit(browser.url(), 10).catch(() => 'an unknown address'))
    const isTaken =
      browser &&
      (await withinLimit(browser.takeScreenshot(file), 20).then(
        () => true,
        () => false,
      ))
    return [
      (error as Error).message,
      ...(at ? [`at ${at}`] : []),
      ...(isTaken ? [`screenshot ${file}`] : []),
    ].join('\n    ')
  } finally {
    await browser?.close().catch(() => {})
  }
}

let failed = 0
for (const run of runs) {
  const since = Date.now()
  const problem = await problemOf(run)
  const seconds = Math.round((Date.now() - since) / 1000)
  if (problem !== null) failed += 1
  console.log(
    problem === null
      ? `passed  ${run.name} (${seconds} s)`
      : `FAILED  ${run.name} (${seconds} s)\n    ${problem}`,
  )
}
await product.stop()
console.log(`${runs.length - failed} passed, ${failed} failed`)
process.exit(failed > 0 ? 1 : 0)
