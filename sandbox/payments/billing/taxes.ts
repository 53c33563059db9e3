/** Calculates the tax in prices that include it. */
import { invalidRequest } from '../errors.ts'
import type { Tax } from '../objects/invoices.ts'
import type { Subscription } from '../objects/subscriptions.ts'
import type { Sandbox } from '../sandbox.ts'

/** Sample rates in percent, by country; real ones may differ. */
const SAMPLE_RATES: Readonly<Record<string, number>> = {
  AT: 20,
  AU: 10,
  BE: 21,
  CH: 8.1,
  DE: 19,
  ES: 21,
  FR: 20,
  GB: 20,
  IE: 23,
  IT: 22,
  NL: 21,
  NO: 25,
  PL: 23,
  SE: 25,
  US: 8,
}

export const NO_TAX = { disabled_reason: null, enabled: false, liability: null } as const
export const AUTOMATIC_TAX = {
  disabled_reason: null,
  enabled: true,
  liability: { type: 'self' },
} as const

export const locationInvalid = () =>
  invalidRequest(
    "The customer's location isn't recognized. Set a valid customer address in order to automatically calculate tax.",
    { code: 'customer_tax_location_invalid' },
  )

type Buyer = Pick<Subscription, 'customer' | 'default_payment_method'>

/** The country of the customer's address, else of the card's; null when neither is known. */
export const countryOf = (
  { state }: Sandbox,
  { customer, default_payment_method: method }: Buyer,
): string | null =>
  state.customers[customer]?.address?.country ??
  state.paymentMethods[method ?? '']?.billing_details.address.country ??
  null

/** The tax in an amount. Without a rate for the country, no tax is collected. */
export const taxIn = (amount: number, country: string | null): Tax => {
  const percent = SAMPLE_RATES[country ?? '']
  const taxable = percent === undefined ? amount : Math.round(amount / (1 + percent / 100))
  return {
    amount: amount - taxable,
    tax_behavior: 'inclusive',
    tax_rate_details: percent === undefined ? null : { tax_rate: `txr_sandbox_${country}` },
    taxability_reason: percent === undefined ? 'not_collecting' : 'standard_rated',
    taxable_amount: percent === undefined ? 0 : taxable,
    type: 'tax_rate_details',
  }
}

/** Adds up taxes of the same country. */
export const sumOf = (taxes: readonly Tax[]): Tax[] => {
  const [first] = taxes
  const sum = (key: 'amount' | 'taxable_amount') =>
    taxes.reduce((total, each) => total + each[key], 0)
  return first ? [{ ...first, amount: sum('amount'), taxable_amount: sum('taxable_amount') }] : []
}
