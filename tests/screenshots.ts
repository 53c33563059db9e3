/**
 * `npm run screenshots`: every screen in each of its states, four widths, light and dark, into
 * test-results/screenshots with an index page to look through, and the picture of the README into
 * docs/screenshot.png. SCREENSHOTS_ONLY takes only the scenes whose names begin with its value, and
 * not the README's picture.
 */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Browser, Page } from 'playwright'
import { createLog } from '#sandbox/log.mjs'
import { projectRoot } from '#sandbox/site-build.ts'
import { everyScene } from './journeys/scenes/all.ts'
import { lookAt, views } from './journeys/support/page-checks.ts'
import { runProduct } from './journeys/support/product.ts'
import { Records } from './journeys/support/records.ts'
import { createStage } from './journeys/support/stage.ts'
import { openVisitor } from './journeys/support/visitor.ts'
import { launchChromium } from './support/chromium.ts'
import { findChromium } from './support/install-chromium.ts'
import { screenshotIndex } from './support/screenshot-index.ts'
import type { Shot } from './support/screenshot-index.ts'

const folder = path.join(projectRoot, 'test-results/screenshots')
const only = process.env['SCREENSHOTS_ONLY'] ?? ''

/**
 * Fixes elements whose minimum height follows the screen at their current height, or releases them.
 */
const holdHeights = (page: Page, isHeld: boolean) =>
  page.evaluate((held) => {
    for (const element of document.querySelectorAll<HTMLElement>('body, body *')) {
      const least = Number.parseFloat(getComputedStyle(element).minHeight)
      if (least > window.innerHeight / 2) element.style.minHeight = held ? `${least}px` : ''
    }
  }, isHeld)

/**
 * The whole page on a screen as high as the page, so that what sticks to the bottom edge covers
 * nothing.
 */
const shootWhole = async (page: Page, file: string) => {
  const before = page.viewportSize() ?? { width: 1280, height: 900 }
  const height = await page.evaluate(() => document.documentElement.scrollHeight)
  await holdHeights(page, true)
  await page.setViewportSize({ ...before, height: Math.max(before.height, height) })
  // A frame of another origin paints only once it is in view.
  if (await page.locator('main iframe').count()) await pause(300)
  await page.screenshot({ path: path.join(folder, file), animations: 'disabled' })
  await page.setViewportSize(before)
  await holdHeights(page, false)
}

/** Lets pictures that load late appear; some scenes hold requests back for ever. */
const settle = async (page: Page) => {
  await page.waitForLoadState('networkidle', { timeout: 3000 }).catch(() => {})
}

const inline = (file: string) =>
  `data:image/png;base64,${readFileSync(path.join(folder, file)).toString('base64')}`

/** The home page and four steps on one picture. */
const compose = async (browser: Browser) => {
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } })
  const phones = ['sign-up-survey-single', 'sign-up-money-belief-result', 'plan', 'payment']
  await page.setContent(`<style>body{margin:0;background:#dfe8e6;display:grid;grid-template-rows:auto auto;gap:24px;padding:32px}
    img{border-radius:12px;box-shadow:0 8px 24px #0f2a3322;object-fit:cover;object-position:top;display:block}
    .top{width:1216px;height:640px}div{display:grid;grid-template-columns:repeat(4,1fr);gap:24px}div img{width:100%;height:600px}</style>
    <img class="top" src="${inline('home-1280-light.png')}"><div>${phones.map((name) => `<img src="${inline(`${name}-360-light.png`)}">`).join('')}</div>`)
  await page.screenshot({ path: path.join(projectRoot, 'docs/screenshot.png'), fullPage: true })
}

const log = createLog(process.stdout)
process.env['CHROMIUM_PATH'] = await findChromium(log)
rmSync(folder, { recursive: true, force: true })
mkdirSync(folder, { recursive: true })
const product = await runProduct()
const browser = await launchChromium()
const shots: Shot[] = []
const missed: string[] = []
try {
  const records = new Records(product.urls)
  const stage = createStage(
    (options) => openVisitor(browser, product.urls, records, options),
    product.urls,
    records,
  )
  const scenes = everyScene.filter(({ name }) => name.startsWith(only))
  for (const [index, scene] of scenes.entries()) {
    log.line(`${index + 1} of ${scenes.length}: ${scene.name}`)
    const { name, group, path: route, state } = scene
    try {
      const { page, context } = await stage.open(scene)
      await settle(page)
      for (const view of views) {
        const file = `${name}-${view.width}-${view.scheme}.png`
        await lookAt(page, view)
        await shootWhole(page, file)
        shots.push({ file, scene: name, group, path: route, state, ...view })
      }
      await context.close()
    } catch (error) {
      missed.push(`${name}: ${(error as Error).message.split('\n')[0]}`)
    }
  }
  writeFileSync(path.join(folder, 'index.html'), screenshotIndex('Evenkeel', shots))
  if (only === '') await compose(browser)
} finally {
  await browser.close()
  await product.stop()
}
for (const each of missed) log.line(`Not shown: ${each}`)
log.line(`${shots.length} pictures: ${path.relative(projectRoot, path.join(folder, 'index.html'))}`)
process.exitCode = missed.length > 0 ? 1 : 0
