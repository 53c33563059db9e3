import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { lockFolder } from './folder-lock.ts'
import { authEmulatorService } from './identity/auth-emulator.ts'
import type { Log } from './log.mjs'
import { requireFreePorts } from './ports.ts'
import { buildEnvironment, environmentFor, settingsOf } from './service-environments.ts'
import { startServices } from './service-group.ts'
import type { ServiceFailure, ServiceSpec } from './service.ts'
import { portVariables } from './settings.ts'
import type { PortName, Settings } from './settings.ts'
import { siteConfigOf } from './site-config.ts'
import { buildSite, gatsbyCli, holdSiteForDevelopment, projectRoot } from './site-build.ts'

export type StartOptions = {
  /** Where progress is printed; unset: nowhere. */
  log?: Log
  /** Delete the data of earlier runs. */
  fresh?: boolean
  /** Hot reload of the site, restart of a server whose files changed. */
  dev?: boolean
  /**
   * Aborting it while the product starts stops what was started; startProduct then throws its
   * reason.
   */
  signal?: AbortSignal
}

export type Product = {
  urls: {
    site: string
    adminApi: string
    console?: string
    payments?: string
    authEmulator?: string
  }
  /** Stops every service in order; data is kept. */
  stop: () => Promise<void>
  /**
   * Resolves when a service keeps exiting after restarts; the message names it and quotes its log.
   */
  crashed: Promise<ServiceFailure>
}

const ownEntries = [
  'auth-emulator',
  'console',
  'database',
  'database.lock',
  'database.owner',
  'database.owner.lock',
  'database.sock',
  'logs',
  'payments.json',
]
/** Milliseconds that the services take for pending requests, unless STOP_TIMEOUT_MS says so. */
const siteStopTimeout = 5_000
const adminApiStopTimeout = 20_000
/** Milliseconds after that before the services are killed. */
const afterStopTimeout = 10_000
const marker = '.evenkeel'

const quiet: Log = { line: () => undefined, during: (_, work) => work() }

/** Makes sure the data folder is ours before anything is written or deleted in it. */
const claimDataDir = (dataDir: string) => {
  if (existsSync(dataDir)) {
    const isOurs =
      existsSync(path.join(dataDir, marker)) ||
      readdirSync(dataDir).every((entry) => ownEntries.includes(entry))
    if (!isOurs)
      throw new Error(
        `DATA_DIR is ${dataDir}, which holds other things: choose an empty or a new folder.`,
      )
  }
  mkdirSync(dataDir, { recursive: true })
  writeFileSync(
    path.join(dataDir, marker),
    'Data of a local Evenkeel. `npm start -- --fresh` empties this folder.\n',
  )
}

const lockDataDir = (dataDir: string, log: Log, signal?: AbortSignal) =>
  log.during('Waiting for an earlier run to let go of its data', async () => {
    try {
      return await lockFolder(dataDir, path.join(dataDir, 'run.lock'), {
        stale: 5_000,
        patience: 8_000,
        signal,
      })
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ELOCKED') throw error
      throw new Error(
        `Another run is using ${dataDir}. Stop it, or set DATA_DIR to another folder.`,
        { cause: error },
      )
    }
  })

const answers = (url: string) => async () =>
  (await fetch(url, { signal: AbortSignal.timeout(5_000) })).ok

const environmentOf = (settings: Settings): Record<string, string | undefined> => ({
  NODE_ENV: settings.isLive ? 'production' : (process.env['NODE_ENV'] ?? 'development'),
  DATA_DIR: settings.dataDir,
  SITE_PORT: String(settings.ports.site),
  ADMIN_API_PORT: String(settings.ports.adminApi),
  PAYMENTS_PORT: String(settings.ports.payments),
  CONSOLE_PORT: String(settings.ports.console),
  SITE_URL: settings.siteUrl,
  ADMIN_API_URL: settings.adminApiUrl,
  CORS_ORIGINS: settings.corsOrigins.join(','),
  DATABASE_URL: settings.databaseUrl,
  FIREBASE_PROJECT_ID: settings.firebase.projectId,
  FIREBASE_API_KEY: settings.firebase.apiKey,
  FIREBASE_AUTH_EMULATOR_HOST: settings.firebase.emulatorHost,
  STRIPE_SECRET_KEY: settings.stripe.secretKey,
  STRIPE_PUBLISHABLE_KEY: settings.stripe.publishableKey,
  STRIPE_WEBHOOK_SECRET: settings.stripe.webhookSecret,
  STRIPE_API_BASE: settings.stripe.apiBase,
  // Raised limits: people who try the product, and its tests, enter many cards from one address and
  // export often.
  ...(settings.isLive
    ? {}
    : {
        RATE_LIMIT_SETUP_INTENT_PER_MINUTE: '1000',
        RATE_LIMIT_SETUP_INTENT_PER_HOUR: '1000',
        RATE_LIMIT_EXPORT_PER_HOUR: '1000',
        RATE_LIMIT_PAYMENT_PER_HOUR: '1000',
        RATE_LIMIT_MAILING_PER_HOUR: '1000',
        RATE_LIMIT_MAILING_PER_MAILBOX_AND_DAY: '1000',
      }),
  RECAPTCHA_SECRET: settings.recaptcha?.secret,
  RECAPTCHA_VERIFY_URL: settings.recaptcha?.local
    ? `http://localhost:${settings.ports.console}/recaptcha/api/siteverify`
    : undefined,
  MAIL_PORT: settings.mail?.local ? String(settings.ports.mail) : undefined,
  SMTP_URL: settings.mail?.smtpUrl,
  MAIL_FROM: settings.mail?.from,
  ANALYTICS_API_KEY: settings.analytics?.apiKey,
  ANALYTICS_SERVER_URL: settings.analytics?.serverUrl,
  STAGING_AUTH: settings.stagingAuth,
  SITE_CONFIG: JSON.stringify(siteConfigOf(settings)),
})

const siteService = (settings: Settings, env: ServiceSpec['env'], dev: boolean): ServiceSpec => {
  const shared = { id: 'site', title: 'site', url: settings.siteUrl, cwd: projectRoot }
  const local = `http://127.0.0.1:${settings.ports.site}`
  if (!dev) {
    return {
      ...shared,
      args: ['web/server/main.ts'],
      env,
      isReady: answers(`${local}/health`),
      stopLimit: (settings.stopTimeoutMs ?? siteStopTimeout) + afterStopTimeout,
    }
  }
  mkdirSync(path.join(projectRoot, 'public'), { recursive: true })
  writeFileSync(
    path.join(projectRoot, 'public/config.json'),
    JSON.stringify(siteConfigOf(settings)),
  )
  return {
    ...shared,
    args: [gatsbyCli, 'develop', '--host', '127.0.0.1', '--port', String(settings.ports.site)],
    env: { ...buildEnvironment(), ...env, NODE_ENV: 'development' },
    isReady: answers(`${local}/config.json`),
  }
}

const servicesOf = async (settings: Settings, dev: boolean): Promise<ServiceSpec[][]> => {
  const given = environmentOf(settings)
  const envFor = (service: keyof typeof settingsOf) => environmentFor(service, given)
  const { ports, firebase, stripe, dataDir } = settings
  const first: ServiceSpec[] = []
  if (firebase.emulatorHost) {
    const folder = path.join(dataDir, 'auth-emulator')
    first.push(
      await authEmulatorService({
        port: ports.authEmulator,
        projectId: firebase.projectId,
        folder,
      }),
    )
  }
  if (stripe.apiBase) {
    first.push({
      id: 'payments',
      title: 'payments sandbox',
      url: `http://localhost:${ports.payments}`,
      args: ['sandbox/payments/main.ts'],
      cwd: projectRoot,
      env: envFor('payments'),
      isReady: answers(`http://localhost:${ports.payments}/_sandbox/health`),
      watch: ['sandbox/payments'],
    })
  }
  if (settings.usesConsole) {
    first.push({
      id: 'console',
      title: 'sandbox console',
      url: `http://localhost:${ports.console}`,
      args: ['sandbox/console/main.ts'],
      cwd: projectRoot,
      env: envFor('console'),
      isReady: answers(`http://localhost:${ports.console}/health`),
      watch: ['sandbox/console'],
    })
  }
  const adminApi: ServiceSpec = {
    id: 'admin-api',
    title: 'admin API',
    url: settings.adminApiUrl,
    args: ['admin-api/server.ts'],
    cwd: projectRoot,
    env: envFor('adminApi'),
    isReady: answers(`http://localhost:${ports.adminApi}/health/ready`),
    stopLimit: (settings.stopTimeoutMs ?? adminApiStopTimeout) + afterStopTimeout,
    watch: ['admin-api', 'adapters/telemetry'],
  }
  return [first, [adminApi], [siteService(settings, envFor('site'), dev)]]
}

/**
 * Starts the whole product: builds the site when needed, then starts each service and waits for it.
 * Throws an Error whose message says in plain words what failed; in that case nothing is left
 * running.
 */
export const startProduct = async (
  settings: Settings,
  options: StartOptions = {},
): Promise<Product> => {
  const { log = quiet, fresh = false, dev = false, signal } = options
  const { ports, firebase, stripe, dataDir } = settings
  if (dev && settings.isLive)
    throw new Error('npm run dev does not run with live Stripe keys: use test keys.')
  const needed: PortName[] = ['site', 'adminApi']
  if (settings.usesConsole) needed.push('console')
  if (settings.mail?.local) needed.push('mail')
  if (stripe.apiBase) needed.push('payments')
  if (firebase.emulatorHost) needed.push('authEmulator')
  await requireFreePorts(needed.map((name) => ({ ...portVariables[name], port: ports[name] })))

  claimDataDir(dataDir)
  const releases = [await lockDataDir(dataDir, log, signal)]
  const release = async () => {
    for (const free of releases.splice(0).toReversed()) await free()
  }
  const logDir = path.join(dataDir, 'logs')
  try {
    if (fresh) {
      for (const entry of ownEntries)
        rmSync(path.join(dataDir, entry), { recursive: true, force: true })
    }
    if (dev) releases.push(await holdSiteForDevelopment(log, signal))
    else await buildSite({ logDir, log, signal })
    const group = await startServices(await servicesOf(settings, dev), {
      logDir,
      log,
      signal,
      restartOnChange: dev,
    })
    return {
      urls: {
        site: settings.siteUrl,
        adminApi: settings.adminApiUrl,
        console: settings.usesConsole ? `http://localhost:${ports.console}` : undefined,
        payments: stripe.apiBase && `http://localhost:${ports.payments}`,
        authEmulator: firebase.emulatorHost && `http://${firebase.emulatorHost}`,
      },
      stop: async () => {
        await group.stop()
        await release()
      },
      crashed: group.crashed,
    }
  } catch (error) {
    await release()
    throw error
  }
}
