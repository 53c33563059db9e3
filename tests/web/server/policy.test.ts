import { describe, expect, it } from 'vitest'
import { createDocumentPolicy, documentHeaders, helmetOptions } from '#web/server/policy.ts'
import type { InlineSources } from '#web/server/site-manifest.ts'
import { aSetting, aSiteConfig } from './a-site.ts'

const nothing: InlineSources = { scripts: [], styles: [], styleAttributes: [] }

type Settings = Parameters<typeof createDocumentPolicy>[0]

const policyOf = (settings: Settings, inline = nothing) =>
  createDocumentPolicy(settings)(inline).directives as Readonly<Record<string, readonly string[]>>

describe('the content security policy', () => {
  it('allows the local services, and no external service except reCAPTCHA', () => {
    const policy = policyOf(aSetting)
    expect(policy['connectSrc']).toEqual([
      "'self'",
      'http://api.test',
      'http://identity.test',
      'http://events.test',
      'http://errors.test:9',
      'http://pay.test',
      'https://www.google.com/recaptcha/',
    ])
    expect(policy['frameSrc']).toContain('http://pay.test')
    expect(policy['scriptSrc']).toEqual([
      "'self'",
      'http://pay.test',
      'https://www.google.com/recaptcha/',
      'https://www.gstatic.com/recaptcha/',
    ])
  })

  it('allows the production origins of Stripe and Google, and the configured analytics origin', () => {
    const config = {
      ...aSiteConfig,
      authEmulatorUrl: undefined,
      stripe: { publishableKey: 'pk_live_1' },
      analytics: { apiKey: 'k', serverUrl: 'https://events.test/upload' },
    }
    const policy = policyOf({ ...aSetting, config, siteUrl: 'https://evenkeel.test' })
    expect(policy['scriptSrc']).toContain('https://js.stripe.com')
    expect(policy['frameSrc']).toEqual(
      expect.arrayContaining(['https://js.stripe.com', 'https://hooks.stripe.com']),
    )
    expect(policy['connectSrc']).toEqual(
      expect.arrayContaining([
        'https://identitytoolkit.googleapis.com',
        'https://securetoken.googleapis.com',
        'https://api.stripe.com',
        'https://events.test',
      ]),
    )
  })

  it('allows a local replacement for reCAPTCHA', () => {
    const policy = policyOf({
      ...aSetting,
      config: {
        ...aSiteConfig,
        recaptcha: { siteKey: 'k', scriptUrl: 'http://person.test/api.js' },
      },
    })
    for (const directive of ['scriptSrc', 'connectSrc', 'frameSrc'])
      expect(policy[directive]).toContain('http://person.test')
  })

  it('allows no inline code except the document’s own', () => {
    expect(JSON.stringify(policyOf(aSetting))).not.toContain('unsafe')
    const policy = policyOf(aSetting, {
      scripts: ["'sha256-a'"],
      styles: ["'sha256-b'"],
      styleAttributes: ["'sha256-c'"],
    })
    expect(policy['scriptSrc']).toContain("'sha256-a'")
    expect(policy['styleSrc']).toEqual(["'self'", "'sha256-b'"])
    expect(policy['styleSrcAttr']).toEqual(["'unsafe-hashes'", "'sha256-c'"])
    expect(JSON.stringify(policy)).not.toContain('unsafe-inline')
  })

  it('enforces https if the site uses it', () => {
    const secure = { ...aSetting, siteUrl: 'https://evenkeel.test' }
    expect(helmetOptions(secure).strictTransportSecurity).toBe(true)
    expect(helmetOptions(aSetting).strictTransportSecurity).toBe(false)
    expect(policyOf(secure)).toHaveProperty('upgradeInsecureRequests')
    expect(policyOf(aSetting)).not.toHaveProperty('upgradeInsecureRequests')
  })

  it('requests violation reports if the settings enable them', () => {
    const reporting = { ...aSetting, takesReports: true }
    expect(policyOf(reporting)).toMatchObject({ reportUri: ['/csp-reports'], reportTo: ['csp'] })
    expect(documentHeaders(reporting)).toHaveProperty('reporting-endpoints', 'csp="/csp-reports"')
    expect(policyOf(aSetting)).not.toHaveProperty('reportUri')
  })
})
