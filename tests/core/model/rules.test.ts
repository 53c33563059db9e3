import { describe, expect, it } from 'vitest'
import { attribute, noAttribution, restoreAttribution, touchOf } from '#core/model/attribution.ts'
import { defaultFeatures, defaultFlags, readFeatures, resolveFeatures } from '#core/model/feature-flags.ts'
import { isStrongPassword, passwordRules } from '#core/model/password-rules.ts'
import { safeReturnTo } from '#core/model/routes.ts'

describe('password rules', () => {
  const unmet = (password: string) => passwordRules.filter(({ met }) => !met(password)).map(({ id }) => id)

  it.each([
    ['', ['uppercase', 'lowercase', 'digit', 'length']],
    ['secret77', ['uppercase']],
    ['SECRET77', ['lowercase']],
    ['Secretss', ['digit']],
    ['Secret7', ['length']],
    ['Secret77', []],
  ])('%s leaves unmet: %j', (password, rules) => expect(unmet(password)).toEqual(rules))

  it('are strong together', () => {
    expect(isStrongPassword('Secret77')).toBe(true)
    expect(isStrongPassword('Secret7')).toBe(false)
  })
})

describe('the way back after signing in', () => {
  it.each(['/sign-up/payment', '/account?tab=plan#invoices', '/enroll/payment?plan=a%20b'])('follows %s', (path) => expect(safeReturnTo(path)).toBe(path))

  it.each(['https://evil.example', '//evil.example', '/\\evil.example', 'javascript:alert(1)', '', null, '/a b', '/%5cevil.example', '/%2F/evil.example', '/%09/evil.example', '/%', '/account#100%'])(
    'refuses %s',
    (path) => expect(safeReturnTo(path)).toBe('/account'),
  )
})

describe('feature flags', () => {
  it('ignore the URL in this build', () => {
    expect(resolveFeatures('?FEATURE_tracking=false')).toEqual(defaultFeatures)
  })

  it('follow the URL where toggling is on', () => {
    const features = { ...defaultFlags, toggleByUrl: true }
    expect(resolveFeatures('?FEATURE_tracking=false&FEATURE_verification=maybe', features)).toEqual({
      tracking: false,
      verification: true,
      staticMode: true,
      toggleByUrl: true,
    })
  })
})

describe('the features of a build', () => {
  it('are all on, and not to be switched in the URL, unless its environment says otherwise', () => {
    expect(readFeatures({})).toEqual({ tracking: true, verification: true, staticMode: true, toggleByUrl: false })
    expect(readFeatures({ FEATURE_TRACKING: 'false', FEATURE_VERIFICATION: '', FEATURE_TOGGLE_BY_URL: 'true' })).toEqual({
      tracking: false,
      verification: true,
      staticMode: true,
      toggleByUrl: true,
    })
  })

  it('are refused where they are neither on nor off', () => {
    expect(() => readFeatures({ FEATURE_STATIC_MODE: 'off' })).toThrow('FEATURE_STATIC_MODE must be true or false, not "off".')
  })
})

describe('attribution', () => {
  const query = (search: string) => {
    const parameters = new URLSearchParams(search)
    return (name: string) => parameters.get(name)
  }
  const spring = touchOf(query('utm_source=news&utm_campaign=spring'))
  const autumn = touchOf(query('utm_source=search'))

  it('keeps the first touch and follows the last', () => {
    const later = attribute(attribute(noAttribution, spring), autumn)
    expect(later).toEqual({ firstTouch: { source: 'news', campaign: 'spring' }, lastTouch: { source: 'search' } })
  })

  it('drops what names a person, and what is no text', () => {
    expect(touchOf(query('utm_source=news&utm_content=ada@example.com&utm_term='))).toEqual({ source: 'news' })
    expect(touchOf(query('utm_content=ada@example.com'))).toBeNull()
    expect(touchOf(query('utm_content=ada%252540example.com'))).toBeNull()
    expect(touchOf(query(`utm_content=${'x'.repeat(190)}ada%2540example.com`))).toBeNull()
  })

  it('drops what cannot be stored, and cuts between characters', () => {
    for (const value of ['a\0b', '\0', 'a\ud83d', '\ude00a']) {
      expect(touchOf((name) => ({ utm_source: 'news', utm_term: value })[name] ?? null)).toEqual({ source: 'news' })
    }
    const long = touchOf(query(`utm_term=${'x'.repeat(199)}😀😀`))
    expect(long).toEqual({ term: `${'x'.repeat(199)}😀` })
  })

  it('is remembered as it was, and forgotten where it is broken', () => {
    const attribution = attribute(attribute(noAttribution, spring), autumn)
    expect(restoreAttribution(JSON.stringify(attribution))).toEqual(attribution)
    for (const broken of [null, 'not JSON', '7', '{"firstTouch":"x","lastTouch":{"source":7,"other":"y"}}']) {
      expect(restoreAttribution(broken)).toEqual(noAttribution)
    }
  })

  it('changes nothing on a direct visit', () => {
    const before = attribute(noAttribution, spring)
    expect(attribute(before, touchOf(query('')))).toBe(before)
  })
})
