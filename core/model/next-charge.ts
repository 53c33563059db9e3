import type { Invoice } from './invoice.ts'
import { subtract } from './money.ts'
import type { Money } from './money.ts'
import { discountOf } from './plan.ts'
import type { Interval, Promotion } from './plan.ts'
import type { Subscription } from './subscription.ts'

/** As the provider counts: six months after 31 August is the last day of February. */
const monthsLater = (date: Date, months: number): Date => {
  const later = new Date(date)
  later.setUTCMonth(date.getUTCMonth() + months)
  if (later.getUTCDate() !== date.getUTCDate()) later.setUTCDate(0)
  return later
}

/** Whether a promotion still counts for a renewal. One of some months runs from the order. */
const lasts = (
  { duration, months = 0 }: Promotion,
  orderedAt: Date | null,
  renewsAt: Date,
): boolean => {
  switch (duration) {
    case 'forever':
      return true
    case 'once':
      return false
    case 'repeating':
      return orderedAt === null || renewsAt < monthsLater(orderedAt, months)
  }
}

/** What the end of the trial or of the period charges, as the admin API's mails say it. */
export const nextCharge = ({
  status,
  price,
  discount,
  consent,
  currentPeriodEnd,
}: Pick<Subscription, 'status' | 'price' | 'discount' | 'consent' | 'currentPeriodEnd'>): Money => {
  const orderedAt = consent && new Date(consent.agreedAt)
  const isDiscounted =
    discount !== null &&
    (status === 'trialing' || lasts(discount, orderedAt, new Date(currentPeriodEnd)))
  return isDiscounted ? subtract(price, discountOf({ price }, discount).amount) : price
}

const DAY = 24 * 60 * 60 * 1000

/**
 * How long the provider may wait with the charge for a period that has begun, in milliseconds:
 * three days. A period that ends with a short month may have begun three days later than it seems.
 */
const CHARGED_WITHIN = 6 * DAY

/**
 * Whether a new period has begun that is not charged yet: a plan that is cancelled then ends at
 * once. `invoices` are those that were sent; the `interval` is null for a plan that is no longer
 * offered.
 */
export const isUncharged = (
  { status, currentPeriodEnd }: Pick<Subscription, 'status' | 'currentPeriodEnd'>,
  interval: Interval | null,
  invoices: readonly Pick<Invoice, 'createdAt'>[],
  now: Date,
): boolean => {
  const end = new Date(currentPeriodEnd)
  const isBilledSince = (date: Date) =>
    invoices.some(({ createdAt }) => new Date(createdAt) >= date)
  // A yearly plan is not billed in the last three months of its period.
  const isMonthly = interval === null ? isBilledSince(monthsLater(end, -3)) : interval === 'month'
  const began = monthsLater(end, isMonthly ? -1 : -12)
  return (
    status === 'active' && now.getTime() - began.getTime() < CHARGED_WITHIN && !isBilledSince(began)
  )
}
