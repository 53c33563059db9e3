import type { Money } from '../domain/subscription.ts'

/** `{amount: 8999, currency: 'usd'}` → `$89.99`. */
export const tellMoney = ({ amount, currency }: Money): string => {
  const format = new Intl.NumberFormat('en-US', { style: 'currency', currency })
  return format.format(amount / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2))
}

const date = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' })

/** `2026-12-10T09:00:00Z` → `10 December 2026`, in UTC. */
export const tellDate = (moment: string | Date): string => date.format(new Date(moment))
