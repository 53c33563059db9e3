import type { Invoice } from './invoice.ts'
import type { Money } from './money.ts'
import { isUncharged } from './next-charge.ts'
import type { Interval, Product } from './plan.ts'
import { nextPlan } from './plan-change.ts'
import { isLive, isOutdated } from './subscription.ts'
import type { Subscription } from './subscription.ts'
import { isPaidBack, moneyBackOf, refundedOf } from './withdrawal.ts'

/** What the subscriber can do about a plan, and what prevents it. */
export type PlanState = {
  /** Null without a plan, or for one that is no longer offered. */
  readonly interval: Interval | null
  /** The plan to change to; null when the plan cannot be changed. */
  readonly next: Product | null
  /** What a withdrawal would refund now, and until when; null if nothing. */
  readonly moneyBack: { readonly amount: Money; readonly until: Date } | null
  /** The total refunded so far; null when nothing was. */
  readonly refunded: Money | null
  /** Whether a full refund of the last charge has ended access to the app. */
  readonly isClosed: boolean
  /**
   * Whether a new period has begun but is not charged yet: until then, cancelling ends the plan
   * immediately, and the API refuses a change of plan.
   */
  readonly isUncharged: boolean
  /** Whether the period is over, so that what is known predates a charge or the end. */
  readonly isOutdated: boolean
  /** Whether the plan continues without access to the app, which only support can restore. */
  readonly needsSupport: boolean
}

/** Whether the plan can be cancelled: it is live and not cancelled yet. */
export const isCancellable = ({
  status,
  cancelAtPeriodEnd,
}: Pick<Subscription, 'status' | 'cancelAtPeriodEnd'>): boolean =>
  isLive({ status }) && !cancelAtPeriodEnd

/** The state of a plan; `invoices` are those of the subscription, the newest first. */
export const planState = (
  subscription: Subscription | null,
  products: readonly Product[],
  invoices: readonly Pick<Invoice, 'createdAt' | 'status' | 'total' | 'refunded'>[],
  now: Date,
): PlanState => {
  const interval = products.find(({ id }) => id === subscription?.productId)?.interval ?? null
  const isClosed = isPaidBack(invoices)
  const isLocked = isClosed && subscription !== null && isCancellable(subscription)
  return {
    interval,
    next: isLocked ? null : nextPlan(subscription, products),
    moneyBack: moneyBackOf(subscription, invoices, now),
    refunded: refundedOf(invoices),
    isClosed,
    isUncharged: subscription !== null && isUncharged(subscription, interval, invoices, now),
    isOutdated: subscription !== null && isOutdated(subscription, now),
    needsSupport: isLocked || subscription?.status === 'paused',
  }
}
