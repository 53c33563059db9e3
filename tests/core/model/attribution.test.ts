import { describe, expect, it } from 'vitest'
import {
  attribute,
  savedFor,
  withSavedFor,
  noAttribution,
  restoreAttribution,
  touchOf,
} from '#core/model/attribution.ts'

const query = (search: string) => {
  const parameters = new URLSearchParams(search)
  return (name: string) => parameters.get(name)
}
const spring = touchOf(query('utm_source=news&utm_campaign=spring'))
const autumn = touchOf(query('utm_source=search'))
const both = attribute(attribute(noAttribution, spring), autumn)

describe('touchOf', () => {
  it('reads all five UTM values without the spaces around them', () => {
    const search =
      'utm_source= news &utm_medium=mail&utm_campaign=spring&utm_content=top&utm_term=debt&source=other'
    expect(touchOf(query(search))).toEqual({
      source: 'news',
      medium: 'mail',
      campaign: 'spring',
      content: 'top',
      term: 'debt',
    })
  })

  it('returns null when the query has no UTM values', () =>
    expect(touchOf(query('utm_source=+'))).toBeNull())

  it('drops a value that contains an email and keeps the others', () => {
    expect(touchOf(query('utm_source=news&utm_content=ada@example.com&utm_term='))).toEqual({
      source: 'news',
    })
  })

  it.each(['ada@example.com', 'ada%252540example.com', `${'x'.repeat(190)}ada%2540example.com`])(
    'drops the value %s, which contains an email',
    (value) => {
      expect(touchOf(query(`utm_content=${value}`))).toBeNull()
    },
  )

  it.each(['a\0b', '\0', 'a\ud83d', '\ude00a'])('drops %j, which cannot be stored', (value) => {
    expect(touchOf((name) => ({ utm_source: 'news', utm_term: value })[name] ?? null)).toEqual({
      source: 'news',
    })
  })

  it('cuts a long value between characters', () => {
    expect(touchOf(query(`utm_term=${'x'.repeat(199)}😀😀`))).toEqual({
      term: `${'x'.repeat(199)}😀`,
    })
  })
})

describe('attribute', () => {
  it('keeps the first touch and updates the last', () => {
    expect(attribute(attribute(noAttribution, spring), autumn)).toEqual({
      firstTouch: { source: 'news', campaign: 'spring' },
      lastTouch: { source: 'search' },
    })
  })

  it('changes nothing on a direct visit', () => {
    const before = attribute(noAttribution, spring)
    expect(attribute(before, touchOf(query('')))).toBe(before)
  })
})

describe('restoreAttribution', () => {
  it('returns what was stored', () =>
    expect(restoreAttribution(JSON.stringify(both))).toEqual(both))

  it.each([
    null,
    'not JSON',
    '7',
    '[]',
    '{"firstTouch":"x","lastTouch":{"source":7,"other":"y"}}',
    '{"firstTouch":null}',
  ])('returns no attribution for %j', (broken) =>
    expect(restoreAttribution(broken)).toEqual(noAttribution),
  )
})

describe('withSavedFor', () => {
  it('records the user for whom the attribution is saved, and keeps the attribution', () => {
    const marked = withSavedFor(both, 'user-1')
    expect(savedFor(marked)).toBe('user-1')
    expect(restoreAttribution(marked)).toEqual(both)
  })

  it.each([null, 'not JSON', 'null', '7', JSON.stringify(both)])(
    'finds no user in the stored %j',
    (stored) => {
      expect(savedFor(stored)).toBeUndefined()
    },
  )
})
