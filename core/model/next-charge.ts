import type { Invoice } from './invoice.ts'
import { subtract } from './money.ts'
import type { Money } from './money.ts'
import { discountOf } from './plan.ts'
import type { Interval, Promotion } from './plan.ts'
import type { Subscription } from './subscription.ts'

/** Adds months as the provider does: six months after 31 August is the last day of February. */
const monthsLater = (date: Date, months: number): Date => {
  const later = new Date(date)
  later.setUTCMonth(date.getUTCMonth() + months)
  if (later.getUTCDate() !== date.getUTCDate()) later.setUTCDate(0)
  return later
}

/**
 * Whether a promotion still applies to a renewal. One limited to some months runs from the order.
 */
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

/** The amount charged at the end of the trial or period. The admin API's mails state the same. */
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
 * How long after its start a period may still be uncharged, in milliseconds. The provider may take
 * three days. A period that ends in a short month may have begun up to three days later than
 * calculated here.
 */
const CHARGED_WITHIN = 6 * DAY

/**
 * Whether a new period has begun but is not charged yet, so that cancelling ends the plan
 * immediately. `invoices` are the issued ones; `interval` is null for a plan that is no longer
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
