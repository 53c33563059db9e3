import { subtract } from './money.ts'
import type { Money } from './money.ts'
import { discountOf, firstCharge } from './plan.ts'
import type { Interval, Product, Promotion } from './plan.ts'
import type { Subscription } from './subscription.ts'

/** Free days, from their start to the first charge. */
export type Trial = {
  /** Null where it was not recorded. */
  readonly startsAt: Date | null
  /** When a mail reminds of the charge; null where the plan is unknown or the trial too short. */
  readonly remindsAt: Date | null
  readonly chargesAt: Date
  readonly charge: Money
}

const DAY = 24 * 60 * 60 * 1000
/** How long before the charge the admin API sends its reminder, in days. */
const reminderLeadDays: Readonly<Record<Interval, number>> = { month: 3, year: 7 }

const reminderAt = (startsAt: Date | null, chargesAt: Date, interval: Interval): Date | null => {
  const due = new Date(chargesAt.getTime() - reminderLeadDays[interval] * DAY)
  return startsAt === null || startsAt < due ? due : null
}

/** The trial that an order would start now; null without one. */
export const trialOf = (product: Product, promotion: Promotion | null, now: Date): Trial | null => {
  if (product.trialDays === 0) return null
  const { at, amount } = firstCharge(product, promotion, now)
  const remindsAt = reminderAt(now, at, product.interval)
  return { startsAt: now, remindsAt, chargesAt: at, charge: amount }
}

/** The trial that is running and ends with a charge; null without one. */
export const runningTrial = (
  { status, cancelAtPeriodEnd, trialEnd, price, discount, consent }: Subscription,
  interval: Interval | null,
): Trial | null => {
  if (status !== 'trialing' || cancelAtPeriodEnd || trialEnd === null) return null
  const startsAt = consent && new Date(consent.agreedAt)
  const chargesAt = new Date(trialEnd)
  return {
    startsAt,
    remindsAt: interval && reminderAt(startsAt, chargesAt, interval),
    chargesAt,
    charge: subtract(price, discountOf({ price }, discount).amount),
  }
}
