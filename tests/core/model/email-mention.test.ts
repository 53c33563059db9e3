import { describe, expect, it } from 'vitest'
import { decodeFully, mentionsEmail } from '#core/model/email-mention.ts'

const encoded = (text: string, rounds: number): string =>
  rounds === 0 ? text : encoded(encodeURIComponent(text), rounds - 1)

describe('mentionsEmail', () => {
  it.each([0, 1, 2, 3, 7])('recognises an email after %i rounds of percent-encoding', (rounds) => {
    expect(mentionsEmail(encoded('maya@example.com', rounds))).toBe(true)
  })

  it.each([
    'maya%4%30example.com',
    'maya%2%3540example.com',
    '%C3%40example.com',
    'maya＠example.com',
    'maya%EF%BC%A0example.com',
  ])('recognises the email in %s', (text) => expect(mentionsEmail(text)).toBe(true))

  it('assumes an email in a text with too many rounds of encoding', () => {
    expect(decodeFully(encoded('spring', 0).concat('%'.padEnd(40, '25').concat('41')))).toBeNull()
    expect(mentionsEmail(`%${'25'.repeat(40)}41`)).toBe(true)
  })

  it.each(['spring sale', '100%', '50%25 off', '%E2%82%AC 12.99', ''])(
    'finds no email in %j',
    (text) => {
      expect(mentionsEmail(text)).toBe(false)
    },
  )
})
