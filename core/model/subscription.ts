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

export const isLive = ({ status }: Pick<Subscription, 'status'>): boolean =>
  status === 'trialing' || status === 'active' || status === 'past_due'
