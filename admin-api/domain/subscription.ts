/** An integer amount in minor units with its lower-case ISO 4217 currency. */
export type Money = { readonly amount: number; readonly currency: string }

export type Product = {
  readonly id: string
  readonly name: string
  readonly interval: 'month' | 'year'
  readonly price: Money
  readonly trialDays: number
  readonly features: readonly string[]
}

export type Promotion = {
  readonly id: string
  readonly code: string
  readonly percentOff?: number
  readonly amountOff?: Money
  readonly duration: 'once' | 'repeating' | 'forever'
  /** How many months a repeating discount lasts; absent for the others. */
  readonly months?: number
}

export type SubscriptionStatus =
  | 'incomplete'
  | 'incomplete_expired'
  | 'trialing'
  | 'active'
  | 'past_due'
  | 'canceled'
  | 'unpaid'
  | 'paused'

export type SavedCard = {
  /** The card network's name, such as `Visa`. */
  readonly brand: string
  readonly last4: string
  readonly expMonth: number
  readonly expYear: number
}

/** An invoice that the card did not pay. Times in RFC 3339. */
export type OpenInvoice = {
  readonly amount: Money
  readonly attemptedAt: string
  readonly nextAttemptAt: string | null
}

/** A change of plan that takes effect with the next period. */
export type PendingChange = {
  readonly productId: string
  /** RFC 3339. */
  readonly date: string
}

/** A pending change with details that the subscriber is not shown. */
export type PlannedChange = PendingChange & {
  /** The provider's id of the price. */
  readonly priceId: string
  readonly price: Money
  /** Whether the subscription's promotion carries over to it. */
  readonly keepsDiscount: boolean
}

/** What the subscriber agreed to when they ordered. */
export type Consent = {
  /** The sentences beside the button, word for word as they were shown. */
  readonly text: string
  /** The version of the terms of use. */
  readonly version: string
  readonly productId: string
  /** The price of one period, before any discount. */
  readonly price: Money
  readonly discount: Promotion | null
  /** RFC 3339; null without a trial. */
  readonly trialEnd: string | null
  /** RFC 3339. */
  readonly agreedAt: string
}

/** What they agreed to with a change of the plan. */
export type ChangeConsent = Consent & {
  /** A digest of the preview that they saw. */
  readonly preview: string
  /**
   * The provider's id of the invoice that had to be paid before the change; absent when none had to
   * be.
   */
  readonly invoice?: string
}

/** The consent alone, without its preview and invoice. */
export const consentOf = ({
  preview: _preview,
  invoice: _invoice,
  ...consent
}: ChangeConsent): Consent => consent

/** The part of a consent that the page sends: the text as shown, and the version of the terms. */
export type Agreement = Pick<Consent, 'text' | 'version'>

/** What was charged for a subscription, and what of it was refunded. Times in RFC 3339. */
export type Charged = {
  readonly firstAt: string
  /** The total over all charges. */
  readonly refunded: Money
  /** Whether any of it can still be refunded. */
  readonly isRefundable: boolean
  /** Set once the newest charge is refunded in full. */
  readonly refund: {
    /** The provider's id of that charge. */
    readonly charge: string
    readonly at: string
    /** Includes refunds of the charges before it. */
    readonly amount: Money
    /** `shop`: we refunded it; `bank`: the cardholder won a dispute. */
    readonly by: 'shop' | 'bank'
    readonly card: Pick<SavedCard, 'brand' | 'last4'> | null
  } | null
}

export type Subscription = {
  readonly id: string
  readonly productId: string
  readonly status: SubscriptionStatus
  readonly price: Money
  readonly trialEnd: string | null
  readonly currentPeriodEnd: string
  readonly cancelAtPeriodEnd: boolean
  readonly discount: Promotion | null
  readonly paymentMethod: SavedCard | null
  /** Null unless a payment is failing. */
  readonly openInvoice: OpenInvoice | null
  /**
   * Until when a subscriber whose payment is failing keeps access; null unless the payment is past
   * due.
   */
  readonly graceEndsAt: string | null
  /** Until when its owner can withdraw; null when that is over, or there is nothing to refund. */
  readonly withdrawableUntil: string | null
  /** Null when no change of plan is pending. */
  readonly pendingChange: PendingChange | null
  /** Null for one that was ordered before consents were stored. */
  readonly consent: Consent | null
  /** The consents to changes of the plan, newest first. */
  readonly changeConsents: readonly Consent[]
}

/** The part of a stored subscription that the rules about mails and events read. */
export type Subscribed = {
  readonly id: string
  readonly productId: string
  readonly priceId: string
  readonly state: string
  readonly startedAt: Date | null
  readonly trialEnd: Date | null
  readonly currentPeriodEnd: Date | null
  readonly cancelAtPeriodEnd: boolean
  readonly priceAmount: number
  readonly priceCurrency: string
  readonly discount: Promotion | null
  readonly pendingChange: PlannedChange | null
  readonly charged: Charged | null
  readonly card: SavedCard | null
  readonly openInvoice: OpenInvoice | null
  readonly graceEndsAt: Date | null
  readonly withdrawnAt: Date | null
  readonly consent: Consent | null
  readonly appliedTicket: number
}

const live: readonly string[] = ['trialing', 'active', 'past_due', 'unpaid', 'paused']

/** Whether it counts as the user's subscription: nobody can have two. */
export const isLive = (state: string): boolean => live.includes(state)

/** Whether its period is free or paid for. */
export const isInGoodStanding = (state: string): boolean =>
  state === 'trialing' || state === 'active'

/** Whether its period has begun without being paid for. */
export const isUnpaidFor = (state: string): boolean =>
  state === 'past_due' || state === 'unpaid' || state === 'paused'

const dayMs = 24 * 60 * 60 * 1000

/** The end of a trial that begins now. */
export const trialEndAfter = (days: number, now: Date): string | null =>
  days === 0 ? null : new Date(now.getTime() + days * dayMs).toISOString()

/** How long after the first charge a consumer can withdraw, in days. */
const withdrawalDays = 14

/** Until when its owner can withdraw; null when that is over, or there is nothing to refund. */
export const withdrawableUntil = (charged: Charged | null, now: Date): Date | null => {
  if (charged === null || !charged.isRefundable) return null
  const until = new Date(Date.parse(charged.firstAt) + withdrawalDays * dayMs)
  return now <= until ? until : null
}

/** Whether it has ended, so that nothing more will be charged for it. */
export const hasEnded = (status: string): boolean =>
  status === 'canceled' || status === 'incomplete_expired'
