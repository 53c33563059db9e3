/** An amount in minor units (cents) with its lower-case ISO 4217 currency. */
export type Money = { readonly amount: number; readonly currency: string }

const formatOf = (currency: string, locale = 'en-US') => {
  const format = new Intl.NumberFormat(locale, { style: 'currency', currency })
  return { format, digits: format.resolvedOptions().maximumFractionDigits ?? 2 }
}

/** `{amount: 8999, currency: 'usd'}` → `$89.99`. */
export const formatMoney = ({ amount, currency }: Money, locale?: string): string => {
  const { format, digits } = formatOf(currency, locale)
  return format.format(amount / 10 ** digits)
}

/** `{amount: 8999, currency: 'usd'}` → `89.99`, for machines. */
export const decimalAmount = ({ amount, currency }: Money): string => {
  const { digits } = formatOf(currency)
  return (amount / 10 ** digits).toFixed(digits)
}

export const subtract = (from: Money, amount: number): Money => ({
  ...from,
  amount: Math.max(0, from.amount - amount),
})

/** The percentage of an amount, rounded half up, as the payment provider rounds discounts. */
export const percentOf = ({ amount, currency }: Money, percent: number): Money => ({
  amount: Math.round((amount * percent) / 100),
  currency,
})
