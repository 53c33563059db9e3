import { assert, constantFrom, nat, property } from 'fast-check'
import { describe, expect, it } from 'vitest'
import { digitsIn, readWholeNumber } from '#core/model/whole-number.ts'

/** The runtime's numbering systems that have ten digits. */
const scripts = Intl.supportedValuesOf('numberingSystem').filter((system) => {
  const digits = new Intl.NumberFormat('en', {
    numberingSystem: system,
    useGrouping: false,
  }).format(1234567890)
  return /^\p{Nd}{10}$/u.test(digits)
})

describe('reading a whole number', () => {
  it.each(['', ' ', '\u3000', '\u200e'])('reads %j as an empty field', (text) =>
    expect(readWholeNumber(text)).toBeNull(),
  )

  it.each([
    '3.5',
    '3.0',
    '2,5',
    '1 985',
    'abc',
    '1e1',
    '0x10',
    '12345678901234567',
    '--1',
    '-',
    '½',
    '②',
    '二',
    '1_000',
    'Infinity',
  ])('does not read %j as a whole number', (text) => expect(readWholeNumber(text)).toBeNaN())

  it.each([
    [' 1985', 1985],
    ['1985 ', 1985],
    ['\u00a01985\n', 1985],
    ['\u200f١٩٨٥\u200f', 1985],
    ['１９８５', 1985],
    ['१९८५', 1985],
    ['𝟙𝟡𝟠𝟝', 1985],
    ['007', 7],
    ['-3', -3],
    ['−3', -3],
    ['-0', 0],
  ])('reads %j as %d', (text, value) => expect(readWholeNumber(text)).toBe(value))

  it('reads every number in the digits of every script', () => {
    expect(scripts.length).toBeGreaterThan(40)
    assert(
      property(constantFrom(...scripts), nat(), (numberingSystem, value) => {
        const written = new Intl.NumberFormat('en', { numberingSystem, useGrouping: false }).format(
          value,
        )
        expect(readWholeNumber(` ${written} `)).toBe(value)
      }),
    )
  })
})

describe('digitsIn', () => {
  it.each([
    ['998 987', '998987'],
    ['٩٩٨-٩٨٧', '998987'],
    ['no digits', ''],
  ])('finds in %j the digits %j', (text, digits) => expect(digitsIn(text)).toBe(digits))
})
