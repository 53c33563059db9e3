import { expect, it } from 'vitest'
import { mailingRefusalWords } from '#web/content/words/mailing-words.ts'

it.each([
  [1, '1 second'],
  [42, '42 seconds'],
  [61, '2 minutes'],
  [3600, '60 minutes'],
  [3601, '2 hours'],
  [86_400, '24 hours'],
])('a wait of %d seconds is described as %s', (retryAfterSeconds, words) => {
  expect(mailingRefusalWords({ kind: 'rate-limited', retryAfterSeconds })).toBe(
    `You’ve reached our limit for emails. Please try again in ${words}.`,
  )
})
