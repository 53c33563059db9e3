import { describe, expect, it } from 'vitest'
import { aSubscription } from '#tests/support/a-visitor.ts'
import {
  backToWords,
  confirmWords,
  consequenceWords,
  keepLabel,
  noReasonWords,
  offerWords,
  onItsWayWords,
  paidOnWords,
  refundedWords,
  nothingRefundedWords,
  sentBackWords,
  withdrawBusyLabel,
  withdrawLabel,
} from '#web/content/words/withdrawal-words.ts'

const usd = (amount: number) => ({ amount, currency: 'usd' })
const amount = usd(8999)
const until = new Date(2026, 11, 10, 12)
const live = { subscription: aSubscription({ status: 'active' }), amount }
const ended = { subscription: aSubscription({ status: 'canceled' }), amount }

describe('the words about a withdrawal', () => {
  it('give the amount and the deadline of a refund, and say that no reason is needed', () => {
    expect(offerWords(until, amount)).toBe('You can get $89.99 back until 10\u00a0December, 12:00.')
    expect(noReasonWords(until)).toBe(
      'You have until 10\u00a0December, 12:00, and you don’t need a reason.',
    )
  })

  it('say what happens to the money, access to the app, the account and the results', () => {
    expect(consequenceWords(live)).toEqual([
      'All $89.99 goes back to the card you paid with.',
      'Your plan ends as soon as you confirm, and with it your access to the app.',
      'You keep your account and your results.',
    ])
  })

  it('say when the plan was paid for, and where the money goes', () => {
    expect(paidOnWords({ createdAt: '2026-11-26T12:00:00Z' })).toBe('Paid on 26\u00a0November')
    expect(backToWords).toBe('Back to the card you paid with')
  })

  it('put the amount in the question and on the button', () => {
    expect(confirmWords(live, 'Annual')).toBe('Refund $89.99 and end Annual now?')
    expect(withdrawLabel(live)).toBe('Refund $89.99 and end my plan')
    expect(withdrawBusyLabel(amount)).toBe('Refunding $89.99')
    expect(keepLabel(live)).toBe('Keep my plan')
  })

  it('do not offer to end a plan that has already ended', () => {
    expect(consequenceWords(ended)[1]).toBe('Your plan has already ended, so nothing else changes.')
    expect(confirmWords(ended, 'Annual')).toBe('Refund $89.99?')
    expect(withdrawLabel(ended)).toBe('Refund $89.99')
    expect(keepLabel(ended)).toBe('Not now')
  })

  it('say that the money is on its way, and later that it went back', () => {
    expect(onItsWayWords(amount)).toBe(
      '$89.99 is on its way back to the card you paid with. Banks take 5 to 10 days.',
    )
    expect(sentBackWords(amount)).toBe('$89.99 went back to the card you paid with.')
  })

  it.each([
    [
      'withdrawal-over',
      live,
      'The 14-day refund period has ended. Nothing was refunded, and your plan hasn’t changed.',
    ],
    ['withdrawal-over', ended, 'The 14-day refund period has ended. Nothing was refunded.'],
    ['ended', ended, 'Your plan had already ended, so nothing was refunded just now.'],
    [
      'nothing-left',
      live,
      'Nothing was refunded just now: there’s nothing left to refund, or your bank is still deciding a dispute.',
    ],
  ] as const)('say why nothing was refunded: %s', (refusal, { subscription }, words) => {
    expect(nothingRefundedWords(refusal, subscription)).toBe(words)
  })

  it('say whether an invoice was refunded in full or in part', () => {
    expect(refundedWords(amount, amount)).toBe('Refunded')
    expect(refundedWords(amount, usd(1000))).toBe('Paid, $10.00 refunded')
  })
})
