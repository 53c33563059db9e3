import { describe, expect, it } from 'vitest'
import {
  byMonthlyPrice,
  discountOf,
  featuresOf,
  firstCharge,
  isSameOffer,
  offerOf,
  pickPlan,
  pricePerMonth,
  savingPercent,
} from '#core/model/plan.ts'
import { annual, monthly, welcome20 } from '#tests/support/a-visitor.ts'

const now = new Date('2026-11-21T12:00:00Z')

describe('a plan', () => {
  it('has its first charge when the trial ends', () => {
    const charge = firstCharge(annual, null, now)
    expect(charge.at.toISOString()).toBe('2026-12-05T12:00:00.000Z')
    expect(charge.amount).toEqual(annual.price)
  })

  it('rounds a percentage discount as the payment provider does', () => {
    expect(firstCharge(annual, welcome20, now)).toMatchObject({
      discount: { amount: 1800 },
      amount: { amount: 7199 },
    })
  })

  it('is never discounted by more than its price', () => {
    const generous = {
      id: 'p',
      code: 'X',
      amountOff: { amount: 5000, currency: 'usd' },
      duration: 'once',
    } as const
    expect(discountOf(monthly, generous).amount).toBe(1299)
    expect(firstCharge(monthly, generous, now).amount.amount).toBe(0)
  })

  it('is compared with others by its price per month', () => {
    expect(pricePerMonth(annual).amount).toBe(750)
    expect(savingPercent(annual, [monthly, annual])).toBe(42)
    expect(savingPercent(monthly, [monthly, annual])).toBe(0)
  })

  it('has no discount without a promotion, and a fixed one with a fixed amount', () => {
    const friend = {
      id: 'p',
      code: 'X',
      amountOff: { amount: 1000, currency: 'usd' },
      duration: 'once',
    } as const
    expect(discountOf(monthly, null)).toEqual({ amount: 0, currency: 'usd' })
    expect(discountOf(monthly, friend)).toEqual({ amount: 1000, currency: 'usd' })
    expect(discountOf(monthly, { id: 'p', code: 'X', duration: 'once' })).toEqual({
      amount: 0,
      currency: 'usd',
    })
  })

  it('has its first charge at once without a trial', () => {
    expect(firstCharge(offerOf(annual, true), null, now).at).toEqual(now)
  })

  it('has no free trial for a person who has already had one', () => {
    expect(offerOf(annual, false)).toEqual(annual)
    expect(offerOf(annual, true)).toEqual({ ...annual, trialDays: 0 })
  })

  it('has its saving calculated from the most expensive of several plans', () => {
    const dear = { ...monthly, price: { amount: 1500, currency: 'usd' } }
    expect(pricePerMonth(monthly)).toEqual(monthly.price)
    expect(savingPercent(annual, [monthly, dear, annual])).toBe(50)
  })

  it('is sorted before those that cost more a month', () => {
    const cheap = { ...monthly, id: 'cheap', price: { amount: 749, currency: 'usd' } }
    expect(byMonthlyPrice([monthly, annual, cheap])).toEqual([cheap, annual, monthly])
  })

  it('is picked by its id, with the annual one and then the first as fallbacks', () => {
    expect(pickPlan([monthly, annual], 'monthly')).toBe(monthly)
    expect(pickPlan([monthly, annual], 'golden')).toBe(annual)
    expect(pickPlan([monthly], undefined)).toBe(monthly)
    expect(pickPlan([], 'monthly')).toBeNull()
  })

  it('is the same offer only on the same terms', () => {
    expect(isSameOffer(annual, { ...annual })).toBe(true)
    expect(isSameOffer(annual, { ...annual, trialDays: 7 })).toBe(false)
    expect(isSameOffer(annual, null)).toBe(false)
  })
})

describe('the features of the plans', () => {
  it('are those that all plans share, and the additional ones of each', () => {
    const reviewed = { ...annual, features: ['Coach', 'A yearly review'] }
    expect(featuresOf([reviewed, monthly])).toEqual({
      shared: ['Coach'],
      own: [{ name: 'Annual', features: ['A yearly review'] }],
    })
  })

  it('are empty when nothing is on offer', () =>
    expect(featuresOf([])).toEqual({ shared: [], own: [] }))
})
