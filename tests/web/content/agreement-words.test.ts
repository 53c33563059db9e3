import { describe, expect, it } from 'vitest'
import { aConsent, annual, welcome20 } from '#tests/support/a-visitor.ts'
import { agreedWords } from '#web/content/words/agreement-words.ts'

const consent = {
  ...aConsent,
  agreedAt: new Date(2026, 10, 26, 9, 41).toISOString(),
  trialEnd: new Date(2026, 11, 10, 9, 41).toISOString(),
}

describe('the sentence about what a subscriber agreed to', () => {
  it('gives the date and time, the plan, the price, the promotion and the end of the free days', () => {
    expect(agreedWords({ ...consent, discount: welcome20 }, annual)).toBe(
      'On 26\u00a0November 2026 at 09:41 you agreed to Annual for $89.99 a year, with WELCOME20 (20% off your first charge), free until 10\u00a0December 2026.',
    )
  })

  it('mentions neither free days nor a promotion where there were none', () => {
    expect(agreedWords({ ...consent, trialEnd: null }, annual)).toBe(
      'On 26\u00a0November 2026 at 09:41 you agreed to Annual for $89.99 a year.',
    )
  })

  it('gives the id and the bare price of a plan that is no longer offered', () => {
    expect(agreedWords({ ...consent, trialEnd: null }, null)).toBe(
      'On 26\u00a0November 2026 at 09:41 you agreed to annual for $89.99.',
    )
  })
})
