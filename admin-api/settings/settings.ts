import { readTracing } from '../../adapters/telemetry/tracing.ts'
import type { TracingSettings } from '../../adapters/telemetry/tracing.ts'
import type { AnalyticsSettings } from '../analytics/analytics-port.ts'
import type { ChallengeSettings } from '../auth/challenge.ts'
import { readChallenge } from './challenge.ts'
import { readDatabase } from './database.ts'
import type { DatabaseSettings } from './database.ts'
import {
  isHttps,
  isHttpUrl,
  openEnvironment,
  SettingsError,
  shortestSecret,
} from './environment.ts'
import type { Environment, OpenEnvironment } from './environment.ts'
import { readIdentity } from './identity.ts'
import type { IdentitySettings } from './identity.ts'
import { readMail } from './mail.ts'
import type { MailSettings } from './mail.ts'
import { readRateLimits } from './rate-limits.ts'
import type { RateLimits } from './rate-limits.ts'
import { readStripe } from './stripe.ts'
import type { StripeSettings } from './stripe.ts'
import { readTrustedProxies } from './trusted-proxies.ts'
import type { TrustedProxies } from './trusted-proxies.ts'

/** The admin API's settings. Read once, at start. */
export type Settings = {
  /** By NODE_ENV, or a live Stripe key. */
  readonly production: boolean
  readonly host: string
  readonly port: number
  /**
   * The port that serves only `/metrics`, on the same host. Null: the API serves it to operators.
   */
  readonly metricsPort: number | null
  readonly trustProxy: TrustedProxies
  readonly logLevel: string
  readonly corsOrigins: readonly string[]
  readonly stagingAuth: string | null
  /** Opens `/metrics`, `/docs` and `/openapi.json`. Null: open to all, in production to nobody. */
  readonly operatorToken: string | null
  readonly database: DatabaseSettings
  readonly identity: IdentitySettings
  readonly stripe: StripeSettings
  /** The address that links to the app start with. */
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
  readonly rateLimits: RateLimits
  /** How many diagnoses a user can have. */
  readonly maxDiagnoses: number
  /** Whether a process migrates the database at its start; if not, it refuses an older schema. */
  readonly migrateOnStart: boolean
  /** Whether the API runs the background jobs itself; false leaves them to the worker. */
  readonly runJobs: boolean
  /** How long a stop may take before connections are cut, in milliseconds. */
  readonly stopTimeoutMs: number
}

const sandboxLedgerKey = 'sandbox-ledger-key'

const isOrigin = (value: string): boolean => URL.canParse(value) && new URL(value).origin === value

const readCorsOrigins = (
  { production, text, checked }: OpenEnvironment,
  siteUrl: string,
): readonly string[] => {
  const list = text('CORS_ORIGINS')
  if (list === null) return URL.canParse(siteUrl) ? [new URL(siteUrl).origin] : []
  const origins = list
    .split(',')
    .map((origin) => origin.trim())
    .filter((origin) => origin !== '')
  for (const origin of origins) {
    checked(
      'CORS_ORIGINS',
      (value) => isOrigin(value) && (!production || isHttps(value)),
      `a comma-separated list of ${production ? 'https ' : ''}origins such as https://example.com`,
      origin,
    )
  }
  return origins
}

/** A secret that must be long in production. It is never repeated in a message. */
const checkLength = ({ refuseInProduction }: OpenEnvironment, name: string, secret: string) =>
  refuseInProduction(
    secret.length < shortestSecret,
    `${name} must have at least ${shortestSecret} characters in production.`,
  )

const readLedgerKeys = (environment: OpenEnvironment): Settings['ledgerKeys'] => {
  const [key = sandboxLedgerKey, ...earlier] = environment
    .required('LEDGER_KEY', sandboxLedgerKey)
    .split(',')
    .map((each) => each.trim())
    .filter((each) => each !== '')
  if (environment.text('LEDGER_KEY') !== null) checkLength(environment, 'LEDGER_KEY', key)
  return [key, ...earlier]
}

const readOperatorToken = (environment: OpenEnvironment): string | null => {
  const token = environment.text('OPERATOR_TOKEN')
  if (token !== null) checkLength(environment, 'OPERATOR_TOKEN', token)
  return token
}

const readAnalytics = ({ problems, text, url }: OpenEnvironment): AnalyticsSettings | null => {
  const apiKey = text('ANALYTICS_API_KEY')
  const serverUrl = url('ANALYTICS_SERVER_URL')
  if (apiKey !== null && serverUrl === null)
    problems.push('ANALYTICS_SERVER_URL must be set when ANALYTICS_API_KEY is.')
  return apiKey === null || serverUrl === null ? null : { apiKey, serverUrl }
}

const readSentryDsn = ({ production, checked }: OpenEnvironment): string | null =>
  checked(
    'SENTRY_DSN',
    (value) => (production ? isHttps(value) : isHttpUrl(value)) && new URL(value).username !== '',
    'a DSN, https://key@host/project',
  )

/**
 * Reads the settings from the environment (documented in `docs/operate.md`).
 * @throws SettingsError naming every wrong setting.
 */
export const readSettings = (variables: Environment): Settings => {
  const environment = openEnvironment(variables)
  const { problems, production, text, checked, url, integer, isOn, required } = environment

  // `localhost` may resolve to two addresses; Fastify would then start two servers but close only
  // one.
  const host = text('ADMIN_API_HOST') ?? 'localhost'
  const siteUrl = required('SITE_URL', 'http://localhost:8000')
  url('SITE_URL')

  /** Returns what a reader of settings returned, after adding its problems to ours. */
  const including = <Read extends { readonly problems: readonly string[] }>(read: Read): Read => {
    problems.push(...read.problems)
    return read
  }
  const trustProxy = readTrustedProxies(text('TRUST_PROXY'))
  if (typeof trustProxy === 'object' && 'problem' in trustProxy) problems.push(trustProxy.problem)

  const poolSize = integer('DATABASE_POOL_SIZE', 10, 1, 100)
  const database = (): DatabaseSettings => {
    try {
      const where = readDatabase(variables)
      return 'url' in where ? { ...where, poolSize } : where
    } catch (error) {
      if (!(error instanceof SettingsError)) throw error
      problems.push(...error.problems)
      return { memory: null }
    }
  }

  const settings: Settings = {
    production,
    host: host === 'localhost' ? '127.0.0.1' : host,
    port: integer('ADMIN_API_PORT', 8001, 0, 65_535),
    metricsPort:
      text('ADMIN_API_METRICS_PORT') === null
        ? null
        : integer('ADMIN_API_METRICS_PORT', 0, 0, 65_535),
    trustProxy: typeof trustProxy === 'object' && 'problem' in trustProxy ? 0 : trustProxy,
    logLevel:
      checked(
        'LOG_LEVEL',
        (value) => /^(fatal|error|warn|info|debug|trace|silent)$/.test(value),
        'one of fatal, error, warn, info, debug, trace, silent',
      ) ?? 'info',
    corsOrigins: readCorsOrigins(environment, siteUrl),
    stagingAuth: text('STAGING_AUTH'),
    operatorToken: readOperatorToken(environment),
    database: database(),
    identity: readIdentity(environment),
    stripe: readStripe(environment),
    appOpenUrl: url('APP_OPEN_URL') ?? 'https://app.evenkeel.example/open',
    challenge: readChallenge(environment, siteUrl),
    mail: including(readMail({ url: text('SMTP_URL'), from: text('MAIL_FROM'), siteUrl })).mail,
    sentryDsn: readSentryDsn(environment),
    tracing: including(readTracing(variables)).tracing,
    analytics: readAnalytics(environment),
    ledgerKeys: readLedgerKeys(environment),
    rateLimits: readRateLimits(environment),
    maxDiagnoses: integer('MAX_DIAGNOSES_PER_USER', 500, 1, 10_000),
    migrateOnStart: isOn('MIGRATE_ON_START', true),
    runJobs: isOn('RUN_JOBS', true),
    stopTimeoutMs: integer('STOP_TIMEOUT_MS', 20_000, 100, 600_000),
  }
  if (problems.length > 0) throw new SettingsError(problems)
  return settings
}
