import { expect, it } from 'vitest'
import { annual, monthly } from '#tests/support/a-visitor.ts'
import { paymentQuestions } from '#web/content/words/payment-questions.ts'

const now = new Date('2026-11-26T12:00:00Z')
const firstOf = (product: typeof annual) => paymentQuestions(product, null, now)[0]

it('the question why a trial needs a card is answered with the day of the reminder', () => {
  expect(firstOf(annual)?.answer).toBe(
    'So your coaching doesn’t stop on day 15. We email you on 3\u00a0December, before the first charge.',
  )
  expect(firstOf(monthly)?.answer).toMatch(/day 8\. We email you on 30\u00a0November/)
})

it('the answer why a trial needs a card promises no reminder when none is sent', () =>
  expect(firstOf({ ...annual, trialDays: 3 })?.answer).toBe(
    'So your coaching doesn’t stop on day 4.',
  ))

it('the first question about an order without free days is why there are none', () =>
  expect(firstOf({ ...annual, trialDays: 0 })?.question).toBe('Why are there no free days?'))

it('the answer on how to cancel says that cancelling takes two steps in the account', () => {
  const cancelling = paymentQuestions(annual, null, now).find(({ question }) =>
    /cancel/i.test(question),
  )
  expect(cancelling?.answer).toMatch(/^In your account, in two steps\./)
})
