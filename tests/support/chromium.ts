import { accessSync, constants } from 'node:fs'
import path from 'node:path'
import { chromium } from 'playwright'
import type { Browser } from 'playwright'

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']

const isExecutable = (file: string) => {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/** CHROMIUM_PATH, else a Chromium on PATH; undefined leaves the choice to Playwright. */
export const chromiumPath = (): string | undefined =>
  process.env['CHROMIUM_PATH'] ??
  (process.env['PATH'] ?? '')
    .split(path.delimiter)
    .flatMap((folder) => names.map((name) => path.join(folder, name)))
    .find(isExecutable)

/** Keeps Chromium off the network but for what the page asks for; `--no-sandbox` is what root needs. */
const flags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/** A headless Chromium with a profile of its own, gone once it is closed. */
export const launchChromium = (): Promise<Browser> => {
  const executablePath = chromiumPath()
  return chromium.launch({ args: flags, ...(executablePath && { executablePath }) })
}
