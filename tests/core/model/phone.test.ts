import { describe, expect, it } from 'vitest'
import { isPhone, phoneEnding, toE164 } from '#core/model/phone.ts'

describe('a phone number as people write it', () => {
  it.each([
    ['+44 020 7946 0958', '+442079460958'],
    ['+44 (0)20 7946 0958', '+442079460958'],
    ['+39 (0)06 698 12345', '+390669812345'],
    ['+44 (020) 7946-0958', '+442079460958'],
    ['+4402079460958', '+442079460958'],
    ['+49 030 901820', '+4930901820'],
    ['+353 01 679 0000', '+35316790000'],
    ['+1 212 555 0123', '+12125550123'],
  ])('%s is stored as %s', (typed, stored) => {
    expect(isPhone(typed)).toBe(true)
    expect(toE164(typed)).toBe(stored)
  })

  it.each([
    ['Italy', '+39 06 698 12345', '+390669812345'],
    ['San Marino', '+378 0549 882345', '+3780549882345'],
    ['Ivory Coast', '+225 07 12 34 56 78', '+2250712345678'],
    ['Congo', '+242 06 123 4567', '+242061234567'],
  ])('keeps the zero that belongs to a number in %s', (_country, typed, stored) => {
    expect(toE164(typed)).toBe(stored)
  })

  it.each([
    '+44 20 7946 0958 12345',
    '+123456',
    '020 7946 0958',
    '+44 20 call me',
    '+0 20 7946 0958',
    ' +442079460958',
    '+1/212 555 0123',
  ])('is refused when it is %j', (typed) => expect(isPhone(typed)).toBe(false))

  it('is shown by its last four digits', () =>
    expect(phoneEnding('+442079460958')).toBe('ending in 0958'))
})
