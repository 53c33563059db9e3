import { launch } from 'puppeteer-core'
import type { ElementHandle, LaunchOptions } from 'puppeteer-core'
import { chromiumFlags } from '#tests/support/chromium.ts'
import { NO_PROXY_HERE, size } from './browser.ts'
import type { Browser, Target } from './browser.ts'

/** Chromium through its DevTools protocol, Firefox through WebDriver BiDi. */
const openWith = async (options: LaunchOptions): Promise<Browser> => {
  const browser = await launch({ ...options, defaultViewport: size })
  const page = await browser.newPage()
  const targetOf = (element: ElementHandle): Target => ({
    ask: (question) => element.evaluate(question as never),
    click: () => element.click(),
    type: async (text) => {
      await page.keyboard.down('Control')
      await page.keyboard.press('a')
      await page.keyboard.up('Control')
      await page.keyboard.type(text)
    },
  })
  return {
    open: async (url) => void (await page.goto(url)),
    url: async () => page.url(),
    ask: (question, ...args) =>
      page.evaluate(question as (...given: readonly string[]) => never, ...args),
    all: async (xpath, frame) => {
      const place =
        frame === undefined
          ? page
          : await (await page.$(`iframe[title="${frame}"]`))?.contentFrame()
      return ((await place?.$$(`::-p-xpath(${xpath})`)) ?? []).map((element) =>
        targetOf(element as ElementHandle),
      )
    },
    takeScreenshot: async (file) => void (await page.screenshot({ path: file as `${string}.png` })),
    close: () => browser.close(),
  }
}

export const openChromium = (executablePath: string) =>
  openWith({
    browser: 'chrome',
    executablePath,
    args: [...chromiumFlags, `--proxy-server=${NO_PROXY_HERE}`],
  })

export const openFirefox = (executablePath: string) => {
  const [host, port] = NO_PROXY_HERE.split(':')
  const proxy = {
    'network.proxy.type': 1,
    'network.proxy.http': host,
    'network.proxy.ssl': host,
    'network.proxy.http_port': Number(port),
    'network.proxy.ssl_port': Number(port),
  }
  return openWith({ browser: 'firefox', executablePath, extraPrefsFirefox: proxy })
}
