/**
 * `npm run site:pictures`: draws the icons and the picture of a shared link into `static`, from the
 * brand mark and the home page's own illustration. Run it when one of them changes.
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Browser } from 'playwright'
import { createLog } from '#sandbox/log.mjs'
import { projectRoot } from '#sandbox/site-build.ts'
import { brandMarkFile } from '#web/illustrations/brand-mark-file.ts'
import { kitColours } from '#web/content/press.ts'
import { site } from '#web/site.ts'
import { runProduct } from './journeys/support/product.ts'
import { launchChromium } from './support/chromium.ts'
import { findChromium } from './support/install-chromium.ts'

const folder = path.join(projectRoot, 'static')
const colour = (name: string): string =>
  kitColours.find((each) => each.name === name)?.light ?? 'none'
const mark = brandMarkFile({ ink: colour('Ink'), tide: colour('Tide'), buoy: colour('Buoy') })

/** The mark on the page's colour; `share` is how much of the square it takes. */
const icon = async (browser: Browser, size: number, share: number, ground: string) => {
  const page = await browser.newPage({ viewport: { width: size, height: size } })
  const inner = Math.round(size * share)
  await page.setContent(
    `<style>body{margin:0;height:100vh;display:grid;place-items:center;background:${ground}}svg{width:${inner}px;height:${inner}px}</style>${mark}`,
  )
  const picture = await page.screenshot({ omitBackground: true })
  await page.close()
  return picture
}

/** An .ico that holds one PNG: a directory of one entry, then the picture. */
const icoOf = (png: Buffer, size: number) => {
  const header = Buffer.alloc(22)
  header.writeUInt16LE(1, 2)
  header.writeUInt16LE(1, 4)
  header.writeUInt8(size, 6)
  header.writeUInt8(size, 7)
  header.writeUInt16LE(1, 10)
  header.writeUInt16LE(32, 12)
  header.writeUInt32LE(png.length, 14)
  header.writeUInt32LE(header.length, 18)
  return Buffer.concat([header, png])
}

/** The home page's headline next to its illustration, 1200 by 630 pixels. */
const sharedPicture = async (browser: Browser, address: string) => {
  const page = await browser.newPage({
    viewport: { width: 1200, height: 630 },
    colorScheme: 'light',
    reducedMotion: 'reduce',
  })
  await page.goto(address)
  await page.evaluate(async (name) => {
    const promise = document.querySelector('main h1')?.textContent ?? ''
    const sea = document.querySelector('main svg[role=img]')
    const brand = document.querySelector('header svg')
    if (!sea || !brand) throw new Error('The home page has no picture to share.')
    const frame = document.createElement('div')
    frame.style.cssText =
      'position:fixed;inset:0;z-index:9;display:grid;grid-template-columns:1fr 1fr;gap:56px;align-items:center;padding:0 64px;background:var(--foam)'
    const words = document.createElement('div')
    const heading = document.createElement('p')
    heading.textContent = promise
    heading.style.cssText =
      'margin:40px 0 0;font:400 68px/1.03 var(--display);letter-spacing:-0.015em;text-wrap:balance'
    const line = document.createElement('p')
    line.style.cssText =
      'display:flex;gap:16px;align-items:center;margin:0;font:400 40px/1 var(--display)'
    brand.setAttribute('width', '56')
    brand.setAttribute('height', '56')
    line.append(brand, name)
    words.append(line, heading)
    const picture = document.createElement('div')
    picture.style.cssText = 'overflow:hidden;border-radius:28px'
    picture.append(sea)
    frame.append(words, picture)
    document.body.append(frame)
    await document.fonts.ready
  }, site.name)
  const picture = await page.screenshot({ animations: 'disabled' })
  await page.close()
  return picture
}

const log = createLog(process.stdout)
process.env['CHROMIUM_PATH'] = await findChromium(log)
mkdirSync(folder, { recursive: true })
const product = await runProduct()
const browser = await launchChromium()
try {
  const files: Record<string, Buffer> = {
    // On a disc of the page's colour, because a tab can be dark.
    'favicon.ico': icoOf(
      await icon(
        browser,
        32,
        1,
        `radial-gradient(closest-side, ${colour('Foam')} 97%, transparent)`,
      ),
      32,
    ),
    'apple-touch-icon.png': await icon(browser, 180, 0.72, colour('Foam')),
    'icon-192.png': await icon(browser, 192, 0.94, 'transparent'),
    'icon-512.png': await icon(browser, 512, 0.94, 'transparent'),
    'icon-maskable-512.png': await icon(browser, 512, 0.6, colour('Foam')),
    'og.png': await sharedPicture(browser, product.urls.site),
  }
  for (const [name, content] of Object.entries(files)) {
    writeFileSync(path.join(folder, name), content)
    log.line(`static/${name}, ${Math.round(content.length / 102.4) / 10} kB`)
  }
} finally {
  await browser.close()
  await product.stop()
}
