/** The kinds of differences that the check finds. How to fix each: docs/backup.md. */
export type DifferenceKind =
  | 'subscription-without-row'
  | 'subscription-without-user'
  | 'subscription-missing'
  | 'ended-at-provider'
  | 'terms-differ'
  | 'card-differs'
  | 'two-live-subscriptions'
  | 'consent-missing'
  | 'consent-for-another-price'
  | 'customer-missing'
  | 'customer-without-row'
  | 'customer-without-user'
  | 'customer-of-deleted-user'
  | 'invoice-held'
  | 'refund-owed'
  | 'notice-stuck'

/** Ids and field names only: no personal data. */
export type Difference = {
  readonly kind: DifferenceKind
  readonly userId?: string
  /** Our id of the subscription. */
  readonly subscriptionId?: string
  readonly stripeSubscriptionIds?: readonly string[]
  readonly customerId?: string
  readonly invoiceId?: string
  readonly noticeId?: string
  /** The fields that differ. */
  readonly fields?: readonly string[]
}

/**
 * A difference, and a fix that itself charges nobody and returns whether it succeeded; null when a
 * person has to decide.
 */
export type Found = {
  readonly difference: Difference
  readonly fix: (() => Promise<boolean>) | null
}
