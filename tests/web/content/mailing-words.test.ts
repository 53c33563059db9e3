import { expect, it } from 'vitest'
import { mailingRefusalWords } from '#web/content/words/mailing-words.ts'

it('the refusal of an email says how long to wait when the limit for emails is reached', () => {
  expect(mailingRefusalWords({ kind: 'rate-limited', retryAfterSeconds: 61 })).toBe(
    'You’ve reached our limit for emails. Please try again in 2 minutes.',
  )
})
