import { describe, expect, it } from 'vitest'
import { checkProfileChanges } from '#admin-api/domain/profile.ts'
import { isPersonName } from '#core/model/person-name.ts'

const rules = {
  site: isPersonName,
  'admin API': (firstName: string) =>
    checkProfileChanges({ firstName }, new Date('2026-11-21T12:00:00Z')).errors.length === 0,
}

describe.each(Object.entries(rules))('a name on the %s', (_side, accepts) => {
  it.each([
    'Ada',
    "O'Brien-Nkosi",
    'José',
    'علی\u200cرضا',
    'ශ්\u200dරී',
    'क्\u200dष',
    'ன்\u200cன',
    'X Æ A-12',
    'Martin Luther King, Jr.',
  ])('is accepted: %j', (name) => {
    expect(accepts(name)).toBe(true)
  })

  it.each([
    'a\0b',
    'a\u200bb',
    'a\u200d',
    '\u200ca',
    '\u200d',
    '\u200e\u200f',
    'a\u200c\u200db',
    'a \u200cb',
    'a\ud800',
    'https://evil.example',
    'me@evil.example',
    'evil\\example',
    '<b>Ada',
    'Ada>',
  ])('is refused: %j', (name) => {
    expect(accepts(name)).toBe(false)
  })
})
