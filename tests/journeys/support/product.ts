import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createLog } from '#sandbox/log.mjs'
import { findFreePorts } from '#sandbox/ports.ts'
import { startProduct } from '#sandbox/product.ts'
import { readSettings } from '#sandbox/settings.ts'

export type ProductUrls = {
  readonly site: string
  readonly adminApi: string
  readonly console: string
  readonly authEmulator: string
}

export type RunningProduct = { readonly urls: ProductUrls; readonly stop: () => Promise<void> }

/**
 * A product that is already running, named by JOURNEYS_SITE_URL and the like, so that a test can be
 * repeated quickly.
 */
const attached = (): ProductUrls | null => {
  const {
    JOURNEYS_SITE_URL: site,
    JOURNEYS_ADMIN_API_URL: adminApi,
    JOURNEYS_CONSOLE_URL: console,
    JOURNEYS_AUTH_EMULATOR_URL: authEmulator,
  } = process.env
  return site && adminApi && console && authEmulator
    ? { site, adminApi, console, authEmulator }
    : null
}

/**
 * The whole product on ports and data of its own, as `npm start` runs it, unless the environment
 * names one that is already running. With the site at 127.0.0.1 the payments sandbox is another
 * site, as Stripe is: its card fields have a process of their own.
 */
export const runProduct = async ({
  siteHost = 'localhost',
}: { readonly siteHost?: 'localhost' | '127.0.0.1' } = {}): Promise<RunningProduct> => {
  const urls = attached()
  if (urls) return { urls, stop: () => Promise.resolve() }
  const dataDir = mkdtempSync(path.join(tmpdir(), 'evenkeel-journeys-'))
  const [site, adminApi, payments, console, mail, authEmulator] = await findFreePorts(6)
  const settings = readSettings({
    DATA_DIR: dataDir,
    SITE_PORT: String(site),
    SITE_URL: `http://${siteHost}:${site}`,
    ADMIN_API_PORT: String(adminApi),
    PAYMENTS_PORT: String(payments),
    CONSOLE_PORT: String(console),
    MAIL_PORT: String(mail),
    AUTH_EMULATOR_PORT: String(authEmulator),
  })
  const product = await startProduct(settings, { log: createLog(process.stderr) })
  const started = product.urls
  if (!started.authEmulator || !started.console)
    throw new Error('The journeys need the local identity service and the sandbox console.')
  return {
    urls: { ...started, authEmulator: started.authEmulator, console: started.console },
    stop: async () => {
      await product.stop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
