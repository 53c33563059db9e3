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
    ;[bundle, browser] = await Promise.all([servePageBundle('tests/support/pages/local-storage.ts'), launchChromium()])
    page = await browser.newPage()
  }, 30_000)

  afterAll(async () => {
    await browser.close()
    await bundle.close()
  })

  const openAt = async (path: string) => {
    await page.goto(bundle.url + path)
    await page.waitForFunction(() => 'port' in window)
    return remotePort<StoragePort>(page, ['read', 'write', 'remove'])
  }

  describeStoragePort('local storage', async () => {
    await openAt('/')
    await page.evaluate(() => localStorage.clear())
    return { open: () => openAt('/'), openForbidden: () => openAt('/sandboxed') }
  })
})
