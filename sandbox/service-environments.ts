/**
 * Which environment variables each process gets: those of the machine, and the settings that it
 * reads. No service gets the secrets of another.
 */

type Environment = Record<string, string | undefined>

const machine =
  /^(PATH|Path|HOME|USER|LANG|LC_\w+|TZ|TMPDIR|TEMP|TMP|SystemRoot|APPDATA|LOCALAPPDATA|NODE_OPTIONS|NODE_EXTRA_CA_CERTS|NODE_COMPILE_CACHE|SSL_CERT_\w+|(HTTPS?|NO)_PROXY|(https?|no)_proxy)$/

/** The settings that the site's build reads. */
const ofBuild = /^(FEATURE_\w+|SENTRY_(AUTH_TOKEN|ORG|PROJECT)|NETLIFY\w*)$/

const matching = (names: RegExp): Environment =>
  Object.fromEntries(Object.entries(process.env).filter(([name]) => names.test(name)))

/** The variables of the machine that every process needs. */
export const machineEnvironment = (): Environment => matching(machine)

/** What a build or the development server of the site gets. */
export const buildEnvironment = (): Environment => ({
  ...machineEnvironment(),
  ...matching(ofBuild),
  CI: 'true',
  GATSBY_TELEMETRY_DISABLED: '1',
})

/** The settings that each service reads. */
export const settingsOf = {
  adminApi: [
    'ADMIN_API_HOST',
    'ADMIN_API_METRICS_PORT',
    'ADMIN_API_PORT',
    'ANALYTICS_API_KEY',
    'ANALYTICS_SERVER_URL',
    'APP_OPEN_URL',
    'CATALOGUE_TTL_MS',
    'CORS_ORIGINS',
    'DATABASE_CA',
    'DATABASE_POOL_SIZE',
    'DATABASE_REPLICA_URL',
    'DATABASE_TLS',
    'DATABASE_URL',
    'DATA_DIR',
    'FIREBASE_API_KEY',
    'FIREBASE_AUTH_EMULATOR_HOST',
    'FIREBASE_PROJECT_ID',
    'GRACE_DAYS',
    'LEDGER_KEY',
    'LOG_LEVEL',
    'MAIL_FROM',
    'MAX_DIAGNOSES_PER_USER',
    'MIGRATE_ON_START',
    'NODE_ENV',
    'OPERATOR_TOKEN',
    'OTEL_EXPORTER_OTLP_ENDPOINT',
    'OTEL_EXPORTER_OTLP_HEADERS',
    'OTEL_TRACES_SAMPLER_ARG',
    'RATE_LIMIT_APP_CLAIM_PER_HOUR',
    'RATE_LIMIT_EXPORT_PER_HOUR',
    'RATE_LIMIT_MAILING_PER_HOUR',
    'RATE_LIMIT_MAILING_PER_MAILBOX_AND_DAY',
    'RATE_LIMIT_PAYMENT_PER_HOUR',
    'RATE_LIMIT_PROMOTION_PER_MINUTE',
    'RATE_LIMIT_PUBLIC_PER_MINUTE',
    'RATE_LIMIT_SETUP_INTENT_PER_HOUR',
    'RATE_LIMIT_SETUP_INTENT_PER_MINUTE',
    'RATE_LIMIT_USER_PER_MINUTE',
    'RECAPTCHA_MIN_SCORE',
    'RECAPTCHA_SECRET',
    'RECAPTCHA_VERIFY_URL',
    'REVOCATION_CHECK_SECONDS',
    'RUN_JOBS',
    'SENTRY_DSN',
    'SITE_URL',
    'SMTP_URL',
    'STAGING_AUTH',
    'STOP_TIMEOUT_MS',
    'STRIPE_API_BASE',
    'STRIPE_AUTOMATIC_TAX',
    'STRIPE_MAX_NETWORK_RETRIES',
    'STRIPE_SECRET_KEY',
    'STRIPE_TIMEOUT_MS',
    'STRIPE_WEBHOOK_SECRET',
    'TRUST_PROXY',
  ],
  site: [
    'ADMIN_API_URL',
    'CSP_REPORTS',
    'LOG_LEVEL',
    'NODE_ENV',
    'OTEL_EXPORTER_OTLP_ENDPOINT',
    'OTEL_EXPORTER_OTLP_HEADERS',
    'OTEL_TRACES_SAMPLER_ARG',
    'SITE_CONFIG',
    'SITE_HOST',
    'SITE_METRICS_PORT',
    'SITE_PORT',
    'SITE_PROCESSES',
    'SITE_URL',
    'STAGING_AUTH',
    'STOP_TIMEOUT_MS',
  ],
  payments: [
    'ADMIN_API_URL',
    'DATA_DIR',
    'PAYMENTS_PORT',
    'STRIPE_PUBLISHABLE_KEY',
    'STRIPE_SECRET_KEY',
    'STRIPE_WEBHOOK_SECRET',
  ],
  console: [
    'CONSOLE_PORT',
    'DATA_DIR',
    'FIREBASE_AUTH_EMULATOR_HOST',
    'FIREBASE_PROJECT_ID',
    'MAIL_PORT',
    'SITE_URL',
    'STRIPE_API_BASE',
  ],
} as const

/** The settings that a service reads, from the given values or else from our own environment. */
export const environmentFor = (service: keyof typeof settingsOf, given: Environment): Environment =>
  Object.fromEntries(
    settingsOf[service].map((name) => [name, name in given ? given[name] : process.env[name]]),
  )
