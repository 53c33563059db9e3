import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { Builder, By, Key } from 'selenium-webdriver'
import type { WebElement } from 'selenium-webdriver'
import { findFreePorts } from '#sandbox/ports.ts'
import { size } from './browser.ts'
import type { Browser, Target } from './browser.ts'
import { until } from './until.ts'

/** A virtual display, because WebKitGTK has no headless mode. */
const openDisplay = async (): Promise<{
  readonly display: string
  readonly server: ChildProcess
}> => {
  const args = [
    '-displayfd',
    '1',
    '-screen',
    '0',
    `${size.width}x${size.height + 100}x24`,
    '-nolisten',
    'tcp',
  ]
  const server = spawn('Xvfb', args, { stdio: ['ignore', 'pipe', 'ignore'] })
  const [number] = (await once(server.stdout, 'data')) as [Buffer]
  return { display: `:${String(number).trim()}`, server }
}

/** WebKitGTK's MiniBrowser, driven through WebDriver. */
export const openWebKit = async (driverPath: string): Promise<Browser> => {
  const { display, server } = await openDisplay()
  const [port] = await findFreePorts(1)
  const url = `http://127.0.0.1:${port}`
  const service = spawn(driverPath, [`--port=${port}`, '--host=127.0.0.1'], {
    stdio: 'ignore',
    env: { ...process.env, DISPLAY: display },
  })
  const stop = () => [service, server].forEach((child) => child.kill())
  process.once('exit', stop)
  await until('WebKitWebDriver to answer', async () => (await fetch(`${url}/status`)).ok)
  // Without any proxy, because MiniBrowser crashes in one start of eight with a list of exceptions.
  const proxy = { proxyType: 'direct' }
  const driver = await new Builder()
    .usingServer(url)
    .withCapabilities({ browserName: 'MiniBrowser', proxy })
    .build()
  await driver
    .manage()
    .window()
    .setRect({ ...size, x: 0, y: 0 })

  const targetOf = (element: WebElement): Target => ({
    ask: (question) => driver.executeScript(question, element),
    click: () => element.click(),
    type: async (text) => {
      await element.sendKeys(Key.chord(Key.CONTROL, 'a'))
      await element.sendKeys(text)
    },
  })
  return {
    open: (address) => driver.get(address),
    url: () => driver.getCurrentUrl(),
    ask: async (question, ...args) => {
      await driver.switchTo().defaultContent()
      return driver.executeScript(question, ...args)
    },
    all: async (xpath, frame) => {
      await driver.switchTo().defaultContent()
      if (frame !== undefined)
        await driver.switchTo().frame(await driver.findElement(By.css(`iframe[title="${frame}"]`)))
      return (await driver.findElements(By.xpath(xpath))).map(targetOf)
    },
    takeScreenshot: async (file) => writeFile(file, await driver.takeScreenshot(), 'base64'),
    close: async () => {
      await Promise.race([driver.quit(), pause(10_000, undefined, { ref: false })]).finally(stop)
    },
  }
}
