import { readFileSync } from 'node:fs'
import { readTracing } from '../adapters/telemetry/tracing.ts'
import type { TracingSettings } from '../adapters/telemetry/tracing.ts'
import type { AnalyticsSettings } from './analytics/analytics-port.ts'
import { readDatabaseAddress } from './database-settings.ts'
import type { ChallengeSettings } from './auth/challenge.ts'
import type { DatabaseAddress } from './database-settings.ts'
import { readMail } from './mail-settings.ts'
import type { MailSettings } from './mail-settings.ts'
import { readTrustedProxies } from './trusted-proxies.ts'
import type { TrustedProxies } from './trusted-proxies.ts'

/** The admin API's settings. Read once, at start. */
export type Settings = {
  /** Set by NODE_ENV, or by a live Stripe key. */
  readonly production: boolean
  readonly host: string
  readonly port: number
  /** Where `/metrics` is served alone, on the same host. Null: beside the API, for operators. */
  readonly metricsPort: number | null
  readonly trustProxy: TrustedProxies
  readonly logLevel: string
  readonly corsOrigins: readonly string[]
  readonly stagingAuth: string | null
  /** Opens `/metrics`, `/docs` and `/openapi.json`. Null: open to all, in production to nobody. */
  readonly operatorToken: string | null
  readonly database:
    | (DatabaseAddress & { readonly replica?: DatabaseAddress })
    | { readonly folder: string }
    /** Empty, or as PGlite dumped one. */
    | { readonly memory: Blob | null }
  readonly identity: {
    readonly projectId: string
    readonly apiKey: string
    /** `host:port` of the Auth emulator; null means Google's own service. */
    readonly emulatorHost: string | null
    /**
     * How long a user's active status is cached, in milliseconds; 0 disables the check.
     */
    readonly activeStatusTtlMs: number
  }
  readonly stripe: {
    readonly secretKey: string
    readonly webhookSecret: string
    /** Where the payment API answers when it is not Stripe's own. */
    readonly apiBase: string | null
    readonly timeoutMs: number
    readonly maxNetworkRetries: number
    /** How long products and prices are reused, in milliseconds. */
    readonly catalogueTtlMs: number
    /** How many days a failing payment leaves the access as it is. */
    readonly graceDays: number
    /** Whether the provider works out the tax in what is ordered. */
    readonly automaticTax: boolean
  }
  /** Where a link opens the app. */
  readonly appOpenUrl: string
  /**
   * The challenge before a visitor without an account saves a card, and before anybody asks for a
   * mail. Null: none.
   */
  readonly challenge: ChallengeSettings | null
  /** Null: no mail is sent. */
  readonly mail: MailSettings | null
  /** Where errors are reported; null: nowhere. */
  readonly sentryDsn: string | null
  /** Null: nothing is traced. */
  readonly tracing: TracingSettings | null
  /** Null: no events are sent. */
  readonly analytics: AnalyticsSettings | null
  /**
   * The keys for digests of mailboxes and cards that have used a trial or a promotion, of mailboxes
   * that mail is asked for, and for the ids of previews: the current one first.
   */
  readonly ledgerKeys: readonly [string, ...string[]]
  /**
   * Requests per minute: by address on public routes, and by user on their own. `exports` and
   * `appClaims`: per user and hour. `mailings`: by address, and by recipient.
   */
  readonly rateLimits: {
    readonly publicPosts: number
    readonly promotionCodes: number
    readonly setupIntents: { readonly perMinute: number; readonly perHour: number }
    readonly mailings: { readonly perHour: number; readonly perMailboxAndDay: number }
    readonly user: number
    readonly exports: number
    readonly appClaims: number
  }
  /** How many diagnoses a user can have. */
  readonly maxDiagnoses: number
  /** Whether a process migrates the database when it starts, or refuses an older schema. */
  readonly migrateOnStart: boolean
  /** Whether the API runs the background jobs itself; false leaves them to the worker. */
  readonly runJobs: boolean
  /** How long a stop may take before connections are cut, in milliseconds. */
  readonly stopTimeoutMs: number
}

/** Thrown for wrong settings; `problems` has one sentence for each. */
export class SettingsError extends Error {
  readonly problems: readonly string[]

  constructor(problems: readonly string[]) {
    super(problems.join('\n'))
    this.name = 'SettingsError'
    this.problems = problems
  }
}

type Environment = Readonly<Record<string, string | undefined>>

const sandboxKey = 'sk_test_sandbox'
const sandboxChallengeSecret = 'sandbox'
const sandboxLedgerKey = 'sandbox-ledger-key'
const shortestSecret = 32
const sandboxWebhookSecret = 'whsec_sandbox'

const isOrigin = (value: string): boolean => URL.canParse(value) && new URL(value).origin === value
const isHttpUrl = (value: string): boolean =>
  URL.canParse(value) && /^https?:$/.test(new URL(value).protocol)
const isHttps = (value: string): boolean => value.startsWith('https://')
const environments: readonly (string | undefined)[] = ['production', 'development', 'test']

/** Whether a Stripe key moves real money. */
export const isLiveKey = (secretKey: string): boolean => /^[sr]k_live_/.test(secretKey)

const readText =
  (environment: Environment) =>
  (name: string): string | null =>
    environment[name]?.trim() || null

const isProduction = (text: (name: string) => string | null): boolean =>
  text('NODE_ENV') === 'production' || isLiveKey(text('STRIPE_SECRET_KEY') ?? '')

/**
 * Where the database is, for commands that need no other setting.
 * @throws SettingsError
 */
export const readDatabase = (environment: Environment): Settings['database'] => {
  const text = readText(environment)
  const production = isProduction(text)
  const url = text('DATABASE_URL')
  const replicaUrl = text('DATABASE_REPLICA_URL')
  if (url === null && production)
    throw new SettingsError(['DATABASE_URL must be set in production.'])
  if (url === null) return { folder: `${text('DATA_DIR') ?? '.sandbox'}/database` }
  const read = (name: 'DATABASE_URL' | 'DATABASE_REPLICA_URL', at: string) => {
    const { address, problems } = readDatabaseAddress({
      name,
      url: at,
      caFile: text('DATABASE_CA'),
      tls: text('DATABASE_TLS'),
      production,
      readFile: (path) => readFileSync(path, 'utf8'),
    })
    if (problems.length > 0) throw new SettingsError(problems)
    return address
  }
  const address = read('DATABASE_URL', url)
  if (replicaUrl === null) return address
  return { ...address, replica: read('DATABASE_REPLICA_URL', replicaUrl) }
}

/**
 * Reads the settings from the environment (documented in `docs/operate.md`).
 * @throws SettingsError naming every wrong setting.
 */
export const readSettings = (environment: Environment): Settings => {
  const problems: string[] = []

  const text = readText(environment)
  const mode = text('NODE_ENV')
  if (mode !== null && !environments.includes(mode))
    problems.push(`NODE_ENV must be production, development, test or unset, but is "${mode}".`)
  const production = isProduction(text)

  const checked = (
    name: string,
    value: string | null,
    isRight: (value: string) => boolean,
    wanted: string,
  ) => {
    if (value !== null && !isRight(value))
      problems.push(`${name} must be ${wanted}, but is "${value}".`)
    return value
  }
  const integer = (name: string, fallback: number, min: number, max: number): number => {
    const value = text(name)
    if (value === null) return fallback
    const number = Number(value)
    if (!Number.isInteger(number) || number < min || number > max) {
      problems.push(`${name} must be a whole number from ${min} to ${max}, but is "${value}".`)
    }
    return number
  }
  const isOn = (name: string, fallback: boolean): boolean => {
    const value = text(name) ?? String(fallback)
    if (!['true', 'false'].includes(value))
      problems.push(`${name} must be true or false, but is "${value}".`)
    return value === 'true'
  }
  const inProductionRequired = (name: string, fallback: string): string => {
    const value = text(name)
    if (value === null && production) problems.push(`${name} must be set in production.`)
    return value ?? fallback
  }

  const emulatorHost = checked(
    'FIREBASE_AUTH_EMULATOR_HOST',
    text('FIREBASE_AUTH_EMULATOR_HOST'),
    (value) => /^[^\s/:]+:\d+$/.test(value),
    'host:port',
  )
  if (production && emulatorHost !== null) {
    problems.push(
      'FIREBASE_AUTH_EMULATOR_HOST must not be set in production: it accepts unsigned ID tokens.',
    )
  }

  const secretKey = inProductionRequired('STRIPE_SECRET_KEY', sandboxKey)
  const webhookSecret = inProductionRequired('STRIPE_WEBHOOK_SECRET', sandboxWebhookSecret)
  const isSandboxKey = text('STRIPE_SECRET_KEY') === sandboxKey
  const isSandboxWebhookSecret = text('STRIPE_WEBHOOK_SECRET') === sandboxWebhookSecret
  const apiBase = checked(
    'STRIPE_API_BASE',
    text('STRIPE_API_BASE'),
    isHttpUrl,
    'an http or https URL',
  )
  if (production && isSandboxKey)
    problems.push('STRIPE_SECRET_KEY must not be the sandbox key in production.')
  if (production && isSandboxWebhookSecret) {
    problems.push('STRIPE_WEBHOOK_SECRET must not be the sandbox secret in production.')
  }
  if (production && apiBase !== null)
    problems.push('STRIPE_API_BASE must not be set in production.')
  if (!production && secretKey === sandboxKey && apiBase === null) {
    problems.push('STRIPE_API_BASE must be set when STRIPE_SECRET_KEY is the sandbox key.')
  }

  const [ledgerKey = sandboxLedgerKey, ...earlierLedgerKeys] = inProductionRequired(
    'LEDGER_KEY',
    sandboxLedgerKey,
  )
    .split(',')
    .map((key) => key.trim())
    .filter((key) => key !== '')
  // Never repeated in a message: it is a secret.
  if (production && text('LEDGER_KEY') !== null && ledgerKey.length < shortestSecret) {
    problems.push(`LEDGER_KEY must have at least ${shortestSecret} characters in production.`)
  }

  const challengeSecret = text('RECAPTCHA_SECRET')
  const verifyUrl =
    checked(
      'RECAPTCHA_VERIFY_URL',
      text('RECAPTCHA_VERIFY_URL'),
      production ? isHttps : isHttpUrl,
      production ? 'an https URL in production' : 'an http or https URL',
    ) ?? 'https://www.google.com/recaptcha/api/siteverify'
  const minScore = text('RECAPTCHA_MIN_SCORE') ?? '0.5'
  checked(
    'RECAPTCHA_MIN_SCORE',
    minScore,
    (value) => /^(0(\.\d+)?|1(\.0+)?)$/.test(value),
    'a number from 0 to 1',
  )
  if (production && challengeSecret === sandboxChallengeSecret)
    problems.push('RECAPTCHA_SECRET must not be the sandbox secret in production.')

  const operatorToken = text('OPERATOR_TOKEN')
  if (production && operatorToken !== null && operatorToken.length < shortestSecret) {
    problems.push(`OPERATOR_TOKEN must have at least ${shortestSecret} characters in production.`)
  }

  const siteUrl = inProductionRequired('SITE_URL', 'http://localhost:8000')
  checked(
    'SITE_URL',
    text('SITE_URL'),
    production ? isHttps : isHttpUrl,
    production ? 'an https URL in production' : 'an http or https URL',
  )
  const corsOrigins = (
    text('CORS_ORIGINS') ?? (URL.canParse(siteUrl) ? new URL(siteUrl).origin : '')
  )
    .split(',')
    .map((origin) => origin.trim())
    .filter((origin) => origin !== '')
  for (const origin of text('CORS_ORIGINS') === null ? [] : corsOrigins) {
    checked(
      'CORS_ORIGINS',
      origin,
      (value) => isOrigin(value) && (!production || isHttps(value)),
      `a comma-separated list of ${production ? 'https ' : ''}origins such as https://example.com`,
    )
  }

  const database = (() => {
    try {
      return readDatabase(environment)
    } catch (error) {
      if (!(error instanceof SettingsError)) throw error
      problems.push(...error.problems)
      return { memory: null }
    }
  })()

  const { tracing, problems: tracingProblems } = readTracing(environment)
  problems.push(...tracingProblems)

  const { mail, problems: mailProblems } = readMail({
    url: text('SMTP_URL'),
    from: text('MAIL_FROM'),
    siteUrl,
  })
  problems.push(...mailProblems)

  const analyticsKey = text('ANALYTICS_API_KEY')
  const analyticsUrl = checked(
    'ANALYTICS_SERVER_URL',
    text('ANALYTICS_SERVER_URL'),
    production ? isHttps : isHttpUrl,
    production ? 'an https URL in production' : 'an http or https URL',
  )
  if (analyticsKey !== null && analyticsUrl === null)
    problems.push('ANALYTICS_SERVER_URL must be set when ANALYTICS_API_KEY is.')

  const trustProxy = readTrustedProxies(text('TRUST_PROXY'))
  if (typeof trustProxy === 'object' && 'problem' in trustProxy) problems.push(trustProxy.problem)

  const settings: Settings = {
    production,
    host: text('ADMIN_API_HOST') ?? 'localhost',
    port: integer('ADMIN_API_PORT', 8001, 0, 65_535),
    metricsPort:
      text('ADMIN_API_METRICS_PORT') === null
        ? null
        : integer('ADMIN_API_METRICS_PORT', 0, 0, 65_535),
    trustProxy: typeof trustProxy === 'object' && 'problem' in trustProxy ? 0 : trustProxy,
    logLevel:
      checked(
        'LOG_LEVEL',
        text('LOG_LEVEL'),
        (value) => /^(fatal|error|warn|info|debug|trace|silent)$/.test(value),
        'one of fatal, error, warn, info, debug, trace, silent',
      ) ?? 'info',
    corsOrigins,
    stagingAuth: text('STAGING_AUTH'),
    operatorToken,
    database,
    identity: {
      projectId: inProductionRequired('FIREBASE_PROJECT_ID', 'demo-evenkeel'),
      apiKey: inProductionRequired('FIREBASE_API_KEY', 'sandbox'),
      emulatorHost,
      activeStatusTtlMs: 1000 * integer('REVOCATION_CHECK_SECONDS', 60, 0, 3600),
    },
    stripe: {
      secretKey,
      webhookSecret,
      apiBase,
      timeoutMs: integer('STRIPE_TIMEOUT_MS', 10_000, 100, 60_000),
      maxNetworkRetries: integer('STRIPE_MAX_NETWORK_RETRIES', 2, 0, 5),
      catalogueTtlMs: integer('CATALOGUE_TTL_MS', 60_000, 0, 3_600_000),
      graceDays: integer('GRACE_DAYS', 7, 0, 60),
      automaticTax:
        checked(
          'STRIPE_AUTOMATIC_TAX',
          text('STRIPE_AUTOMATIC_TAX'),
          (value) => value === 'true' || value === 'false',
          'true or false',
        ) === 'true',
    },
    appOpenUrl:
      checked(
        'APP_OPEN_URL',
        text('APP_OPEN_URL'),
        production ? isHttps : isHttpUrl,
        production ? 'an https URL in production' : 'an http or https URL',
      ) ?? 'https://app.evenkeel.example/open',
    challenge:
      challengeSecret === null
        ? null
        : {
            secret: challengeSecret,
            verifyUrl,
            minScore: Number(minScore),
            hostname: URL.canParse(siteUrl) ? new URL(siteUrl).hostname : '',
          },
    mail,
    sentryDsn: checked(
      'SENTRY_DSN',
      text('SENTRY_DSN'),
      (value) => (production ? isHttps(value) : isHttpUrl(value)) && new URL(value).username !== '',
      'a DSN, https://key@host/project',
    ),
    tracing,
    analytics:
      analyticsKey === null || analyticsUrl === null
        ? null
        : { apiKey: analyticsKey, serverUrl: analyticsUrl },
    ledgerKeys: [ledgerKey, ...earlierLedgerKeys],
    rateLimits: {
      publicPosts: integer('RATE_LIMIT_PUBLIC_PER_MINUTE', 60, 1, 1_000_000),
      promotionCodes: integer('RATE_LIMIT_PROMOTION_PER_MINUTE', 20, 1, 1_000_000),
      setupIntents: {
        perMinute: integer('RATE_LIMIT_SETUP_INTENT_PER_MINUTE', 10, 1, 1_000_000),
        perHour: integer('RATE_LIMIT_SETUP_INTENT_PER_HOUR', 60, 1, 1_000_000),
      },
      mailings: {
        perHour: integer('RATE_LIMIT_MAILING_PER_HOUR', 10, 1, 1_000_000),
        perMailboxAndDay: integer('RATE_LIMIT_MAILING_PER_MAILBOX_AND_DAY', 3, 1, 1_000_000),
      },
      user: integer('RATE_LIMIT_USER_PER_MINUTE', 300, 1, 1_000_000),
      exports: integer('RATE_LIMIT_EXPORT_PER_HOUR', 5, 1, 1_000_000),
      appClaims: integer('RATE_LIMIT_APP_CLAIM_PER_HOUR', 10, 1, 1_000_000),
    },
    maxDiagnoses: integer('MAX_DIAGNOSES_PER_USER', 500, 1, 10_000),
    migrateOnStart: isOn('MIGRATE_ON_START', true),
    runJobs: isOn('RUN_JOBS', true),
    stopTimeoutMs: integer('STOP_TIMEOUT_MS', 20_000, 100, 600_000),
  }
  if (problems.length > 0) throw new SettingsError(problems)
  return settings
}
