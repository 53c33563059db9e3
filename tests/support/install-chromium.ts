import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { chromium } from 'playwright'
import type { Log } from '#sandbox/log.mjs'
import { chromiumPath } from './chromium.ts'

const playwrightCli = path.join(path.dirname(createRequire(import.meta.url).resolve('playwright/package.json')), 'cli.js')

const attempt = (program: string, args: string[]) => {
  const { status, stdout, stderr } = spawnSync(program, args, {
    encoding: 'utf8',
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  })
  return { isDone: status === 0, output: `${stdout ?? ''}${stderr ?? ''}`.trim().split('\n').slice(-15).join('\n') }
}

const present = () => chromiumPath() ?? (existsSync(chromium.executablePath()) ? chromium.executablePath() : undefined)

/**
 * The path of a Chromium: CHROMIUM_PATH, else one on PATH, else the distribution's (installed when we are root on Debian
 * or Ubuntu), else Playwright's own. Throws with what the installers said when none can be had.
 */
export const findChromium = async (log: Log): Promise<string> => {
  const found = present()
  if (found) return found

  const complaints: string[] = []
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    log.line('Installing Chromium with apt-get; this can take some minutes.')
    attempt('apt-get', ['update', '-q'])
    const { isDone, output } = attempt('apt-get', ['install', '-y', '-q', '--no-install-recommends', 'chromium'])
    if (!isDone) complaints.push(`apt-get install chromium: ${output}`)
    const installed = present()
    if (installed) return installed
  }
  log.line("Installing Playwright's Chromium; this can take some minutes.")
  const { output } = attempt(process.execPath, [playwrightCli, 'install', 'chromium'])
  complaints.push(`playwright install chromium: ${output}`)
  const installed = present()
  if (installed) return installed
  throw new Error(`No Chromium found, and none could be installed. Set CHROMIUM_PATH to one.\n${complaints.join('\n')}`)
}
