import type { Money } from './money.ts'
import { nextCharge } from './next-charge.ts'
import { firstCharge } from './plan.ts'
import type { Interval, Product, Promotion } from './plan.ts'
import type { Subscription } from './subscription.ts'

/** Free days, from their start to the first charge. */
export type Trial = {
  /** Null where it was not recorded. */
  readonly startsAt: Date | null
  /** When a mail announces the charge; null if the plan is unknown or the trial too short. */
  readonly remindsAt: Date | null
  readonly chargesAt: Date
  readonly charge: Money
}

const DAY = 24 * 60 * 60 * 1000
/** The most that a trial may start after the consent was given, in milliseconds. */
const STARTING = 60 * 60 * 1000

const isLater = (due: Date, startsAt: Date): boolean =>
  due.getTime() - startsAt.getTime() > STARTING

/** How long before the charge the admin API sends its reminder, in days. */
const reminderLeadDays: Readonly<Record<Interval, number>> = { month: 3, year: 7 }

/**
 * When the reminder is sent. A trial too short for the lead time of a yearly plan gets that of a
 * monthly plan.
 */
const reminderAt = (startsAt: Date | null, chargesAt: Date, interval: Interval): Date | null =>
  [reminderLeadDays[interval], reminderLeadDays.month]
    .map((lead) => new Date(chargesAt.getTime() - lead * DAY))
    .find((due) => startsAt === null || isLater(due, startsAt)) ?? null

/** The trial that an order would start now; null without one. */
export const trialOf = (product: Product, promotion: Promotion | null, now: Date): Trial | null => {
  if (product.trialDays === 0) return null
  const { at, amount } = firstCharge(product, promotion, now)
  const remindsAt = reminderAt(now, at, product.interval)
  return { startsAt: now, remindsAt, chargesAt: at, charge: amount }
}

/** The trial that is running and ends with a charge; null without one. */
export const runningTrial = (
  subscription: Subscription,
  interval: Interval | null,
): Trial | null => {
  const { status, cancelAtPeriodEnd, trialEnd, consent } = subscription
  if (status !== 'trialing' || cancelAtPeriodEnd || trialEnd === null) return null
  const startsAt = consent && new Date(consent.agreedAt)
  const chargesAt = new Date(trialEnd)
  return {
    startsAt,
    remindsAt: interval && reminderAt(startsAt, chargesAt, interval),
    chargesAt,
    charge: nextCharge(subscription),
  }
}
