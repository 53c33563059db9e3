import { describe, expect, it } from 'vitest'
import { readServerSettings } from '#web/server/settings.ts'
import { aSiteConfig } from './a-site.ts'

const environment = { SITE_CONFIG: JSON.stringify(aSiteConfig) }

describe('the settings of the site server', () => {
  it('have defaults for everything but the site’s configuration', () => {
    expect(readServerSettings(environment)).toEqual({
      host: '127.0.0.1',
      port: 8000,
      processes: 2,
      siteUrl: 'http://localhost:8000',
      config: aSiteConfig,
      takesReports: false,
      stopTimeout: 5000,
      logLevel: 'info',
      metricsPort: null,
      tracing: null,
    })
    expect(() => readServerSettings({})).toThrow(/^SITE_CONFIG must be/)
  })

  it('turn localhost, which may have two addresses, into its IPv4 address', () => {
    expect(readServerSettings({ ...environment, SITE_HOST: 'localhost' }).host).toBe('127.0.0.1')
  })

  it.each([
    ['SITE_PORT', '80000'],
    ['SITE_PROCESSES', '0'],
    ['SITE_METRICS_PORT', '0'],
    ['LOG_LEVEL', 'loud'],
    ['SITE_URL', 'harbour'],
    ['CSP_REPORTS', 'yes'],
    ['NODE_ENV', 'Production'],
    ['SITE_CONFIG', JSON.stringify({ ...aSiteConfig, stripe: {} })],
    ['SITE_CONFIG', '{"adminApiUrl":"http://api.test"}'],
    ['SITE_CONFIG', JSON.stringify({ ...aSiteConfig, analytics: { apiKey: 'key' } })],
    ['SITE_CONFIG', JSON.stringify({ ...aSiteConfig, sentry: { dsn: 'javascript:1' } })],
  ])('refuse %s=%s', (name, value) => {
    expect(() => readServerSettings({ ...environment, [name]: value })).toThrow(name)
  })

  const { authEmulatorUrl: _emulator, ...withoutEmulator } = aSiteConfig
  const real = {
    ...withoutEmulator,
    adminApiUrl: 'https://api.test',
    stripe: { publishableKey: 'pk_test_1' },
    analytics: undefined,
    sentry: undefined,
  }
  const live = { ...real, stripe: { publishableKey: 'pk_live_1' } }
  const served =
    (config: object, more: Record<string, string> = {}) =>
    () =>
      readServerSettings({
        ...environment,
        SITE_URL: 'https://site.test',
        SITE_CONFIG: JSON.stringify(config),
        ...more,
      })

  it.each([
    ['NODE_ENV=production', real, 'production'],
    ['a live Stripe key, whatever NODE_ENV says', live, 'development'],
  ] as const)(
    'refuse sandbox services and unencrypted addresses with %s',
    (_name, config, mode) => {
      const inProduction = { NODE_ENV: mode }
      expect(served(config, inProduction)).not.toThrow()
      expect(served(config, { ...inProduction, SITE_URL: '' })).toThrow(
        'SITE_URL must be an https URL in production.',
      )
      expect(served(config, { ...inProduction, SITE_URL: 'http://site.test' })).toThrow('SITE_URL')
      expect(served({ ...config, adminApiUrl: 'http://api.test' }, inProduction)).toThrow(
        'adminApiUrl',
      )
      expect(served({ ...config, authEmulatorUrl: 'https://identity.test' }, inProduction)).toThrow(
        'authEmulatorUrl',
      )
      const foreign = { ...config.stripe, scriptUrl: 'https://evil.example/stripe.js' }
      expect(served({ ...config, stripe: foreign }, inProduction)).toThrow('stripe.scriptUrl')
      expect(served({ ...config, recaptcha: { siteKey: 'sandbox' } }, inProduction)).toThrow(
        'sandbox key of reCAPTCHA',
      )
      expect(
        served({ ...config, sentry: { dsn: 'http://key@errors.test/1' } }, inProduction),
      ).toThrow('https addresses of analytics, error reports and reCAPTCHA')
      const analytics = { apiKey: 'key', serverUrl: 'http://events.test/upload' }
      expect(served({ ...config, analytics }, inProduction)).toThrow('https addresses of analytics')
    },
  )

  it('refuse the Stripe key of the sandbox in production', () => {
    expect(
      served(
        { ...real, stripe: { publishableKey: 'pk_test_sandbox' } },
        { NODE_ENV: 'production' },
      ),
    ).toThrow('sandbox key')
  })
})
