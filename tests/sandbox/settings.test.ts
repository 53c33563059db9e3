import { describe, expect, test } from 'vitest'
import { readSettings } from '#sandbox/settings.ts'
import { siteConfigOf } from '#sandbox/site-config.ts'
import { uploadPath } from '#sandbox/analytics-upload.ts'

const realStripe = {
  STRIPE_SECRET_KEY: 'sk_test_abc',
  STRIPE_PUBLISHABLE_KEY: 'pk_test_abc',
  STRIPE_WEBHOOK_SECRET: 'whsec_abc',
}
const realFirebase = {
  FIREBASE_PROJECT_ID: 'evenkeel-1234',
  FIREBASE_API_KEY: 'key',
  FIREBASE_AUTH_DOMAIN: 'evenkeel-1234.firebaseapp.com',
}

describe('settings', () => {
  test('have a default for every variable', () => {
    expect(readSettings({}, '/somewhere')).toMatchObject({
      dataDir: '/somewhere/.sandbox',
      ports: {
        site: 8000,
        adminApi: 8001,
        payments: 8002,
        console: 8003,
        mail: 8004,
        authEmulator: 9099,
      },
      mail: { smtpUrl: 'smtp://127.0.0.1:8004', local: true },
      siteUrl: 'http://localhost:8000',
      adminApiUrl: 'http://localhost:8001',
      corsOrigins: ['http://localhost:8000'],
      databaseUrl: undefined,
      firebase: { projectId: 'demo-evenkeel', emulatorHost: '127.0.0.1:9099' },
      stripe: { secretKey: 'sk_test_sandbox', apiBase: 'http://127.0.0.1:8002' },
    })
  })

  test('derive URLs from the configured ports', () => {
    expect(
      readSettings({ SITE_PORT: '9000', PAYMENTS_PORT: '9002', CONSOLE_PORT: '9003' }),
    ).toMatchObject({
      siteUrl: 'http://localhost:9000',
      corsOrigins: ['http://localhost:9000'],
      stripe: { apiBase: 'http://127.0.0.1:9002' },
      analytics: { serverUrl: `http://localhost:9003${uploadPath}` },
      sentryDsn: 'http://sandbox@localhost:9003/1',
    })
  })

  test('offer the test wallet of the payments sandbox only with SANDBOX_WALLET=true', () => {
    const scriptOf = (environment: Record<string, string>) =>
      siteConfigOf(readSettings(environment)).stripe.scriptUrl
    expect(scriptOf({})).toBe('http://localhost:8002/v3/stripe.js')
    expect(scriptOf({ SANDBOX_WALLET: 'true' })).toBe('http://localhost:8002/v3/stripe.js?wallet')
    expect(scriptOf({ ...realStripe, SANDBOX_WALLET: 'true' })).toBeUndefined()
    expect(() => readSettings({ SANDBOX_WALLET: 'yes' })).toThrow(/SANDBOX_WALLET/)
  })

  test('send mails to the sandbox console, or to the server in SMTP_URL', () => {
    const url = 'smtps://user:password@smtp.example.com'
    const real = { SMTP_URL: url, MAIL_FROM: 'hello@example.com' }
    expect(readSettings(real).mail).toEqual({
      smtpUrl: url,
      from: 'hello@example.com',
      local: false,
    })
    // The sandbox gives its services these variables.
    const own = { MAIL_PORT: '9004', SMTP_URL: 'smtp://127.0.0.1:9004', MAIL_FROM: 'a@b.c' }
    expect(readSettings(own).mail?.local).toBe(true)
  })

  test('use no local services once Firebase and Stripe are real', () => {
    expect(readSettings(realStripe)).toMatchObject({ usesConsole: true, mail: { local: true } })
    expect(readSettings({ ...realFirebase, ...realStripe })).toMatchObject({
      usesConsole: false,
      mail: undefined,
      analytics: undefined,
      sentryDsn: undefined,
      recaptcha: undefined,
    })
  })

  test('use the real services with real keys', () => {
    const { firebase, stripe, analytics, sentryDsn, usesConsole } = readSettings({
      ...realFirebase,
      ...realStripe,
      ANALYTICS_API_KEY: 'abc',
      ANALYTICS_SERVER_URL: 'https://events.example.com/upload',
      SENTRY_DSN: 'https://key@example.com/7',
    })
    expect(firebase.emulatorHost).toBeUndefined()
    expect(stripe.apiBase).toBeUndefined()
    expect(usesConsole).toBe(false)
    expect(analytics).toEqual({ apiKey: 'abc', serverUrl: 'https://events.example.com/upload' })
    expect(sentryDsn).toBe('https://key@example.com/7')
  })

  test.each([
    [{ SITE_PORT: '70000' }, 'SITE_PORT is "70000", but must be a port, 1 to 65535.'],
    [
      { STOP_TIMEOUT_MS: 'long' },
      'STOP_TIMEOUT_MS is "long", but must be a whole number from 100 to 600000.',
    ],
    [{ SITE_PORT: '8001' }, 'ADMIN_API_PORT and SITE_PORT are both 8001, but must differ.'],
    [{ SMTP_URL: 'smtp://a:hunter2@b' }, 'SMTP_URL and MAIL_FROM must both be set, or neither.'],
    [
      { SMTP_URL: 'http://hunter2', MAIL_FROM: 'a@b.c' },
      'SMTP_URL must be an smtp:// or smtps:// URL.',
    ],
    [{ CORS_ORIGINS: 'http://localhost:8000,nowhere' }, /^CORS_ORIGINS is .*comma list/],
    [{ DATABASE_URL: 'mysql://root@localhost/x' }, 'DATABASE_URL must be a postgres:// URL.'],
    [
      { ...realStripe, STRIPE_WEBHOOK_SECRET: '' },
      'STRIPE_WEBHOOK_SECRET is missing, but the real STRIPE_SECRET_KEY needs its own.',
    ],
    [
      { ...realStripe, STRIPE_API_BASE: 'http://127.0.0.1:8002' },
      'STRIPE_API_BASE is set beside a real STRIPE_SECRET_KEY: remove one of the two.',
    ],
    [
      { ...realFirebase, FIREBASE_API_KEY: '' },
      'FIREBASE_API_KEY is missing, but the real project "evenkeel-1234" needs it.',
    ],
    [{ SENTRY_DSN: 'https://example.com/7' }, /^SENTRY_DSN is .*must be a DSN/],
    [
      { ANALYTICS_API_KEY: 'abc' },
      'ANALYTICS_SERVER_URL is missing, but the real ANALYTICS_API_KEY needs it.',
    ],
    [{ ANALYTICS_SERVER_URL: 'nowhere' }, /^ANALYTICS_SERVER_URL is .*must be a URL/],
  ])('refuse %o', (environment, message) => {
    expect(() => readSettings(environment)).toThrow(message)
  })

  const liveStripe = {
    STRIPE_SECRET_KEY: 'sk_live_abc',
    STRIPE_PUBLISHABLE_KEY: 'pk_live_abc',
    STRIPE_WEBHOOK_SECRET: 'whsec_abc',
  }
  const production = {
    ...realFirebase,
    ...liveStripe,
    DATABASE_URL: 'postgres://app@localhost/app',
    SITE_URL: 'https://evenkeel.example',
    ADMIN_API_URL: 'https://api.evenkeel.example',
  }

  test('treat a live Stripe key as production, and start no sandbox service with it', () => {
    const settings = readSettings(production)
    expect(settings).toMatchObject({ isLive: true, analytics: undefined, sentryDsn: undefined })
    expect(siteConfigOf(settings)).toMatchObject({
      stripe: { publishableKey: 'pk_live_abc' },
      analytics: undefined,
      sentry: undefined,
    })
  })

  test.each([
    ['DATABASE_URL', ''],
    ['SITE_URL', ''],
    ['SITE_URL', 'http://evenkeel.example'],
    ['ADMIN_API_URL', 'http://api.evenkeel.example'],
    ['FIREBASE_PROJECT_ID', 'demo-evenkeel'],
    ['STRIPE_PUBLISHABLE_KEY', 'pk_test_abc'],
    ['STRIPE_SECRET_KEY', 'sk_test_abc'],
  ])('refuse a live Stripe key together with %s=%j', (name, value) => {
    expect(() => readSettings({ ...production, [name]: value })).toThrow(name)
  })

  test('never repeat a secret in an error message', () => {
    const read = () => readSettings({ STRIPE_SECRET_KEY: 'hunter2', DATABASE_URL: 'hunter2' })
    expect(read).toThrow(/STRIPE_SECRET_KEY/)
    expect(read).not.toThrow(/hunter2/)
  })
})

describe('the configuration of the browser', () => {
  test('has the local services by default, and nothing secret', () => {
    const config = siteConfigOf(readSettings({}))
    expect(config).toEqual({
      adminApiUrl: 'http://localhost:8001',
      stagingAuth: undefined,
      firebase: {
        projectId: 'demo-evenkeel',
        apiKey: 'sandbox-api-key',
        authDomain: 'demo-evenkeel.firebaseapp.com',
      },
      authEmulatorUrl: 'http://127.0.0.1:9099',
      features: { verification: false },
      stripe: {
        publishableKey: 'pk_test_sandbox',
        scriptUrl: 'http://localhost:8002/v3/stripe.js',
      },
      recaptcha: { siteKey: 'sandbox', scriptUrl: 'http://localhost:8003/recaptcha/api.js' },
      analytics: { apiKey: 'sandbox', serverUrl: `http://localhost:8003${uploadPath}` },
      sentry: { dsn: 'http://sandbox@localhost:8003/1' },
    })
    expect(JSON.stringify(config)).not.toMatch(/sk_|whsec_/)
  })

  test('has the reCAPTCHA key of the settings, or none', () => {
    const challengeOf = (environment: Record<string, string>) =>
      siteConfigOf(readSettings(environment)).recaptcha
    expect(challengeOf({ RECAPTCHA_SITE_KEY: 'a-key', RECAPTCHA_SECRET: 'a-secret' })).toEqual({
      siteKey: 'a-key',
      scriptUrl: undefined,
    })
    expect(challengeOf({ FEATURE_VERIFICATION: 'false' })).toBeUndefined()
    expect(() => readSettings({ RECAPTCHA_SITE_KEY: 'a-key' })).toThrow(
      'RECAPTCHA_SITE_KEY and RECAPTCHA_SECRET must both be set, or neither.',
    )
  })

  test('has neither emulator nor sandbox script with real keys', () => {
    const config = siteConfigOf(readSettings({ ...realFirebase, ...realStripe }))
    expect(config.authEmulatorUrl).toBeUndefined()
    expect(config.features).toBeUndefined()
    expect(config.stripe).toEqual({ publishableKey: 'pk_test_abc', scriptUrl: undefined })
  })
})
