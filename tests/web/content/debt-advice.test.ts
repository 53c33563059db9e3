import { describe, expect, it } from 'vitest'
import { countryOf, debtAdvisers } from '#web/content/debt-advice.ts'

describe('the country of a visitor', () => {
  it.each([
    [['en-GB', 'en'], 'GB'],
    [['de', 'de-AT'], 'AT'],
    [['zh-Hant-TW'], 'TW'],
    [['en'], null],
    [['es-419'], null],
    [[], null],
  ])('whose browser is set to %j is %s', (languages, country) =>
    expect(countryOf(languages)).toBe(country),
  )
})

describe('the debt advisers', () => {
  it('have unique https addresses', () => {
    const urls = debtAdvisers.map(({ url }) => url)
    expect(urls.filter((url) => !url.startsWith('https://'))).toEqual([])
    expect(new Set(urls).size).toBe(urls.length)
  })

  it('have country codes that have a name', () => {
    const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' })
    expect(debtAdvisers.filter(({ country }) => !names.of(country))).toEqual([])
  })
})
