import { describe, expect, it } from 'vitest'
import {
  accessWords,
  cardName,
  expiryWords,
  failureWords,
  nextTryWords,
  refusedCardWords,
  replaceLabel,
  replacedWords,
  replacingWords,
} from '#web/content/words/card-words.ts'

const now = new Date('2026-11-21T12:00:00Z')
const usd = { amount: 8999, currency: 'usd' }
const card = { brand: 'Mastercard', last4: '4444', expMonth: 12, expYear: 2030 }
const openInvoice = {
  amount: usd,
  attemptedAt: '2026-11-20T12:00:00Z',
  nextAttemptAt: '2026-11-24T12:00:00Z',
}

describe('the words about a card', () => {
  it('name the card by its network and last digits', () => {
    expect(cardName(card)).toBe('Mastercard ending\u00a04444')
  })

  it.each([
    [12, 2030, null, 'Expires 12/2030'],
    [1, 2027, null, 'Expires 01/2027'],
    [12, 2026, 'Expires next month', '12/2026'],
    [11, 2026, 'Expires this month', '11/2026'],
    [10, 2026, 'Has expired', '10/2026'],
  ])(
    'say when the card expires, and warn from the month before: %i/%i',
    (expMonth, expYear, warning, date) => {
      expect(expiryWords({ expMonth, expYear }, now)).toEqual({ warning, date })
    },
  )

  it('say how much a new card will be charged immediately', () => {
    expect([replacingWords(usd), replaceLabel(usd)]).toEqual([
      'It pays the $89.99 due now and becomes the card for your plan.',
      'Pay $89.99 with this card',
    ])
    expect([replacingWords(null), replaceLabel(null)]).toEqual([
      'It becomes the card for your plan. Nothing is charged now.',
      'Save this card',
    ])
  })

  it.each([
    [
      usd,
      card,
      'Ada',
      'Paid. Thank you, Ada. Your payment of $89.99 went through, and from now on we’ll charge Mastercard ending\u00a04444',
    ],
    [
      usd,
      null,
      null,
      'Paid. Thank you. Your payment of $89.99 went through, and from now on we’ll charge your new card',
    ],
    [null, card, 'Ada', 'Saved. From now on we’ll charge Mastercard ending\u00a04444.'],
  ] as const)(
    'say what was paid or saved, and which card will be charged from now on (case %#)',
    (paid, paymentMethod, firstName, words) => {
      const plan = { paymentMethod, cancelAtPeriodEnd: false }
      expect(replacedWords(paid, plan, firstName)).toContain(words)
    },
  )

  it.each([
    [usd, 'Paid. Thank you, Ada. Your payment of $89.99 went through.'],
    [null, 'Saved. Your plan still won’t renew.'],
  ])('announce no further charges for a cancelled plan (paid now: %j)', (paid, words) => {
    const plan = { paymentMethod: card, cancelAtPeriodEnd: true }
    expect(replacedWords(paid, plan, 'Ada')).toBe(words)
  })

  it('repeat why the provider declined the card, and say that nothing was charged', () => {
    const { reason, advice } = refusedCardWords({
      kind: 'declined',
      message: 'Your card was declined.',
    })
    expect(reason).toBe('Your card was declined.')
    expect(advice).toMatch(/^Nothing was charged\./)
    expect(refusedCardWords({ kind: 'rejected' }).advice).toMatch(/^Nothing was charged\./)
  })

  it('add no advice of their own to the provider’s after a failed bank check', () => {
    const message = 'Please choose a different payment method and try again.'
    expect(refusedCardWords({ kind: 'authentication-failed', message }).advice).toBe(
      'Nothing was charged.',
    )
  })

  it.each([
    [usd, { ...usd, amount: 9999 }, 'It was $89.99; now it’s $99.99. Nothing was charged.'],
    [usd, null, 'Nothing is due now. Nothing was charged.'],
    [null, usd, '$89.99 is due now. Nothing was charged.'],
    [usd, usd, 'Please check it. Nothing was charged.'],
  ])('say how the amount due has changed: from %j to %j', (was, due, advice) => {
    expect(refusedCardWords({ kind: 'due-changed', was, due }).advice).toBe(advice)
  })

  it('say how long to wait after too many attempts', () => {
    const { reason } = refusedCardWords({ kind: 'rate-limited', retryAfterSeconds: 30 })
    expect(reason).toBe('Too many attempts. Please wait 30 seconds and try again.')
  })
})

describe('the words about a failing payment', () => {
  it('say how much failed and when, and whether it is tried again', () => {
    expect(failureWords(openInvoice)).toBe('$89.99 didn’t go through on 20\u00a0November.')
    expect(nextTryWords(openInvoice)).toBe('We’ll try again on 24\u00a0November.')
    expect(nextTryWords({ ...openInvoice, nextAttemptAt: null })).toMatch(/won’t try/)
  })

  it.each([
    ['past_due', '2026-11-27T12:00:00Z', 'You keep full access until 27\u00a0November.'],
    ['past_due', '2026-11-21T12:00:00Z', 'You can use the app again as soon as it’s paid.'],
    ['unpaid', null, 'You can use the app again as soon as it’s paid.'],
  ] as const)(
    'say whether the app can still be used: status %s, grace period until %s',
    (status, graceEndsAt, words) => {
      expect(accessWords({ status, graceEndsAt }, now)).toBe(words)
    },
  )
})
