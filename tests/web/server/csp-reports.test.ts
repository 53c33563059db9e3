import { describe, expect, it } from 'vitest'
import { aSetting, aSite } from './a-site.ts'

const legacy = 'application/csp-report'
const gathered = 'application/reports+json'

const aLegacyReport = (more: object = {}) => ({
  'csp-report': {
    'document-uri': 'http://localhost:8000/mail-link?oobCode=secret',
    'effective-directive': 'script-src-elem',
    'blocked-uri': 'http://evil.test/a.js?token=secret',
    'script-sample': 'secret',
    ...more,
  },
})

const aReport = {
  type: 'csp-violation',
  body: {
    documentURL: 'http://localhost:8000/sign-in?returnTo=secret',
    effectiveDirective: 'img-src',
    blockedURL: 'data',
  },
}

describe('CSP reports', () => {
  const aReceiver = () => {
    const { app, violations } = aSite(undefined, { settings: { ...aSetting, takesReports: true } })
    const send = async (body: unknown, type: string) => {
      const payload = typeof body === 'string' ? body : JSON.stringify(body)
      return (
        await app.inject({
          method: 'POST',
          url: '/csp-reports',
          headers: { 'content-type': type },
          payload,
        })
      ).statusCode
    }
    return { send, violations }
  }

  it('are logged from both report formats, without personal data in addresses', async () => {
    const { send, violations } = aReceiver()
    expect(await send(aLegacyReport(), legacy)).toBe(204)
    expect(await send([aReport, { type: 'deprecation', body: {} }], gathered)).toBe(204)
    expect(violations).toEqual([
      { directive: 'script-src-elem', blocked: 'http://evil.test', path: '/mail-link' },
      { directive: 'img-src', blocked: 'data', path: '/sign-in' },
    ])
  })

  it.each([
    [
      'text for a directive',
      aLegacyReport({
        'effective-directive': 'a\nforged line',
        'blocked-uri': 'b\nforged line',
        'document-uri': 7,
      }),
      [{ directive: 'unknown', blocked: 'unknown', path: 'unknown' }],
    ],
    [
      'a data URL',
      aLegacyReport({ 'blocked-uri': 'data:text/html,secret' }),
      [{ directive: 'script-src-elem', blocked: 'data:', path: '/mail-link' }],
    ],
    ['nothing', {}, []],
    ['null', null, []],
    ['entries that are not reports', [null, 7, { type: 'csp-violation' }], []],
  ])('are logged without unexpected values, given %s', async (_, body, noted) => {
    const { send, violations } = aReceiver()
    expect(await send(body, Array.isArray(body) ? gathered : legacy)).toBe(204)
    expect(violations).toEqual(noted)
  })

  it('are refused when they are too large, malformed, of another type or too many', async () => {
    const { send, violations } = aReceiver()
    expect(await send(aLegacyReport({ 'script-sample': 'a'.repeat(20_000) }), legacy)).toBe(413)
    expect(await send('{', legacy)).toBe(400)
    expect(await send('a', 'text/html')).toBe(415)
    expect(violations).toEqual([])
    const statuses = await Promise.all(
      Array.from({ length: 70 }, () => send(aLegacyReport(), legacy)),
    )
    expect(statuses.filter((status) => status === 429).length).toBeGreaterThan(5)
    expect(violations.length).toBeLessThanOrEqual(60)
  })

  it('are not accepted unless the settings enable them', async () => {
    const { app } = aSite()
    expect(
      (await app.inject({ method: 'POST', url: '/csp-reports', payload: {} })).statusCode,
    ).toBe(405)
  })
})
