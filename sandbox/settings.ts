import path from 'node:path'
import { uploadPath } from './analytics-upload.ts'

export type PortName = 'site' | 'adminApi' | 'payments' | 'console' | 'mail' | 'authEmulator'

/** The settings of a run, read from the environment by readSettings. */
export type Settings = {
  /** An absolute path. The folder of everything that a run stores. */
  dataDir: string
  ports: Record<PortName, number>
  siteUrl: string
  adminApiUrl: string
  corsOrigins: string[]
  /** Unset: the admin API's embedded database under dataDir. */
  databaseUrl?: string
  /**
   * With `emulatorHost` (host:port), identity is served by the Auth emulator that the run starts.
   */
  firebase: { projectId: string; apiKey: string; authDomain: string; emulatorHost?: string }
  /** With `apiBase`, payments go to the sandbox that the run starts. */
  stripe: { secretKey: string; publishableKey: string; webhookSecret: string; apiBase?: string }
  /** Whether the payments sandbox offers its test wallet. */
  hasTestWallet: boolean
  /** For reCAPTCHA v3; with `local` the sandbox console replaces it. Unset: no challenge. */
  recaptcha?: { siteKey: string; secret: string; local: boolean }
  /**
   * For the admin API's notices; with `local` the sandbox console receives them. Unset: no mail.
   */
  mail?: { smtpUrl: string; from: string; local: boolean }
  /** Whether the Stripe keys move real money. Then no local service is used. */
  isLive: boolean
  /**
   * Whether the sandbox console runs: with real keys for identity and payments no service is
   * replaced by a local one.
   */
  usesConsole: boolean
  /** STOP_TIMEOUT_MS; unset to keep the default of each service. */
  stopTimeoutMs?: number
  /** Unset only without a console: then there is no analytics, or no error reporting. */
  analytics?: { apiKey: string; serverUrl: string }
  sentryDsn?: string
  stagingAuth?: string
}

/** Its message has one line per wrong setting. */
class WrongSettings extends Error {
  constructor(problems: string[]) {
    super(problems.join('\n'))
    this.name = 'WrongSettings'
  }
}

export const portVariables: Record<
  PortName,
  { variable: string; title: string; fallback: number }
> = {
  site: { variable: 'SITE_PORT', title: 'site', fallback: 8000 },
  adminApi: { variable: 'ADMIN_API_PORT', title: 'admin API', fallback: 8001 },
  payments: { variable: 'PAYMENTS_PORT', title: 'payments sandbox', fallback: 8002 },
  console: { variable: 'CONSOLE_PORT', title: 'sandbox console', fallback: 8003 },
  mail: { variable: 'MAIL_PORT', title: 'mail server', fallback: 8004 },
  authEmulator: { variable: 'AUTH_EMULATOR_PORT', title: 'Auth emulator', fallback: 9099 },
}

type Environment = Record<string, string | undefined>

const sampleSender = 'Evenkeel <hello@evenkeel.example>'

const isUrl = (text: string, protocols: string[]) =>
  URL.canParse(text) && protocols.includes(new URL(text).protocol)
const isOrigin = (text: string) => isUrl(text, ['http:', 'https:']) && new URL(text).origin === text

/**
 * The requirements of a live Stripe key that are not met. The admin API and the site's server would
 * refuse to start.
 */
const liveProblems = ({
  siteUrl,
  adminApiUrl,
  databaseUrl,
  firebase,
  stripe,
}: Settings): string[] => [
  ...(/^[sr]k_live_/.test(stripe.secretKey) && stripe.publishableKey.startsWith('pk_live_')
    ? []
    : ['STRIPE_SECRET_KEY and STRIPE_PUBLISHABLE_KEY must both be live keys, or both test keys.']),
  ...(siteUrl.startsWith('https:')
    ? []
    : ['SITE_URL must be an https address with a live Stripe key.']),
  ...(adminApiUrl.startsWith('https:')
    ? []
    : ['ADMIN_API_URL must be an https address with a live Stripe key.']),
  ...(databaseUrl ? [] : ['DATABASE_URL must be set with a live Stripe key.']),
  ...(firebase.emulatorHost
    ? ['FIREBASE_PROJECT_ID must be a real project with a live Stripe key.']
    : []),
]

/**
 * Reads and checks the settings. Empty values count as unset; a relative DATA_DIR is relative to
 * `root`. Throws WrongSettings, which names every wrong setting.
 */
export const readSettings = (environment: Environment, root = process.cwd()): Settings => {
  const problems: string[] = []
  const read = (name: string) => environment[name]?.trim() || undefined
  const checked = (name: string, isRight: (value: string) => boolean, expected: string) => {
    const value = read(name)
    if (value !== undefined && !isRight(value))
      problems.push(`${name} is "${value}", but must be ${expected}.`)
    return value
  }
  // A secret must never be repeated on a screen or in a log.
  const secret = (name: string, pattern: RegExp, expected: string) => {
    const value = read(name)
    if (value !== undefined && !pattern.test(value)) problems.push(`${name} must be ${expected}.`)
    return value
  }

  const readPort = (name: PortName) => {
    const { variable, fallback } = portVariables[name]
    const value = checked(
      variable,
      (text) => /^\d+$/.test(text) && Number(text) > 0 && Number(text) < 65_536,
      'a port, 1 to 65535',
    )
    return value === undefined ? fallback : Number(value)
  }
  const ports = {
    site: readPort('site'),
    adminApi: readPort('adminApi'),
    payments: readPort('payments'),
    console: readPort('console'),
    mail: readPort('mail'),
    authEmulator: readPort('authEmulator'),
  }
  const names = Object.keys(ports) as PortName[]
  for (const [index, name] of names.entries()) {
    const same = names.slice(0, index).find((other) => ports[other] === ports[name])
    if (same) {
      problems.push(
        `${portVariables[name].variable} and ${portVariables[same].variable} are both ${ports[name]}, but must differ.`,
      )
    }
  }

  const origin = 'an origin such as http://localhost:8000, with no path or slash at its end'
  const siteUrl = checked('SITE_URL', isOrigin, origin) ?? `http://localhost:${ports.site}`
  const adminApiUrl =
    checked('ADMIN_API_URL', isOrigin, origin) ?? `http://localhost:${ports.adminApi}`
  const corsOrigins = checked(
    'CORS_ORIGINS',
    (text) => text.split(',').every((part) => isOrigin(part.trim())),
    `a comma list, each ${origin}`,
  )
  const databaseUrl = secret('DATABASE_URL', /^postgres(ql)?:\/\/\S+$/, 'a postgres:// URL')

  const isLive = [read('STRIPE_SECRET_KEY'), read('STRIPE_PUBLISHABLE_KEY')].some(
    (key) => key !== undefined && /^[srp]k_live_/.test(key),
  )

  const [firebase, stripe] = [readFirebase(), readStripe()]
  const usesConsole = !isLive && Boolean(firebase.emulatorHost ?? stripe.apiBase)
  const stopTimeout = checked(
    'STOP_TIMEOUT_MS',
    (text) => /^\d+$/.test(text) && Number(text) >= 100 && Number(text) <= 600_000,
    'a whole number from 100 to 600000',
  )

  const settings: Settings = {
    dataDir: path.resolve(root, read('DATA_DIR') ?? '.sandbox'),
    ports,
    siteUrl,
    adminApiUrl,
    corsOrigins: corsOrigins?.split(',').map((part) => part.trim()) ?? [siteUrl],
    databaseUrl,
    firebase,
    stripe,
    hasTestWallet:
      checked('SANDBOX_WALLET', (text) => text === 'true' || text === 'false', 'true or false') ===
      'true',
    isLive,
    usesConsole,
    stopTimeoutMs: stopTimeout === undefined ? undefined : Number(stopTimeout),
    recaptcha: readRecaptcha(),
    mail: readMail(),
    analytics: readAnalytics(),
    sentryDsn:
      checked(
        'SENTRY_DSN',
        (text) => isUrl(text, ['http:', 'https:']) && new URL(text).username !== '',
        'a DSN, https://key@host/project',
      ) ?? (usesConsole ? `http://sandbox@localhost:${ports.console}/1` : undefined),
    stagingAuth: read('STAGING_AUTH'),
  }
  if (isLive) problems.push(...liveProblems(settings))
  if (problems.length > 0) throw new WrongSettings(problems)
  return settings

  function readFirebase(): Settings['firebase'] {
    const projectId =
      checked(
        'FIREBASE_PROJECT_ID',
        (text) => /^[a-z][a-z0-9-]{4,28}[a-z0-9]$/.test(text),
        'a Firebase project id',
      ) ?? 'demo-evenkeel'
    const apiKey = read('FIREBASE_API_KEY')
    const authDomain = checked(
      'FIREBASE_AUTH_DOMAIN',
      (text) => /^[a-z0-9.-]+(:\d+)?$/i.test(text),
      'a host name without https://',
    )
    const emulatorHost = read('FIREBASE_AUTH_EMULATOR_HOST')
    if (projectId.startsWith('demo-')) {
      const ours = [`127.0.0.1:${ports.authEmulator}`, `localhost:${ports.authEmulator}`]
      if (emulatorHost && !ours.includes(emulatorHost)) {
        problems.push(
          `FIREBASE_AUTH_EMULATOR_HOST is "${emulatorHost}", but the emulator is started on ${ours[0]}: set AUTH_EMULATOR_PORT instead.`,
        )
      }
      return {
        projectId,
        apiKey: apiKey ?? 'sandbox-api-key',
        authDomain: authDomain ?? `${projectId}.firebaseapp.com`,
        emulatorHost: ours[0],
      }
    }
    if (emulatorHost) {
      problems.push(
        `FIREBASE_AUTH_EMULATOR_HOST is set beside the real project "${projectId}": remove one of the two.`,
      )
    }
    if (!apiKey)
      problems.push(`FIREBASE_API_KEY is missing, but the real project "${projectId}" needs it.`)
    if (!authDomain)
      problems.push(
        `FIREBASE_AUTH_DOMAIN is missing, but the real project "${projectId}" needs it.`,
      )
    return { projectId, apiKey: apiKey ?? '', authDomain: authDomain ?? '' }
  }

  function readStripe(): Settings['stripe'] {
    const secretKey =
      secret('STRIPE_SECRET_KEY', /^(sk|rk)_(test|live)_\w+$/, 'a Stripe secret key, sk_…') ??
      'sk_test_sandbox'
    const publishableKey = secret(
      'STRIPE_PUBLISHABLE_KEY',
      /^pk_(test|live)_\w+$/,
      'a Stripe publishable key, pk_…',
    )
    const webhookSecret = secret(
      'STRIPE_WEBHOOK_SECRET',
      /^whsec_\S+$/,
      'a Stripe webhook signing secret, whsec_…',
    )
    const apiBase = read('STRIPE_API_BASE')
    if (secretKey === 'sk_test_sandbox') {
      const ours = [`http://127.0.0.1:${ports.payments}`, `http://localhost:${ports.payments}`]
      if (apiBase && !ours.includes(apiBase)) {
        problems.push(
          `STRIPE_API_BASE is "${apiBase}", but the payments sandbox is started on ${ours[0]}: set PAYMENTS_PORT instead.`,
        )
      }
      return {
        secretKey,
        publishableKey: publishableKey ?? 'pk_test_sandbox',
        webhookSecret: webhookSecret ?? 'whsec_sandbox',
        apiBase: ours[0],
      }
    }
    if (apiBase)
      problems.push(
        'STRIPE_API_BASE is set beside a real STRIPE_SECRET_KEY: remove one of the two.',
      )
    if (!publishableKey || publishableKey === 'pk_test_sandbox') {
      problems.push(
        'STRIPE_PUBLISHABLE_KEY is missing, but the real STRIPE_SECRET_KEY needs its own.',
      )
    }
    if (!webhookSecret || webhookSecret === 'whsec_sandbox') {
      problems.push(
        'STRIPE_WEBHOOK_SECRET is missing, but the real STRIPE_SECRET_KEY needs its own.',
      )
    }
    return { secretKey, publishableKey: publishableKey ?? '', webhookSecret: webhookSecret ?? '' }
  }

  function readRecaptcha(): Settings['recaptcha'] {
    const [siteKey, key] = [read('RECAPTCHA_SITE_KEY'), read('RECAPTCHA_SECRET')]
    if ((siteKey === undefined) !== (key === undefined))
      problems.push('RECAPTCHA_SITE_KEY and RECAPTCHA_SECRET must both be set, or neither.')
    if (siteKey && key && siteKey !== 'sandbox') return { siteKey, secret: key, local: false }
    return !usesConsole || read('FEATURE_VERIFICATION') === 'false'
      ? undefined
      : { siteKey: 'sandbox', secret: 'sandbox', local: true }
  }

  function readMail(): Settings['mail'] {
    const ours = `smtp://127.0.0.1:${ports.mail}`
    const smtpUrl = secret('SMTP_URL', /^smtps?:\/\/\S+$/, 'an smtp:// or smtps:// URL')
    const from = read('MAIL_FROM')
    if ((smtpUrl === undefined) !== (from === undefined))
      problems.push('SMTP_URL and MAIL_FROM must both be set, or neither.')
    if (smtpUrl && from) return { smtpUrl, from, local: usesConsole && smtpUrl === ours }
    return !usesConsole ? undefined : { smtpUrl: ours, from: sampleSender, local: true }
  }

  function readAnalytics(): Settings['analytics'] {
    const serverUrl = checked(
      'ANALYTICS_SERVER_URL',
      (text) => isUrl(text, ['http:', 'https:']),
      'a URL',
    )
    const apiKey = read('ANALYTICS_API_KEY')
    if (apiKey && apiKey !== 'sandbox') {
      if (!serverUrl)
        problems.push('ANALYTICS_SERVER_URL is missing, but the real ANALYTICS_API_KEY needs it.')
      return { apiKey, serverUrl: serverUrl ?? '' }
    }
    if (!usesConsole) return undefined
    return {
      apiKey: 'sandbox',
      serverUrl: serverUrl ?? `http://localhost:${ports.console}${uploadPath}`,
    }
  }
}
