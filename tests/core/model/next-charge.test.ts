import { describe, expect, it } from 'vitest'
import { isUncharged, nextCharge } from '#core/model/next-charge.ts'
import type { Promotion } from '#core/model/plan.ts'
import { aConsent, aSubscription } from '#tests/support/a-visitor.ts'

const half: Promotion = { id: 'p', code: 'HALF', percentOff: 50, duration: 'repeating', months: 6 }
const price = { amount: 1299, currency: 'usd' }

/** The charge at the end of the period, for a plan that was ordered on 26 November. */
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

  it('is reduced while a promotion for several months lasts', () => {
    expect(chargeOn('2027-05-03T09:00:05Z', half)).toBe(649)
    expect(chargeOn('2027-05-26T09:00:05Z', half)).toBe(1299)
    expect(chargeOn('2027-06-03T09:00:05Z', half)).toBe(1299)
  })

  it('is reduced by a promotion that lasts forever, and not by one for the first charge only', () => {
    expect(chargeOn('2030-01-26T09:00:05Z', { ...half, duration: 'forever' })).toBe(649)
    expect(chargeOn('2026-12-26T09:00:05Z', { ...half, duration: 'once' })).toBe(1299)
  })

  it('is reduced at the end of a trial by a promotion for the first charge', () => {
    const discount: Promotion = { ...half, duration: 'once' }
    expect(nextCharge(aSubscription({ status: 'trialing', price, discount })).amount).toBe(649)
  })

  it('is reduced by a promotion whose start is unknown', () => {
    const unknown = aSubscription({ status: 'active', price, discount: half, consent: null })
    expect(nextCharge(unknown).amount).toBe(649)
  })
})

describe('isUncharged', () => {
  const inMay = { status: 'active', currentPeriodEnd: '2027-05-26T09:00:00Z' } as const
  const at = (now: string) => new Date(`2027-04-${now}:00Z`)
  const renewal = { createdAt: '2027-04-26T09:00:00Z' }

  it('is true from the start of a period until its invoice is sent', () => {
    const before = { createdAt: '2027-03-26T09:00:00Z' }
    expect(isUncharged(inMay, 'month', [before], at('26T09:10'))).toBe(true)
    expect(isUncharged(inMay, 'month', [renewal, before], at('26T10:10'))).toBe(false)
  })

  it('is true at the start of a yearly period, and false in a trial', () => {
    const inYear = { ...inMay, currentPeriodEnd: '2028-04-26T09:00:00Z' }
    expect(isUncharged(inYear, 'year', [], at('26T09:10'))).toBe(true)
    expect(isUncharged({ ...inYear, status: 'trialing' }, 'year', [], at('26T09:10'))).toBe(false)
  })

  it('infers the interval of a plan that is no longer offered from its invoices', () => {
    const before = { createdAt: '2027-03-26T09:00:00Z' }
    const lastYear = { createdAt: '2026-05-26T09:00:00Z' }
    expect(isUncharged(inMay, null, [before], at('26T09:10'))).toBe(true)
    expect(isUncharged(inMay, null, [renewal, before], at('26T10:10'))).toBe(false)
    expect(isUncharged(inMay, null, [lastYear], at('26T09:10'))).toBe(false)
    const inYear = { ...inMay, currentPeriodEnd: '2028-04-26T09:00:00Z' }
    expect(isUncharged(inYear, null, [lastYear], at('26T09:10'))).toBe(true)
  })

  it('is false once the provider must have charged the period', () => {
    expect(isUncharged(inMay, 'month', [], at('30T08:59'))).toBe(true)
    expect(isUncharged(inMay, 'month', [], new Date('2027-05-02T09:01:00Z'))).toBe(false)
  })

  it('is true in a period that began on the 31st and ends in a shorter month', () => {
    const inFebruary = { status: 'active', currentPeriodEnd: '2027-02-28T09:00:00Z' } as const
    const december = { createdAt: '2026-12-31T09:00:00Z' }
    expect(isUncharged(inFebruary, 'month', [december], new Date('2027-01-31T09:10:00Z'))).toBe(
      true,
    )
  })
})
