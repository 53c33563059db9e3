import { expect, it } from 'vitest'
import { annual, monthly } from '#tests/support/a-visitor.ts'
import { paymentQuestions } from '#web/content/words/payment-questions.ts'

const now = new Date('2026-11-26T12:00:00Z')
const firstOf = (product: typeof annual) => paymentQuestions(product, null, now)[0]

it('a card for free days is explained with the day of the reminder', () => {
  expect(firstOf(annual)?.answer).toBe(
    'So your coaching doesn’t stop on day 15. We email you on 3\u00a0December, before the first charge.',
  )
  expect(firstOf(monthly)?.answer).toMatch(/day 8\. We email you on 30\u00a0November/)
})

it('no reminder is promised that is not sent', () =>
  expect(firstOf({ ...annual, trialDays: 3 })?.answer).toBe(
    'So your coaching doesn’t stop on day 4.',
  ))

it('an order without free days says why', () =>
  expect(firstOf({ ...annual, trialDays: 0 })?.question).toBe('Why are there no free days?'))

it('cancelling takes two steps, on any device', () => {
  const cancelling = paymentQuestions(annual, null, now).find(({ question }) =>
    /cancel/i.test(question),
  )
  expect(cancelling?.answer).toMatch(/^In your account, in two steps\./)
})
