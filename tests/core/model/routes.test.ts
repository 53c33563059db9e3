import { describe, expect, it } from 'vitest'
import { journeyOf, safeReturnTo, signInPath } from '#core/model/routes.ts'

describe('safeReturnTo', () => {
  it.each(['/sign-up/payment', '/account?tab=plan#invoices', '/enroll/payment?plan=a%20b'])(
    'returns %s',
    (path) => expect(safeReturnTo(path)).toBe(path),
  )

  it.each([
    'https://evil.example',
    '//evil.example',
    '/\\evil.example',
    'javascript:alert(1)',
    '',
    null,
    '/a b',
    '/%5cevil.example',
    '/%2F/evil.example',
    '/%09/evil.example',
    '/%',
    '/account#100%',
    'account/plan',
    'x/account',
  ])('falls back to the account for %s', (path) => expect(safeReturnTo(path)).toBe('/account'))

  it('falls back to the path that the caller names', () =>
    expect(safeReturnTo(undefined, '/')).toBe('/'))
})

describe('signInPath', () => {
  it('carries the return path in its query', () => {
    expect(signInPath('/account?tab=plan#invoices')).toBe(
      '/sign-in?returnTo=%2Faccount%3Ftab%3Dplan%23invoices',
    )
  })
})

describe('journeyOf', () => {
  it.each([
    ['/sign-up/payment', 'sign-up'],
    ['/enroll/payment', 'enroll'],
    ['/assessment/survey', 'assessment'],
    ['/sign-up', null],
    ['/sign-upper/payment', null],
    ['/company/sign-up/', null],
    ['/', null],
  ])('finds for %s the journey %s', (path, journey) => expect(journeyOf(path)).toBe(journey))
})
