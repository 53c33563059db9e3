import { describe, expect, it } from 'vitest'
import { hasAccess, isPaymentFailing, validityOf } from '#core/model/payment-standing.ts'
import type { SubscriptionStatus } from '#core/model/subscription.ts'

const statuses: readonly SubscriptionStatus[] = [
  'incomplete',
  'incomplete_expired',
  'trialing',
  'active',
  'past_due',
  'canceled',
  'unpaid',
  'paused',
]

describe('hasAccess', () => {
  const now = new Date('2026-11-27T12:00:00Z')
  const graceEndsAt = '2026-11-28T12:00:00Z'

  it('is true in the trial, while paid, and while past due within the grace period', () =>
    expect(statuses.filter((status) => hasAccess({ status, graceEndsAt }, now))).toEqual([
      'trialing',
      'active',
      'past_due',
    ]))

  it('is false once the grace period has ended', () => {
    const after = new Date(graceEndsAt)
    expect(hasAccess({ status: 'past_due', graceEndsAt }, after)).toBe(false)
    expect(hasAccess({ status: 'past_due', graceEndsAt: null }, now)).toBe(false)
  })
})

describe('isPaymentFailing', () => {
  const openInvoice = {
    amount: { amount: 8999, currency: 'usd' },
    attemptedAt: '2026-11-27T12:00:00Z',
    nextAttemptAt: null,
  }

  it('is true while an invoice of a past-due or unpaid subscription is open', () =>
    expect(statuses.filter((status) => isPaymentFailing({ status, openInvoice }))).toEqual([
      'past_due',
      'unpaid',
    ]))

  it('is false without an open invoice', () =>
    expect(statuses.some((status) => isPaymentFailing({ status, openInvoice: null }))).toBe(false))
})

describe('validityOf', () => {
  const now = new Date('2026-11-27T12:00:00Z')

  it.each([
    [2026, 10, 'expired'],
    [2025, 12, 'expired'],
    [2026, 11, 'expires-this-month'],
    [2026, 12, 'expires-next-month'],
    [2027, 1, 'valid'],
  ] as const)('calls a card that is valid through %i-%i %s', (expYear, expMonth, validity) =>
    expect(validityOf({ expYear, expMonth }, now)).toBe(validity),
  )

  it('returns expires-next-month in December for a card that is valid through January', () =>
    expect(validityOf({ expYear: 2027, expMonth: 1 }, new Date('2026-12-31T23:59:59Z'))).toBe(
      'expires-next-month',
    ))
})
