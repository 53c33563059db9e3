/**
 * `npm run screenshots`: every screen of the sign-up, 360 and 1280 wide, light and dark, into test-results/screenshots with
 * an index page, and the picture of the README into docs/screenshot.png.
 */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Browser } from 'playwright'
import { createLog } from '#sandbox/log.mjs'
import { projectRoot } from '#sandbox/site-build.ts'
import { runProduct } from './journeys/support/product.ts'
import { Records } from './journeys/support/records.ts'
import { openVisitor } from './journeys/support/visitor.ts'
import type { Visitor } from './journeys/support/visitor.ts'
import { launchChromium } from './support/chromium.ts'
import { findChromium } from './support/install-chromium.ts'

const folder = path.join(projectRoot, 'test-results/screenshots')
const widths = [360, 1280] as const
const schemes = ['light', 'dark'] as const

type Shoot = (name: string) => Promise<void>

const walk = async (ada: Visitor, records: Records, shoot: Shoot) => {
  await ada.open('/')
  await shoot('01-home')
  await ada.open('/sign-up/survey?step=1')
  await shoot('02-survey-picture')
  await ada.answerSurvey(async (number) => {
    if (number === 5) await shoot('03-survey-question')
  })
  await shoot('04-survey-result')
  await ada.press('On to money beliefs')
  await ada.at('/sign-up/money-belief')
  await shoot('05-money-belief')
  await ada.answerBeliefs()
  await ada.at('/sign-up/money-belief-result')
  await shoot('06-money-belief-result')
  await ada.press('See the plans')
  await ada.at('/sign-up/choose-subscription-plan')
  await ada.page.getByRole('button', { name: 'Choose Annual' }).waitFor()
  await shoot('07-choose-subscription-plan')
  await ada.press('Choose Annual')
  await ada.at('/sign-up/create-account')
  await shoot('08-create-account')
  await ada.press('Create account')
  await shoot('09-create-account-errors')
  await ada.createAccount()
  await ada.at('/sign-up/verify-email')
  await shoot('10-verify-email')
  await records.confirmEmail(ada.email)
  await ada.at('/sign-up/payment')
  await ada.fillCard('4000 0000 0000 0002')
  await ada.press('Start 14 free days')
  await ada.page.getByText('Your card was declined.').waitFor()
  await shoot('11-payment-declined')
  await ada.fillCard()
  await shoot('12-payment')
  await ada.press('Start 14 free days')
  await ada.at('/sign-up/personal-details')
  await shoot('13-personal-details')
  await ada.fillDetails()
  await ada.press('Continue')
  await ada.at('/sign-up/download-app')
  await shoot('14-download-app')
  await ada.open('/sign-in')
  await shoot('15-sign-in')
  await ada.open('/account-recovery')
  await shoot('16-account-recovery')
  await ada.open('/no-such-page')
  await shoot('17-not-found')
}

/** The whole page on a screen as high as the page, so that what sticks to the bottom edge covers nothing. */
const shootWhole = async ({ page }: Visitor, file: string) => {
  const before = page.viewportSize() ?? { width: 1280, height: 900 }
  const height = await page.evaluate(async () => {
    await document.fonts.ready
    return document.documentElement.scrollHeight
  })
  await page.setViewportSize({ ...before, height: Math.max(before.height, height) })
  await page.screenshot({ path: file, animations: 'disabled' })
  await page.setViewportSize(before)
}

const index = (files: readonly string[]) => `<!doctype html><html lang="en"><meta charset="utf-8"><title>Evenkeel, every screen</title>
<style>body{font-family:system-ui;margin:2rem;display:grid;grid-template-columns:repeat(auto-fill,minmax(20rem,1fr));gap:2rem}
figure{margin:0}img{width:100%;border:1px solid #ccc}</style>
${files.map((file) => `<figure><img src="${file}" alt="" loading="lazy"><figcaption>${file}</figcaption></figure>`).join('\n')}</html>`

const inline = (file: string) => `data:image/png;base64,${readFileSync(path.join(folder, file)).toString('base64')}`

/** The home page and four steps on one picture. */
const compose = async (browser: Browser) => {
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } })
  const phones = ['03-survey-question', '06-money-belief-result', '07-choose-subscription-plan', '12-payment']
  await page.setContent(`<style>body{margin:0;background:#dfe8e6;display:grid;grid-template-rows:auto auto;gap:24px;padding:32px}
    img{border-radius:12px;box-shadow:0 8px 24px #0f2a3322;object-fit:cover;object-position:top;display:block}
    .top{width:1216px;height:640px}div{display:grid;grid-template-columns:repeat(4,1fr);gap:24px}div img{width:100%;height:600px}</style>
    <img class="top" src="${inline('01-home-1280-light.png')}"><div>${phones.map((name) => `<img src="${inline(`${name}-360-light.png`)}">`).join('')}</div>`)
  await page.screenshot({ path: path.join(projectRoot, 'docs/screenshot.png'), fullPage: true })
}

const log = createLog(process.stdout)
process.env['CHROMIUM_PATH'] = await findChromium(log)
rmSync(folder, { recursive: true, force: true })
mkdirSync(folder, { recursive: true })
const product = await runProduct()
const browser = await launchChromium()
const files: string[] = []
try {
  const records = new Records(product.urls)
  for (const width of widths) {
    for (const scheme of schemes) {
      log.line(`${width} wide, ${scheme}`)
      const ada = await openVisitor(browser, product.urls, records, { width })
      await ada.page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' })
      await walk(ada, records, async (name) => {
        const file = `${name}-${width}-${scheme}.png`
        await shootWhole(ada, path.join(folder, file))
        files.push(file)
      })
      await ada.context.close()
    }
  }
  writeFileSync(path.join(folder, 'index.html'), index(files))
  await compose(browser)
} finally {
  await browser.close()
  await product.stop()
}
log.line(`${files.length} pictures: ${path.relative(projectRoot, path.join(folder, 'index.html'))}`)
