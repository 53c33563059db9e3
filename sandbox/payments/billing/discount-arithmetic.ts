import type { Coupon } from '../objects/promotions.ts'

export interface DiscountableLine {
  product: string
  amount: number
}

/** `percent` (at most two decimals) of `amount`, half a minor unit rounded up. */
export const percentOf = (amount: number, percent: number): number =>
  Math.floor((amount * Math.round(percent * 100) + 5000) / 10_000)

/** Splits `total` in proportion to `amounts`; the remainder goes to the last amount above zero. */
const share = (total: number, amounts: number[]): number[] => {
  const whole = amounts.reduce((sum, amount) => sum + amount, 0)
  const last = amounts.findLastIndex((amount) => amount > 0)
  const parts = amounts.map((amount) => (whole > 0 ? Math.floor((total * amount) / whole) : 0))
  const left = total - parts.reduce((sum, part) => sum + part, 0)
  return parts.map((part, index) => (index === last ? part + left : part))
}

/**
 * What each coupon, applied in order, takes off each line: `result[coupon][line]`, in minor units.
 * A coupon sees what the ones before it left over, and only lines of the products it applies to.
 */
export const discountAmounts = (lines: DiscountableLine[], coupons: Coupon[]): number[][] => {
  const left = lines.map((line) => Math.max(0, line.amount))
  return coupons.map((coupon) => {
    const products = coupon.applies_to?.products
    const eligible = lines.map((line, index) =>
      !products || products.includes(line.product) ? (left[index] ?? 0) : 0,
    )
    const whole = eligible.reduce((sum, amount) => sum + amount, 0)
    const off =
      coupon.percent_off === null
        ? share(Math.min(coupon.amount_off ?? 0, whole), eligible)
        : eligible.map((amount) => percentOf(amount, coupon.percent_off ?? 0))
    off.forEach((amount, index) => {
      left[index] = (left[index] ?? 0) - amount
    })
    return off
  })
}
