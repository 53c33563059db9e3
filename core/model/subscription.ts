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

/** A card as its owner knows it. Years have four digits; a card is good until its month ends. */
export type SavedCard = {
  /** As the card's network is written, such as `Visa`. */
  readonly brand: string
  readonly last4: string
  readonly expMonth: number
  readonly expYear: number
}

/** An invoice that the card did not pay. */
export type OpenInvoice = {
  readonly amount: Money
  /** RFC 3339: the last attempt to charge the card. */
  readonly attemptedAt: string
  /** RFC 3339: the next attempt, or null when there will be none. */
  readonly nextAttemptAt: string | null
}

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
  /** Null where the payment provider knows none. */
  readonly paymentMethod: SavedCard | null
  /** Null unless a payment is failing. */
  readonly openInvoice: OpenInvoice | null
  /** RFC 3339: until when a failing payment leaves the access as it is; null unless it is past due. */
  readonly graceEndsAt: string | null
}

const live: readonly SubscriptionStatus[] = ['trialing', 'active', 'past_due', 'unpaid', 'paused']

/** Whether it blocks another subscription: nobody can have two of these. */
export const isLive = ({ status }: Pick<Subscription, 'status'>): boolean => live.includes(status)

/** Whether it is live but gives no access until its owner acts. */
export const isStopped = ({ status }: Pick<Subscription, 'status'>): boolean =>
  status === 'unpaid' || status === 'paused'

/** Whether it gives access to the coaching at this moment. */
export const hasAccess = (
  { status, graceEndsAt }: Pick<Subscription, 'status' | 'graceEndsAt'>,
  now: Date,
): boolean => {
  switch (status) {
    case 'trialing':
    case 'active':
      return true
    case 'past_due':
      return graceEndsAt !== null && now.getTime() < Date.parse(graceEndsAt)
    case 'incomplete':
    case 'incomplete_expired':
    case 'canceled':
    case 'unpaid':
    case 'paused':
      return false
  }
}

/** Whether its owner has an invoice to pay, with another card or the same. */
export const isPaymentFailing = ({
  status,
  openInvoice,
}: Pick<Subscription, 'status' | 'openInvoice'>): boolean =>
  openInvoice !== null && (status === 'past_due' || status === 'unpaid')

export type CardValidity = 'valid' | 'expires-this-month' | 'expires-next-month' | 'expired'

/** How long a card is good for, by the month in UTC. */
export const validityOf = (
  { expMonth, expYear }: Pick<SavedCard, 'expMonth' | 'expYear'>,
  now: Date,
): CardValidity => {
  const monthsLeft = (expYear - now.getUTCFullYear()) * 12 + (expMonth - 1 - now.getUTCMonth())
  if (monthsLeft < 0) return 'expired'
  if (monthsLeft === 0) return 'expires-this-month'
  return monthsLeft === 1 ? 'expires-next-month' : 'valid'
}
