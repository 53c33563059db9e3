import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { chromium } from 'playwright'
import type { Log } from '#sandbox/log.mjs'
import { chromiumPath, findProgram } from './chromium.ts'

const playwrightCli = path.join(
  path.dirname(createRequire(import.meta.url).resolve('playwright/package.json')),
  'cli.js',
)

const attempt = (program: string, args: string[]) => {
  const { status, stdout, stderr } = spawnSync(program, args, {
    encoding: 'utf8',
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  })
  return {
    isDone: status === 0,
    output: `${stdout ?? ''}${stderr ?? ''}`.trim().split('\n').slice(-15).join('\n'),
  }
}

const canUseApt = () => process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')

const installPackages = (...packages: readonly string[]) => {
  attempt('apt-get', ['update', '-q'])
  return attempt('apt-get', ['install', '-y', '-q', '--no-install-recommends', ...packages])
}

const present = () =>
  chromiumPath() ?? (existsSync(chromium.executablePath()) ? chromium.executablePath() : undefined)

/**
 * The path of a Chromium: CHROMIUM_PATH, else one on PATH, else the distribution's (installed when
 * we are root on Debian or Ubuntu), else Playwright's own. Throws with the installers' output when
 * none can be installed.
 */
export const findChromium = async (log: Log): Promise<string> => {
  const found = present()
  if (found) return found

  const complaints: string[] = []
  if (canUseApt()) {
    log.line('Installing Chromium with apt-get; this can take some minutes.')
    const { isDone, output } = installPackages('chromium')
    if (!isDone) complaints.push(`apt-get install chromium: ${output}`)
    const installed = present()
    if (installed) return installed
  }
  log.line("Installing Playwright's Chromium; this can take some minutes.")
  const { output } = attempt(process.execPath, [playwrightCli, 'install', 'chromium'])
  complaints.push(`playwright install chromium: ${output}`)
  const installed = present()
  if (installed) return installed
  throw new Error(
    `No Chromium found, and none could be installed. Set CHROMIUM_PATH to one.\n${complaints.join('\n')}`,
  )
}

/**
 * The paths of these programs, each named with the Debian package that has it, which is installed
 * when we are root on Debian or Ubuntu. Throws with what is missing and what the installer said.
 */
export const ensurePrograms = (
  packages: Readonly<Record<string, string>>,
  log: Log,
): readonly string[] => {
  const missing = Object.keys(packages).filter((program) => !findProgram(program))
  const wanted = missing.flatMap((program) => packages[program] ?? [])
  let said = ''
  if (missing.length > 0 && canUseApt()) {
    log.line(`Installing ${wanted.join(' and ')} with apt-get; this can take some minutes.`)
    said = `\napt-get install ${wanted.join(' ')}: ${installPackages(...wanted).output}`
  }
  return Object.keys(packages).map((program) => {
    const file = findProgram(program)
    if (!file)
      throw new Error(
        `${program} was not found. On Debian: apt-get install ${wanted.join(' ')}${said}`,
      )
    return file
  })
}

/** Where Linux distributions keep the Liberation fonts. */
const liberationFolders = [
  '/usr/share/fonts/truetype/liberation',
  '/usr/share/fonts/truetype/liberation2',
  '/usr/share/fonts/liberation',
  '/usr/share/fonts/liberation-fonts',
  '/usr/share/fonts/liberation-sans',
]

/**
 * Makes sure that Linux has one of the system fonts that the site's fallback fonts name, because
 * the tests expect layout shifts of 0.00 with them: installs the Liberation fonts when we are root
 * on Debian or Ubuntu, else says what is missing.
 */
export const ensureFonts = (log: Log): void => {
  if (process.platform !== 'linux' || liberationFolders.some((folder) => existsSync(folder))) return
  if (!canUseApt())
    return log.line(
      'The Liberation fonts are not installed: the layout shifts that the journeys allow may be exceeded.',
    )
  log.line('Installing the Liberation fonts with apt-get.')
  const { isDone, output } = installPackages('fonts-liberation')
  if (!isDone)
    throw new Error(
      `The Liberation fonts could not be installed.\napt-get install fonts-liberation: ${output}`,
    )
}
