import { describe, expect, test } from 'vitest'
import { discountAmounts, percentOf } from '#sandbox/payments/billing/discount-arithmetic.ts'
import { newCoupon } from '#sandbox/payments/resources/coupons.ts'

describe('discounts in minor units', () => {
  test.each([
    [1299, 20, 260],
    [1299, 50, 650],
    [8999, 20, 1800],
    [1000, 33.33, 333],
    [5, 10, 1],
    [0, 50, 0],
  ])('on %i at %d percent amount to %i', (amount, percent, expected) => {
    expect(percentOf(amount, percent)).toBe(expected)
  })

  test('stack in order, each on what the previous one left', () => {
    const coupons = [
      newCoupon(0, { percent_off: 50 }),
      newCoupon(0, { amount_off: 1000, currency: 'usd' }),
    ]
    expect(discountAmounts([{ product: 'a', amount: 1500 }], coupons)).toEqual([[750], [750]])
  })

  test('are shared between the lines they apply to, to the last unit', () => {
    const lines = [
      { product: 'a', amount: 100 },
      { product: 'b', amount: 100 },
      { product: 'c', amount: 100 },
      { product: 'd', amount: 100 },
    ]
    const coupon = newCoupon(0, {
      amount_off: 100,
      currency: 'usd',
      applies_to: { products: ['a', 'b', 'c'] },
    })
    expect(discountAmounts(lines, [coupon])).toEqual([[33, 33, 34, 0]])
  })
})
