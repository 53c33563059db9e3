import { describe, expect, it } from 'vitest'
import { nextCharge } from '#core/model/next-charge.ts'
import type { Promotion } from '#core/model/plan.ts'
import { aConsent, aSubscription } from '#tests/support/a-visitor.ts'

const half: Promotion = { id: 'p', code: 'HALF', percentOff: 50, duration: 'repeating', months: 6 }
const price = { amount: 1299, currency: 'usd' }

/** What the period that ends then charges, for a plan that was ordered on 26 November. */
const chargeOn = (
  currentPeriodEnd: string,
  discount: Promotion | null,
  status = 'active' as const,
) =>
  nextCharge(
    aSubscription({
      status,
      price,
      discount,
      currentPeriodEnd,
      consent: { ...aConsent, agreedAt: '2026-11-26T09:00:00Z' },
    }),
  ).amount

describe('nextCharge', () => {
  it('is the price without a promotion', () => {
    expect(chargeOn('2026-12-26T09:00:05Z', null)).toBe(1299)
  })

  it('is reduced while a promotion of some months lasts', () => {
    expect(chargeOn('2027-05-03T09:00:05Z', half)).toBe(649)
    expect(chargeOn('2027-05-26T09:00:05Z', half)).toBe(1299)
    expect(chargeOn('2027-06-03T09:00:05Z', half)).toBe(1299)
  })

  it('is reduced by a promotion that lasts, and not by one for a charge that has been made', () => {
    expect(chargeOn('2030-01-26T09:00:05Z', { ...half, duration: 'forever' })).toBe(649)
    expect(chargeOn('2026-12-26T09:00:05Z', { ...half, duration: 'once' })).toBe(1299)
  })

  it('is the first charge at the end of a trial', () => {
    const discount: Promotion = { ...half, duration: 'once' }
    expect(nextCharge(aSubscription({ status: 'trialing', price, discount })).amount).toBe(649)
  })

  it('takes a promotion whose start is unknown as lasting', () => {
    const unknown = aSubscription({ status: 'active', price, discount: half, consent: null })
    expect(nextCharge(unknown).amount).toBe(649)
  })
})
