import { describe, expect, it } from 'vitest'
import { createDocumentHeaders } from '#web/server/policy.ts'
import { aSetting, aSiteConfig } from './a-site.ts'

const nothing = { scripts: [], styles: [], styleAttributes: [] }

const policyOf = (...parameters: Parameters<typeof createDocumentHeaders>) => {
  const { 'content-security-policy': policy = '' } = createDocumentHeaders(...parameters)(nothing)
  return Object.fromEntries(policy.split('; ').map((directive) => {
    const [name = '', ...sources] = directive.split(' ')
    return [name, sources]
  }))
}

describe('the content security policy', () => {
  it('reaches the services that run on this machine, and no real one beside the check for people', () => {
    const policy = policyOf(aSetting)
    expect(policy['connect-src']).toEqual([
      "'self'", 'http://api.test', 'http://identity.test', 'http://pay.test', 'https://www.google.com/recaptcha/', 'http://events.test', 'http://errors.test:9',
    ])
    expect(policy['frame-src']).toContain('http://pay.test')
    expect(policy['script-src']).toEqual(["'self'", 'http://pay.test', 'https://www.google.com/recaptcha/', 'https://www.gstatic.com/recaptcha/'])
  })

  it('reaches Stripe, Google and Amplitude when they are the real ones', () => {
    const config = { ...aSiteConfig, authEmulatorUrl: undefined, stripe: { publishableKey: 'pk_live_1' }, amplitude: { apiKey: 'k' } }
    const policy = policyOf({ ...aSetting, config, siteUrl: 'https://evenkeel.test' })
    expect(policy['script-src']).toContain('https://js.stripe.com')
    expect(policy['frame-src']).toEqual(expect.arrayContaining(['https://js.stripe.com', 'https://hooks.stripe.com']))
    expect(policy['connect-src']).toEqual(
      expect.arrayContaining(['https://identitytoolkit.googleapis.com', 'https://securetoken.googleapis.com', 'https://api.stripe.com', 'https://api2.amplitude.com']),
    )
  })

  it('reaches what stands in for the check for people', () => {
    const policy = policyOf({ ...aSetting, config: { ...aSiteConfig, recaptcha: { siteKey: 'k', scriptUrl: 'http://person.test/api.js' } } })
    for (const directive of ['script-src', 'connect-src', 'frame-src']) expect(policy[directive]).toContain('http://person.test')
  })

  it('allows nothing inline but what the document was sent with', () => {
    const headers = createDocumentHeaders(aSetting)
    expect(headers(nothing)['content-security-policy']).not.toContain('unsafe')
    const policy = headers({ scripts: ["'sha256-a'"], styles: ["'sha256-b'"], styleAttributes: ["'sha256-c'"] })['content-security-policy']
    expect(policy).toMatch(/script-src [^;]* 'sha256-a';/)
    expect(policy).toContain("style-src 'self' 'sha256-b';")
    expect(policy).toContain("style-src-attr 'unsafe-hashes' 'sha256-c';")
    expect(policy).not.toContain('unsafe-inline')
  })

  it('insists on https where the site has it', () => {
    expect(createDocumentHeaders({ ...aSetting, siteUrl: 'https://evenkeel.test' })(nothing)).toHaveProperty('strict-transport-security')
    expect(createDocumentHeaders(aSetting)(nothing)).not.toHaveProperty('strict-transport-security')
    expect(policyOf(aSetting)).not.toHaveProperty('upgrade-insecure-requests')
  })

  it('asks for reports of what it stops where the settings say so', () => {
    const headers = createDocumentHeaders({ ...aSetting, takesReports: true })(nothing)
    expect(headers['content-security-policy']).toMatch(/; report-uri \/csp-reports; report-to csp$/)
    expect(headers['reporting-endpoints']).toBe('csp="/csp-reports"')
    expect(policyOf(aSetting)).not.toHaveProperty('report-uri')
  })
})
