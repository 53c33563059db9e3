/** An amount in minor units (cents) with its lower-case ISO 4217 currency. */
export type Money = { readonly amount: number; readonly currency: string }

const minorUnitDigits = (currency: string) =>
  new Intl.NumberFormat('en-US', { style: 'currency', currency }).resolvedOptions()
    .maximumFractionDigits ?? 2

/** `{amount: 8999, currency: 'usd'}` → `$89.99`. */
export const formatMoney = ({ amount, currency }: Money, locale = 'en-US'): string =>
  new Intl.NumberFormat(locale, { style: 'currency', currency }).format(
    amount / 10 ** minorUnitDigits(currency),
  )

/** `{amount: 8999, currency: 'usd'}` → `89.99`, for machines. */
export const decimalAmount = ({ amount, currency }: Money): string => {
  const digits = minorUnitDigits(currency)
  return (amount / 10 ** digits).toFixed(digits)
}

export const subtract = (from: Money, amount: number): Money => ({
  ...from,
  amount: Math.max(0, from.amount - amount),
})

/** Takes a percentage off, rounding the discount half up, as the payment provider does. */
export const percentOf = ({ amount, currency }: Money, percent: number): Money => ({
  amount: Math.round((amount * percent) / 100),
  currency,
})
