import { accessSync, constants, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
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

/** The first program on PATH that has one of these names. */
export const findProgram = (...programs: readonly string[]): string | undefined =>
  (process.env['PATH'] ?? '')
    .split(path.delimiter)
    .flatMap((folder) => programs.map((name) => path.resolve(folder, name)))
    .find(isExecutable)

/** CHROMIUM_PATH, else a Chromium on PATH; undefined leaves the choice to Playwright. */
export const chromiumPath = (): string | undefined =>
  process.env['CHROMIUM_PATH'] ?? findProgram(...names)

/** Keeps Chromium off the network except for the page's requests; root needs `--no-sandbox`. */
export const chromiumFlags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/** A configuration of fontconfig with only this folder. */
const fontconfigOf = (fontFolder: string): string => {
  const folder = mkdtempSync(path.join(tmpdir(), 'evenkeel-fonts-'))
  const file = path.join(folder, 'fonts.conf')
  writeFileSync(
    file,
    `<fontconfig><dir>${fontFolder}</dir><cachedir>${path.join(folder, 'cache')}</cachedir></fontconfig>`,
  )
  return file
}

/**
 * A headless Chromium with its own profile, which is deleted when it closes. With `fontFolder` it
 * finds only the fonts in that folder (on Linux, where fontconfig chooses them). Playwright turns
 * the back-forward cache off; `hasBackForwardCache` leaves it on.
 */
export const launchChromium = ({
  fontFolder,
  hasBackForwardCache = false,
}: {
  readonly fontFolder?: string
  readonly hasBackForwardCache?: boolean
} = {}): Promise<Browser> => {
  const executablePath = chromiumPath()
  return chromium.launch({
    args: chromiumFlags,
    ...(hasBackForwardCache && { ignoreDefaultArgs: ['--disable-back-forward-cache'] }),
    ...(executablePath && { executablePath }),
    ...(fontFolder && { env: { ...process.env, FONTCONFIG_FILE: fontconfigOf(fontFolder) } }),
  })
}
