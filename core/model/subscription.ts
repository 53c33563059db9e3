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

/** A saved card's public details. Years have four digits; a card is valid until its month ends. */
export type SavedCard = {
  /** The card network's name, such as `Visa`. */
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

/** A change of plan that has been ordered and takes effect later. */
export type PendingChange = {
  readonly productId: PlanId
  /** RFC 3339. */
  readonly date: string
}

/** What the subscriber agreed to when they ordered. */
export type Consent = {
  /** The sentences beside the button, word for word as they were shown. */
  readonly text: string
  /** The version of the terms of use. */
  readonly version: string
  readonly productId: PlanId
  /** The price of one period, before any discount. */
  readonly price: Money
  readonly discount: Promotion | null
  /** RFC 3339; null without a trial. */
  readonly trialEnd: string | null
  /** RFC 3339. */
  readonly agreedAt: string
}

/** What the visitor reads beside the button that orders. */
export type ShownTerms = Pick<Consent, 'text' | 'version'>

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
  /** Null if the payment provider has none. */
  readonly paymentMethod: SavedCard | null
  /** Null unless a payment is failing. */
  readonly openInvoice: OpenInvoice | null
  /**
   * RFC 3339: until when access continues while a payment is failing; null unless it is past due.
   */
  readonly graceEndsAt: string | null
  /**
   * RFC 3339: until when the subscriber can withdraw, which ends the subscription immediately and
   * refunds what was charged. Null before the first charge, once the time is over, and after a
   * refund.
   */
  readonly withdrawableUntil: string | null
  /** The plan that it changes to with its next period; null when it stays. */
  readonly pendingChange: PendingChange | null
  /** Null for one that was ordered before consent was recorded. */
  readonly consent: Consent | null
  /** What was agreed to with changes of the plan, the newest first. */
  readonly changeConsents: readonly Consent[]
}

const live: readonly SubscriptionStatus[] = ['trialing', 'active', 'past_due', 'unpaid', 'paused']

/** Whether it blocks another subscription: nobody can have two of these. */
export const isLive = ({ status }: Pick<Subscription, 'status'>): boolean => live.includes(status)

/** Whether its trial or period is over, so that the stored state predates a charge or the end. */
export const isOutdated = (
  { status, currentPeriodEnd }: Pick<Subscription, 'status' | 'currentPeriodEnd'>,
  now: Date,
): boolean =>
  isLive({ status }) && status !== 'paused' && now.getTime() >= Date.parse(currentPeriodEnd)

/** Whether it is live but gives no access until the subscriber acts. */
export const isStopped = ({ status }: Pick<Subscription, 'status'>): boolean =>
  status === 'unpaid' || status === 'paused'

/**
 * Whether a new period was charged before the cancellation: the visitor was told that the plan
 * `endsAtOnce`, but the subscription is still live.
 */
export const wasChargedBefore = (
  cancelled: Pick<Subscription, 'status'>,
  endsAtOnce: boolean,
): boolean => endsAtOnce && isLive(cancelled)
