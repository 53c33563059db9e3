import type { Money } from './money.ts'
import type { PlanId, Promotion } from './plan.ts'

export type SubscriptionStatus =
  | 'incomplete'
  | 'incomplete_expired'
  | 'trialing'
  | 'active'
  | 'past_due'
  | 'canceled'
  | 'unpaid'
  | 'paused'

export type Subscription = {
  readonly id: string
  readonly productId: PlanId
  readonly status: SubscriptionStatus
  readonly price: Money
  /** RFC 3339, or null when there is no trial. */
  readonly trialEnd: string | null
  /** RFC 3339. */
  readonly currentPeriodEnd: string
  readonly cancelAtPeriodEnd: boolean
  readonly discount: Promotion | null
}

const live: readonly SubscriptionStatus[] = ['trialing', 'active', 'past_due', 'unpaid', 'paused']

/** Whether it blocks another subscription: nobody can have two of these. */
export const isLive = ({ status }: Pick<Subscription, 'status'>): boolean => live.includes(status)

/** Whether it is live but gives no access until its owner acts. */
export const isStopped = ({ status }: Pick<Subscription, 'status'>): boolean =>
  status === 'unpaid' || status === 'paused'
