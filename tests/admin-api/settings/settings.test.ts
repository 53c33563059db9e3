import { describe, expect, test } from 'vitest'
import { SettingsError } from '#admin-api/settings/environment.ts'
import { readSettings } from '#admin-api/settings/settings.ts'

const sandbox = { STRIPE_API_BASE: 'http://127.0.0.1:8002' }
const production = {
  NODE_ENV: 'production',
  FIREBASE_PROJECT_ID: 'evenkeel',
  FIREBASE_API_KEY: 'key',
  STRIPE_SECRET_KEY: 'sk_live_secret',
  STRIPE_WEBHOOK_SECRET: 'whsec_secret',
  SITE_URL: 'https://example.com',
  DATABASE_URL: 'postgres://app@db.internal/app?sslmode=verify-full',
  CORS_ORIGINS: 'https://example.com, https://www.example.com',
  LEDGER_KEY: 'a-key-of-more-than-32-characters-00',
}

const problemsOf = (environment: Record<string, string>): readonly string[] => {
  try {
    readSettings(environment)
    return []
  } catch (error) {
    if (error instanceof SettingsError) return error.problems
    throw error
  }
}

describe('the settings', () => {
  test('have defaults for the local sandbox', () => {
    expect(readSettings({ ...sandbox, DATA_DIR: 'data' })).toMatchObject({
      port: 8001,
      host: '127.0.0.1',
      corsOrigins: ['http://localhost:8000'],
      database: { folder: 'data/database' },
      stripe: { secretKey: 'sk_test_sandbox', webhookSecret: 'whsec_sandbox' },
      identity: { projectId: 'demo-evenkeel', emulatorHost: null },
    })
  })

  test('count empty values as unset', () => {
    expect(readSettings({ ...sandbox, DATABASE_URL: '', STAGING_AUTH: ' ' })).toMatchObject({
      database: { folder: '.sandbox/database' },
      stagingAuth: null,
    })
  })

  test('say how many connections to the database a process may have', () => {
    const server = { ...sandbox, DATABASE_URL: 'postgres://app@127.0.0.1/app' }
    expect(readSettings(server).database).toMatchObject({ poolSize: 10 })
    expect(readSettings({ ...server, DATABASE_POOL_SIZE: '3' }).database).toMatchObject({
      poolSize: 3,
    })
  })

  test('send events to analytics only with a key', () => {
    const serverUrl = 'http://127.0.0.1:8003/analytics'
    const address = { ...sandbox, ANALYTICS_SERVER_URL: serverUrl }
    expect(readSettings(address).analytics).toBeNull()
    expect(readSettings({ ...address, ANALYTICS_API_KEY: 'key' }).analytics).toEqual({
      apiKey: 'key',
      serverUrl,
    })
  })

  test('are accepted in production when all are given', () => {
    expect(readSettings(production)).toMatchObject({
      production: true,
      corsOrigins: ['https://example.com', 'https://www.example.com'],
    })
  })

  test.each([
    ['ADMIN_API_PORT', 'eighty'],
    ['ADMIN_API_PORT', '70000'],
    ['STRIPE_API_BASE', 'localhost'],
    ['CORS_ORIGINS', 'https://a.example/path'],
    ['CORS_ORIGINS', '*'],
    ['FIREBASE_AUTH_EMULATOR_HOST', 'http://x'],
    ['LOG_LEVEL', 'loud'],
    ['RATE_LIMIT_PUBLIC_PER_MINUTE', '0'],
    ['MAX_DIAGNOSES_PER_USER', '0'],
    ['RATE_LIMIT_EXPORT_PER_HOUR', '0'],
    ['RATE_LIMIT_APP_CLAIM_PER_HOUR', '0'],
    ['RATE_LIMIT_PAYMENT_PER_HOUR', '0'],
    ['APP_OPEN_URL', 'evenkeel:open'],
    ['MIGRATE_ON_START', 'no'],
    ['RUN_JOBS', '1'],
    ['SITE_URL', 'nowhere'],
    ['STRIPE_AUTOMATIC_TAX', 'yes'],
    ['DATABASE_URL', 'mysql://a'],
    ['DATABASE_POOL_SIZE', '0'],
    ['DATABASE_POOL_SIZE', '101'],
    ['NODE_ENV', 'Production'],
    ['NODE_ENV', 'staging'],
    ['SENTRY_DSN', 'https://'],
    ['RECAPTCHA_MIN_SCORE', '1.5'],
    ['RECAPTCHA_MIN_SCORE', 'half'],
    ['RECAPTCHA_VERIFY_URL', 'google.com'],
    ['ANALYTICS_SERVER_URL', 'amplitude.com'],
    // The key also needs the address of the analytics server.
    ['ANALYTICS_API_KEY', 'key'],
  ])('refuse %s=%j, and name it', (name, value) => {
    expect(problemsOf({ ...sandbox, [name]: value })).toEqual([expect.stringContaining(name)])
  })

  test('limit how long a call to the payment provider may take with its retries', () => {
    const patience = (timeoutMs: number, retries: number) =>
      problemsOf({
        ...sandbox,
        STRIPE_TIMEOUT_MS: String(timeoutMs),
        STRIPE_MAX_NETWORK_RETRIES: String(retries),
      })
    expect([...patience(15_000, 2), ...patience(45_000, 0)]).toEqual([])
    expect(patience(15_001, 2)).toEqual([expect.stringContaining('STRIPE_TIMEOUT_MS')])
  })

  test('name all problems in one error', () => {
    expect(problemsOf({ ...sandbox, ADMIN_API_PORT: 'x', LOG_LEVEL: 'x' })).toHaveLength(2)
  })

  test('ask visitors for a challenge where RECAPTCHA_SECRET is set', () => {
    expect(readSettings(sandbox).challenge).toBeNull()
    expect(
      readSettings({ ...production, RECAPTCHA_SECRET: 'a-secret', RECAPTCHA_MIN_SCORE: '0.7' })
        .challenge,
    ).toEqual({
      secret: 'a-secret',
      minScore: 0.7,
      hostname: 'example.com',
      verifyUrl: 'https://www.google.com/recaptcha/api/siteverify',
    })
  })

  test('list earlier ledger keys after the current one', () => {
    expect(readSettings({ ...sandbox, LEDGER_KEY: 'today, yesterday' }).ledgerKeys).toEqual([
      'today',
      'yesterday',
    ])
  })

  test('never repeat the database’s password', () => {
    expect(problemsOf({ ...sandbox, DATABASE_URL: 'mysql://me:hunter2@db' }).join()).not.toContain(
      'hunter2',
    )
  })

  describe.each([
    ['NODE_ENV=production', { NODE_ENV: 'production', STRIPE_SECRET_KEY: 'sk_test_secret' }],
    [
      'a live secret key, whatever NODE_ENV says',
      { NODE_ENV: 'development', STRIPE_SECRET_KEY: 'sk_live_secret' },
    ],
    [
      'a live restricted key without NODE_ENV',
      { NODE_ENV: '', STRIPE_SECRET_KEY: 'rk_live_secret' },
    ],
  ])('with %s', (_name, mode) => {
    test('are read as production settings', () => {
      expect(readSettings({ ...production, ...mode }).production).toBe(true)
    })

    test.each([
      ['FIREBASE_AUTH_EMULATOR_HOST', '127.0.0.1:9099'],
      ['STRIPE_WEBHOOK_SECRET', 'whsec_sandbox'],
      ['STRIPE_API_BASE', 'http://127.0.0.1:8002'],
      ['STRIPE_API_BASE', 'https://api.evil.example'],
      ['STRIPE_WEBHOOK_SECRET', ''],
      ['FIREBASE_PROJECT_ID', ''],
      ['FIREBASE_API_KEY', ''],
      ['DATABASE_URL', ''],
      ['SITE_URL', ''],
      ['SITE_URL', 'http://example.com'],
      ['SITE_URL', 'https://'],
      ['SENTRY_DSN', 'https://'],
      ['CORS_ORIGINS', 'http://example.com'],
      ['DATABASE_URL', 'postgres://app@db.internal/app'],
      ['LEDGER_KEY', ''],
      ['LEDGER_KEY', 'sandbox-ledger-key'],
      ['RECAPTCHA_SECRET', 'sandbox'],
      ['RECAPTCHA_VERIFY_URL', 'http://example.com/siteverify'],
      ['ANALYTICS_SERVER_URL', 'http://example.com/events'],
    ])('refuse %s=%j', (name, value) => {
      expect(problemsOf({ ...production, ...mode, [name]: value })).toEqual([
        expect.stringContaining(name),
      ])
    })
  })

  test.each(['sk_test_sandbox', ''])('refuse production with the Stripe key %j', (key) => {
    expect(problemsOf({ ...production, STRIPE_SECRET_KEY: key })).toEqual([
      expect.stringContaining('STRIPE_SECRET_KEY'),
    ])
  })
})

test('the settings resolve the host localhost, which may have two addresses, to 127.0.0.1', () => {
  expect(readSettings({ ...sandbox, ADMIN_API_HOST: 'localhost' }).host).toBe('127.0.0.1')
})

describe('the proxies that are trusted', () => {
  const trusted = (TRUST_PROXY: string) => readSettings({ ...sandbox, TRUST_PROXY }).trustProxy

  test.each([
    ['', 0],
    ['false', 0],
    ['0', 0],
    ['2', 2],
    ['10.0.0.0/8, ::1', ['10.0.0.0/8', '::1']],
    ['loopback,uniquelocal', ['loopback', 'uniquelocal']],
  ])('are read from TRUST_PROXY=%s', (text, proxies) => {
    expect(trusted(text)).toEqual(proxies)
  })

  test.each([
    'true',
    'maybe',
    '-1',
    '1.5',
    '11',
    '0.0.0.0/0',
    '::/0',
    '10.0.0.0/33',
    '10.0.0.0/8/8',
    '10.0.0.0/',
    'proxy.example',
    '10.0.0.1,',
    ',',
  ])('are refused if TRUST_PROXY trusts everybody or is malformed: %s', (text) => {
    expect(problemsOf({ ...sandbox, TRUST_PROXY: text })).toEqual([
      expect.stringContaining('TRUST_PROXY'),
    ])
  })
})
