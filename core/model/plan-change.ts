import type { Money } from './money.ts'
import type { PlanId, Product, Promotion } from './plan.ts'
import type { Subscription } from './subscription.ts'

/** A line of what a change of plan costs today. */
export type PlanChangeLine = {
  /** `unused` credits the rest of the current period. */
  readonly kind: 'plan' | 'unused' | 'discount' | 'tax'
  /** Negative for a credit or a discount. */
  readonly amount: Money
  /** RFC 3339: the time that the line is for. */
  readonly period: { readonly start: string; readonly end: string }
}

/**
 * What a change of plan would do, as previewed by the payment provider. Valid for a few minutes.
 */
export type PlanChangePreview = {
  /** Orders what was shown, at most once. At most 255 characters. */
  readonly id: string
  readonly productId: PlanId
  /** Whether the new plan starts immediately or with the next period. */
  readonly effective: 'now' | 'period-end'
  readonly dueToday: Money
  /** The items that add up to `dueToday`; empty when nothing is due. */
  readonly lines: readonly PlanChangeLine[]
  /** The next charge once the change has been made; `date` is RFC 3339. */
  readonly nextCharge: { readonly date: string; readonly amount: Money }
  /** The current plan's promotion if it does not apply to the new plan, else null. */
  readonly endingPromotion: Promotion | null
}

/** Whether the plan can be changed: it is paid for or in its trial, and not cancelled. */
export const isPlanChangeable = ({
  status,
  cancelAtPeriodEnd,
}: Pick<Subscription, 'status' | 'cancelAtPeriodEnd'>): boolean =>
  (status === 'trialing' || status === 'active') && !cancelAtPeriodEnd

/**
 * The plan that the subscription can be changed to, in its own currency. Null when there is no
 * other plan, when the current one cannot be changed, and while a change is pending.
 */
export const nextPlan = (
  subscription: Subscription | null,
  products: readonly Product[],
): Product | null =>
  subscription !== null && isPlanChangeable(subscription) && subscription.pendingChange === null
    ? (products.find(
        ({ id, price }) =>
          id !== subscription.productId && price.currency === subscription.price.currency,
      ) ?? null)
    : null

/** Whether the plan is the same as before and could be changed. */
export const isPlanUnchanged = (before: Subscription | null, now: Subscription | null): boolean =>
  now !== null &&
  now.productId === before?.productId &&
  isPlanChangeable(now) &&
  now.pendingChange === null
