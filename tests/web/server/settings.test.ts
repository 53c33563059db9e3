import { describe, expect, it } from 'vitest'
import { readServerSettings } from '#web/server/settings.ts'
import { aSiteConfig } from './a-site.ts'

const environment = { SITE_PORT: '8000', SITE_CONFIG: JSON.stringify(aSiteConfig) }

describe('the settings of the site server', () => {
  it('need a port and a configuration', () => {
    expect(readServerSettings(environment)).toEqual({
      host: '127.0.0.1', port: 8000, processes: 2, siteUrl: 'http://localhost:8000', config: aSiteConfig, takesReports: false, stopTimeout: 5000,
    })
    expect(() => readServerSettings({})).toThrow(/^SITE_PORT must be .*\nSITE_CONFIG must be/)
  })

  it.each([
    ['SITE_PORT', '80000'],
    ['SITE_PROCESSES', '0'],
    ['SITE_URL', 'harbour'],
    ['CSP_REPORTS', 'yes'],
    ['SITE_CONFIG', '{"adminApiUrl":"http://api.test"}'],
    ['SITE_CONFIG', JSON.stringify({ ...aSiteConfig, sentry: { dsn: 'javascript:1' } })],
  ])('refuse %s=%s', (name, value) => {
    expect(() => readServerSettings({ ...environment, [name]: value })).toThrow(name)
  })
})
