import { describe, expect, test } from 'vitest'
import { toSubscriber } from '#admin-api/domain/subscriber.ts'
import { active, date, trialing, usd } from './support/subscribed.ts'

const user = { id: 'user', createdAt: date('2026-11-26') }
const start = date('2026-12-10')
const end = date('2027-12-10')
const paid = {
  ...active,
  currentPeriodStart: start,
  canceledAt: null,
  billingIssueSince: null,
}

/** When access ends, as the app is told at this moment. */
const expiryAt = (now: Date, purchase: Parameters<typeof toSubscriber>[1][number]) => {
  const { entitlements, subscriptions } = toSubscriber(user, [purchase], { now, isSandbox: true })
  const { expires_date: expiry } = subscriptions['annual']!
  expect(entitlements['coaching']?.expires_date).toBe(expiry)
  return expiry
}

describe('access through a plan', () => {
  test('lasts until its period ends', () => {
    expect(expiryAt(date('2027-12-09'), paid)).toBe(end.toISOString())
  })

  test.each([
    ['paid', paid],
    ['free', { ...paid, ...trialing, currentPeriodEnd: end, trialEnd: end }],
  ])(
    'continues for three days after a %s period whose renewal is not yet known',
    (_what, renewing) => {
      for (const now of [end, date('2027-12-12'), date('2028-01-10')])
        expect(expiryAt(now, renewing)).toBe(date('2027-12-13').toISOString())
    },
  )

  test('ends with the period of a plan that was cancelled', () => {
    const cancelled = { ...paid, cancelAtPeriodEnd: true }
    expect(expiryAt(end, cancelled)).toBe(end.toISOString())
    expect(expiryAt(end, { ...cancelled, state: 'canceled' })).toBe(end.toISOString())
  })

  test('ends at the start of a period whose payment fails', () => {
    for (const state of ['past_due', 'unpaid', 'paused'])
      expect(expiryAt(end, { ...paid, state })).toBe(start.toISOString())
  })

  test('ends when the payment is refunded', () => {
    const refundedAt = date('2027-01-10').toISOString()
    const refund = { charge: 'ch', at: refundedAt, by: 'shop', card: null } as const
    const charged = {
      firstAt: start.toISOString(),
      refunded: usd(8999),
      isRefundable: false,
      refund: { ...refund, amount: usd(8999) },
    }
    expect(expiryAt(end, { ...paid, charged })).toBe(refundedAt)
  })
})
