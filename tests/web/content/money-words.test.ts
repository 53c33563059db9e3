import { expect, it } from 'vitest'
import { annual, welcome20 } from '#tests/support/a-visitor.ts'
import { promotionWords, shortChargeWords, startLabel } from '#web/content/words/money-words.ts'

const repeating = { id: 'promo_2', code: 'HALF', percentOff: 50, duration: 'repeating' } as const

it.each([
  [undefined, '50% off for 1 month'],
  [1, '50% off for 1 month'],
  [6, '50% off for 6 months'],
])('a promotion that lasts %s months is described as "%s"', (months, words) => {
  expect(promotionWords(months === undefined ? repeating : { ...repeating, months })).toBe(words)
})

it.each([
  [annual, null, '14 days free'],
  [annual, welcome20, '14 days free, then $71.99'],
  [{ ...annual, trialDays: 0 }, null, '$89.99 today'],
  [{ ...annual, trialDays: 0 }, welcome20, '$71.99 today'],
] as const)(
  'the short form of a plan’s charge gives the free days and the first charge (case %#)',
  (product, promotion, words) => expect(shortChargeWords(product, promotion)).toBe(words),
)

const withoutTrial = { ...annual, trialDays: 0 }
it.each([
  [annual, null, 'Start 14 free days'],
  [{ ...annual, trialDays: 1 }, welcome20, 'Start 1 free day'],
  [withoutTrial, welcome20, 'Start and pay today'],
  [withoutTrial, { ...welcome20, percentOff: 100 }, 'Start for $0.00 today'],
] as const)(
  'the button that starts a plan promises free days or names what is paid today (case %#)',
  (product, promotion, words) => expect(startLabel(product, promotion)).toBe(words),
)
