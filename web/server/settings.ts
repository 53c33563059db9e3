import { readTracing } from '../../adapters/telemetry/tracing.ts'
import type { TracingSettings } from '../../adapters/telemetry/tracing.ts'
import type { SiteConfig } from '../app/config.ts'

export type ServerSettings = {
  readonly host: string
  readonly port: number
  /** How many processes answer. */
  readonly processes: number
  /** The URL at which browsers reach the site; `https:` adds HSTS. */
  readonly siteUrl: string
  /** What browsers fetch as /config.json. */
  readonly config: SiteConfig
  /** Whether browsers are asked to report what a document's policy blocked. */
  readonly takesReports: boolean
  /** How long pending requests may take when the server stops, in milliseconds. */
  readonly stopTimeout: number
  /** The log level of pino. */
  readonly logLevel: string
  /** Where `/metrics` is served; null: nowhere. */
  readonly metricsPort: number | null
  /** Null: nothing is traced. */
  readonly tracing: TracingSettings | null
}

const logLevels: readonly string[] = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']

type Environment = Readonly<Record<string, string | undefined>>

const isUrl = (value: unknown): boolean =>
  typeof value === 'string' &&
  URL.canParse(value) &&
  ['http:', 'https:'].includes(new URL(value).protocol)

const read = (text: string | undefined): SiteConfig | null => {
  try {
    const config = JSON.parse(text ?? '') as SiteConfig
    const urls = [
      config.adminApiUrl,
      config.authEmulatorUrl,
      config.stripe.scriptUrl,
      config.recaptcha?.scriptUrl,
      config.sentry?.dsn,
    ].filter((url) => url !== undefined)
    const isWhole =
      isUrl(config.adminApiUrl) &&
      typeof config.firebase.projectId === 'string' &&
      typeof config.stripe.publishableKey === 'string' &&
      (config.analytics === undefined || isUrl(config.analytics.serverUrl)) &&
      urls.every(isUrl)
    return isWhole ? config : null
  } catch {
    return null
  }
}

const isHttps = (url: string): boolean => url.startsWith('https:')

/**
 * Settings refused in production, by NODE_ENV or a live Stripe key: sandbox services and
 * unencrypted addresses.
 */
const productionProblems = (
  { adminApiUrl, authEmulatorUrl, stripe, recaptcha, analytics, sentry }: SiteConfig,
  siteUrl = '',
): readonly string[] => {
  const others = [analytics?.serverUrl, sentry?.dsn, recaptcha?.scriptUrl]
  const rules: readonly (readonly [isMet: boolean, rule: string])[] = [
    [isHttps(siteUrl), 'SITE_URL must be an https URL'],
    [isHttps(adminApiUrl), 'SITE_CONFIG must have an https adminApiUrl'],
    [authEmulatorUrl === undefined, 'SITE_CONFIG must not have an authEmulatorUrl'],
    [stripe.scriptUrl === undefined, 'SITE_CONFIG must not send card data to a stripe.scriptUrl'],
    [recaptcha?.siteKey !== 'sandbox', 'SITE_CONFIG must not have the sandbox key of reCAPTCHA'],
    [stripe.publishableKey !== 'pk_test_sandbox', 'SITE_CONFIG must not have the sandbox key'],
    [
      others.every((url) => url === undefined || isHttps(url)),
      'SITE_CONFIG must have https addresses of analytics, error reports and reCAPTCHA',
    ],
  ]
  return rules.flatMap(([isMet, rule]) => (isMet ? [] : `${rule} in production.`))
}

/** Throws an Error with a line for each setting that is missing or wrong. */
export const readServerSettings = (environment: Environment): ServerSettings => {
  const problems: string[] = []
  const given = (name: string): string | undefined => environment[name]?.trim() || undefined
  const number = (name: string, fallback: number, [least, most]: readonly [number, number]) => {
    const value = Number(given(name) ?? fallback)
    if (Number.isInteger(value) && value >= least && value <= most) return value
    problems.push(`${name} must be a whole number from ${least} to ${most}.`)
    return least
  }
  const port = number('SITE_PORT', 8000, [1, 65_535])
  const processes = number('SITE_PROCESSES', 2, [1, 64])
  const stopTimeout = number('STOP_TIMEOUT_MS', 5_000, [0, 600_000])
  const metricsPort = given('SITE_METRICS_PORT')
    ? number('SITE_METRICS_PORT', 0, [1, 65_535])
    : null
  const logLevel = given('LOG_LEVEL') ?? 'info'
  if (!logLevels.includes(logLevel))
    problems.push(`LOG_LEVEL must be one of ${logLevels.join(', ')}.`)
  const reports = given('CSP_REPORTS') ?? 'false'
  if (!['true', 'false'].includes(reports)) problems.push('CSP_REPORTS must be true or false.')
  const siteUrl = given('SITE_URL') ?? `http://localhost:${port}`
  if (!isUrl(siteUrl)) problems.push('SITE_URL must be a URL.')
  const config = read(given('SITE_CONFIG'))
  const mode = given('NODE_ENV')
  if (mode !== undefined && !['production', 'development', 'test'].includes(mode)) {
    problems.push(`NODE_ENV must be production, development, test or unset, but is "${mode}".`)
  }
  if (config && (mode === 'production' || config.stripe.publishableKey.startsWith('pk_live_'))) {
    problems.push(...productionProblems(config, given('SITE_URL')))
  }
  if (!config)
    problems.push(
      'SITE_CONFIG must be the text of /config.json, with an adminApiUrl and firebase, stripe settings.',
    )
  const { tracing, problems: tracingProblems } = readTracing(environment)
  problems.push(...tracingProblems)
  if (problems.length > 0 || !config) throw new Error(problems.join('\n'))
  // `localhost` may resolve to two addresses; Fastify would then start two servers but close only
  // one.
  const named = given('SITE_HOST') ?? 'localhost'
  const host = named === 'localhost' ? '127.0.0.1' : named
  return {
    host,
    port,
    processes,
    siteUrl,
    config,
    takesReports: reports === 'true',
    stopTimeout,
    logLevel,
    metricsPort,
    tracing,
  }
}
