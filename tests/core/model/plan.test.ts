import { describe, expect, it } from 'vitest'
import { formatMoney } from '#core/model/money.ts'
import { discountOf, firstCharge, pricePerMonth, savingPercent } from '#core/model/plan.ts'
import { annual, monthly, welcome20 } from '#tests/support/a-visitor.ts'

const now = new Date('2026-11-21T12:00:00Z')

describe('plans', () => {
  it('charges first when the trial ends', () => {
    const charge = firstCharge(annual, null, now)
    expect(charge.at.toISOString()).toBe('2026-12-05T12:00:00.000Z')
    expect(charge.amount).toEqual(annual.price)
  })

  it('takes a percentage off as the payment provider does', () => {
    expect(firstCharge(annual, welcome20, now)).toMatchObject({ discount: { amount: 1800 }, amount: { amount: 7199 } })
  })

  it('never takes more off than the price', () => {
    const generous = { id: 'p', code: 'X', amountOff: { amount: 5000, currency: 'usd' }, duration: 'once' } as const
    expect(discountOf(monthly, generous).amount).toBe(1299)
    expect(firstCharge(monthly, generous, now).amount.amount).toBe(0)
  })

  it('compares plans by month', () => {
    expect(pricePerMonth(annual).amount).toBe(750)
    expect(savingPercent(annual, [monthly, annual])).toBe(42)
    expect(savingPercent(monthly, [monthly, annual])).toBe(0)
  })
})

describe('money', () => {
  it('is shown in its own currency and minor units', () => {
    expect(formatMoney({ amount: 8999, currency: 'usd' })).toBe('$89.99')
    expect(formatMoney({ amount: 500, currency: 'jpy' })).toBe('¥500')
  })
})
