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

  beforeAll(async () => {
    ;[bundle, browser] = await Promise.all([
      servePageBundle('tests/support/pages/storage.ts'),
      launchChromium(),
    ])
  })

  afterAll(async () => {
    await browser.close()
    await bundle.close()
  })

  const openIn = async (tab: Page, path: string) => {
    await tab.goto(bundle.url + path)
    await tab.waitForFunction(() => 'port' in window)
    return remotePort<StoragePort>(tab, ['read', 'write', 'remove'])
  }

  describeStoragePort('the product’s storage', async () => {
    const visitor = await browser.newContext()
    const page = await visitor.newPage()
    return {
      open: () => openIn(page, '/'),
      openTab: async () => openIn(await visitor.newPage(), '/'),
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
      openForbidden: () => openIn(page, '/sandboxed'),
    }
  })
})
