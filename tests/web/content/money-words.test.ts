import { expect, it } from 'vitest'
import { promotionWords } from '#web/content/words/money-words.ts'

const repeating = { id: 'promo_2', code: 'HALF', percentOff: 50, duration: 'repeating' } as const

it.each([
  [undefined, '50% off for 1 month'],
  [1, '50% off for 1 month'],
  [6, '50% off for 6 months'],
])('a promotion that repeats %s times is described as "%s"', (months, words) => {
  expect(promotionWords(months === undefined ? repeating : { ...repeating, months })).toBe(words)
})
