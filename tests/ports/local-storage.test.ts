import type { Browser, Page } from 'playwright'
import { afterAll, beforeAll, describe } from 'vitest'
import type { StoragePort } from '#core/ports/storage.ts'
import { launchChromium } from '#tests/support/chromium.ts'
import { servePageBundle } from '#tests/support/page-bundle.ts'
import type { PageBundle } from '#tests/support/page-bundle.ts'
import { remotePort } from '#tests/support/remote-port.ts'
import { describeStoragePort } from './storage-port.ts'

describe('in Chromium', () => {
  let bundle: PageBundle
  let browser: Browser
  let page: Page

  beforeAll(async () => {
    ;[bundle, browser] = await Promise.all([
      servePageBundle('tests/support/pages/local-storage.ts'),
      launchChromium(),
    ])
    page = await (await browser.newContext()).newPage()
  }, 30_000)

  afterAll(async () => {
    await browser.close()
    await bundle.close()
  })

  const openIn = async (tab: Page, path: string) => {
    await tab.goto(bundle.url + path)
    await tab.waitForFunction(() => 'port' in window)
    return remotePort<StoragePort>(tab, ['read', 'write', 'remove'])
  }
  const openAt = (path: string) => openIn(page, path)

  describeStoragePort('local storage', async () => {
    await openAt('/')
    await page.evaluate(() => localStorage.clear())
    return {
      open: () => openAt('/'),
      openTab: async () => openIn(await page.context().newPage(), '/'),
      watch: async () => {
        await page.evaluate(() => window.startWatching())
        return {
          heard: () => page.evaluate(() => window.heard),
          stop: () => page.evaluate(() => window.stopWatching()),
        }
      },
      writeWhileLeaving: async (key, value) => {
        await page.evaluate(([name, text]) => window.writeOnLeaving(name, text), [
          key,
          value,
        ] as const)
        await page.goto('about:blank')
      },
      openForbidden: () => openAt('/sandboxed'),
    }
  })
})
