import type { Mailing } from './mailings.ts'
import type { Money, SavedCard } from './subscription.ts'

/** Why a mail is sent, with the facts of that moment. Stored as JSON, so times are RFC 3339. */
export type Cause =
  | Mailing
  | {
      readonly kind: 'subscribed'
      readonly productId: string
      readonly price: Money
      /** After the promotion. */
      readonly firstCharge: Money
      readonly startedAt: string
      readonly trialEnd: string | null
      readonly periodEnd: string
    }
  | {
      readonly kind: 'trial-ending'
      readonly productId: string
      readonly charge: Money
      readonly startedAt: string
      readonly trialEnd: string
    }
  | {
      readonly kind: 'renewal-ahead'
      readonly productId: string
      readonly charge: Money
      readonly renewsAt: string
    }
  | {
      readonly kind: 'payment-failed'
      readonly productId: string
      readonly amount: Money
      readonly attemptedAt: string
      readonly nextAttemptAt: string | null
      /** Absent in notices from before it was recorded, like the next field. */
      readonly card?: Pick<SavedCard, 'brand' | 'last4'> | null
      /** Null once access has ended. */
      readonly accessUntil?: string | null
      /** True when it ends with its period, paid or not. */
      readonly isCancelled?: boolean
    }
  | {
      readonly kind: 'payment-recovered'
      readonly productId: string
      readonly price: Money
      readonly periodEnd: string
      /** True when it ends with the period. */
      readonly isCancelled?: boolean
    }
  | {
      readonly kind: 'cancelled'
      readonly productId: string
      readonly accessUntil: string
      readonly isTrial: boolean
      /** True when the charge was refunded earlier, which ended access. */
      readonly isClosed?: boolean
      /** While a payment fails: what is still due, if that is known. */
      readonly owed?: Money | null
      /** When access ends while a payment is failing; null once it has ended. */
      readonly graceEndsAt?: string | null
    }
  | {
      /** A cancellation, or a pending change of plan, was taken back. */
      readonly kind: 'resumed'
      readonly productId: string
      readonly charge: Money
      readonly chargedAt: string
      /** True when a change of plan was taken back. */
      readonly isKept?: boolean
      /** True when a refund has ended access to the app. */
      readonly isClosed?: boolean
    }
  | {
      /** The last attempt has failed, and paying still restores the plan. */
      readonly kind: 'on-hold'
      readonly productId: string
      readonly owed: Money
      /** True when it ends with its period, paid or not. */
      readonly isCancelled?: boolean
    }
  /**
   * The subscription ended before its period did, at the request of its owner or by our decision.
   */
  | { readonly kind: 'ended'; readonly productId: string }
  | { readonly kind: 'ended-unpaid'; readonly productId: string }
  | {
      readonly kind: 'plan-changed'
      /** The new plan, with the provider's id of its price. */
      readonly productId: string
      readonly priceId: string
      readonly price: Money
      /** Null when it has started. */
      readonly startsAt: string | null
      /** Null when nothing was charged for the change. */
      readonly charged: Money | null
      readonly nextCharge: Money
      readonly nextChargeAt: string
    }
  | {
      readonly kind: 'refunded'
      readonly productId: string
      readonly amount: Money
      /** True when the amount includes earlier refunds. */
      readonly isInAll?: boolean
      readonly card: Pick<SavedCard, 'brand' | 'last4'> | null
      readonly refundedAt: string
      /** False when only access has ended and the plan may still renew. */
      readonly hasEnded: boolean
    }
  | {
      readonly kind: 'account-deleted'
      /** The account is gone, so the notice has its own recipient. */
      readonly to: string
      /** Unused. Without it, a worker of the previous version would greet "undefined". */
      readonly firstName?: null
      readonly deletedAt: string
    }
  | {
      readonly kind: 'email-changed'
      /** The earlier address. */
      readonly to: string
      readonly changedAt: string
    }

/** A cause with the key that lets it be recorded once. */
export type Keyed<Each extends Cause = Cause> = { readonly key: string; readonly cause: Each }
