import type { Stripe } from 'stripe'
import type { Database } from '../data/database.ts'
import { applySnapshot, findByProvider, takeTicket } from '../data/subscriptions.ts'
import type { Snapshot } from '../data/subscriptions.ts'
import { isDeletedUser } from '../data/users.ts'
import { hasEnded, isUnpaidFor } from '../domain/subscription.ts'
import type { Promotion, SavedCard, SubscriptionStatus } from '../domain/subscription.ts'
import { idOf } from './expandable.ts'
import { toPromotion } from './promotions.ts'
import { isMissing } from './stripe-errors.ts'

export type SyncParts = {
  readonly db: Database
  readonly stripe: Stripe
  /** How many days a failing payment leaves the access as it is. */
  readonly graceDays: number
}

/** The fields to expand whenever a subscription is read or changed. */
export const subscriptionExpansions = [
  'discounts.promotion_code',
  'discounts.source.coupon',
  'default_payment_method',
  'latest_invoice.payments',
]

const statuses: readonly string[] = [
  'incomplete',
  'incomplete_expired',
  'trialing',
  'active',
  'past_due',
  'canceled',
  'unpaid',
  'paused',
] satisfies SubscriptionStatus[]

const isStatus = (value: string): value is SubscriptionStatus => statuses.includes(value)
const moment = (seconds: number): Date => new Date(seconds * 1000)
const momentOrNull = (seconds: number | null): Date | null =>
  seconds === null ? null : moment(seconds)

const discountOf = ({ discounts }: Stripe.Subscription): Promotion | null => {
  for (const discount of discounts) {
    if (typeof discount === 'string') continue
    const { promotion_code: code, source } = discount
    if (typeof source.coupon === 'string' || source.coupon === null) continue
    return toPromotion(
      code === null || typeof code === 'string'
        ? { id: source.coupon.id, code: source.coupon.name ?? source.coupon.id }
        : code,
      source.coupon,
    )
  }
  return null
}

/** The networks' names as they write them; others with a capital letter. */
const brands: Readonly<Record<string, string>> = {
  amex: 'American Express',
  cartes_bancaires: 'Cartes Bancaires',
  diners: 'Diners Club',
  eftpos_au: 'eftpos',
  jcb: 'JCB',
  unionpay: 'UnionPay',
  unknown: 'Card',
}

const cardOf = ({ default_payment_method: method }: Stripe.Subscription): SavedCard | null => {
  if (method === null || typeof method === 'string' || method.card === undefined) return null
  const { brand, last4, exp_month: expMonth, exp_year: expYear } = method.card
  const name = brands[brand] ?? brand.charAt(0).toUpperCase() + brand.slice(1)
  return { brand: name, last4, expMonth, expYear }
}

/** The invoice that a subscription's card did not pay; null while no payment is failing. */
export const unpaidInvoiceOf = ({
  status,
  latest_invoice: invoice,
}: Stripe.Subscription): Stripe.Invoice | null =>
  isUnpaidFor(status) &&
  invoice !== null &&
  typeof invoice !== 'string' &&
  invoice.status === 'open'
    ? invoice
    : null

/** The payment that an invoice waits for, as the provider has it now. */
export const paymentOf = async (
  stripe: Stripe,
  invoice: Stripe.Invoice,
): Promise<Stripe.PaymentIntent | null> => {
  const id = (invoice.payments?.data ?? [])
    .map(({ payment }) => idOf(payment.payment_intent))
    .findLast((each) => each !== null)
  return id === undefined || id === null ? null : stripe.paymentIntents.retrieve(id)
}

const failingPayment = async (
  stripe: Stripe,
  subscription: Stripe.Subscription,
): Promise<Pick<Snapshot, 'openInvoice' | 'failedAt'>> => {
  const invoice = unpaidInvoiceOf(subscription)
  if (invoice === null) return { openInvoice: null, failedAt: null }
  const chargeId = idOf((await paymentOf(stripe, invoice))?.latest_charge)
  const charge = chargeId === null ? null : await stripe.charges.retrieve(chargeId)
  const failedAt = moment(invoice.status_transitions.finalized_at ?? invoice.created)
  const attemptedAt = charge === null ? failedAt : moment(charge.created)
  return {
    openInvoice: {
      amount: { amount: invoice.amount_remaining, currency: invoice.currency },
      attemptedAt: attemptedAt.toISOString(),
      nextAttemptAt: momentOrNull(invoice.next_payment_attempt)?.toISOString() ?? null,
    },
    failedAt,
  }
}

const toSnapshot = async (stripe: Stripe, subscription: Stripe.Subscription): Promise<Snapshot> => {
  const [item] = subscription.items.data
  if (item === undefined || item.price.unit_amount === null || !isStatus(subscription.status)) {
    throw new Error(
      `The payment provider's subscription ${subscription.id} has no price or an unknown status.`,
    )
  }
  return {
    stripeSubscriptionId: subscription.id,
    state: subscription.status,
    priceAmount: item.price.unit_amount,
    priceCurrency: item.price.currency,
    startDate: moment(subscription.start_date),
    trialEnd: momentOrNull(subscription.trial_end),
    currentPeriodStart: moment(item.current_period_start),
    currentPeriodEnd: moment(item.current_period_end),
    // A cancellation at the period's end may be kept as a flag or as that date.
    cancelAtPeriodEnd:
      subscription.cancel_at_period_end ||
      (subscription.cancel_at ?? 0) === item.current_period_end,
    canceledAt: momentOrNull(subscription.canceled_at),
    discount: discountOf(subscription),
    card: cardOf(subscription),
    ...(await failingPayment(stripe, subscription)),
  }
}

/** Ends a subscription at the provider at once; one that has ended already is fine. */
export const cancelAtProvider = async (
  stripe: Stripe,
  { id, status }: Pick<Stripe.Subscription, 'id' | 'status'>,
): Promise<void> => {
  if (hasEnded(status)) return
  await stripe.subscriptions.cancel(id).catch((error: unknown) => {
    if (!isMissing(error)) throw error
  })
}

/**
 * Asks the provider through `read` and writes its answer to the row, unless a newer one is there. A
 * subscription of a claim that was given up, or whose account was deleted meanwhile, is cancelled
 * at the provider, and the answer is null.
 */
export const syncRow = async (
  { db, stripe, graceDays }: SyncParts,
  rowId: string,
  read: () => Promise<Stripe.Subscription>,
) => {
  const ticket = await takeTicket(db, rowId)
  if (ticket === null) return null
  const subscription = await read()
  const snapshot = await toSnapshot(stripe, subscription)
  const row = await applySnapshot(db, rowId, ticket, snapshot, graceDays)
  if (row !== null) return { row, subscription }
  await cancelAtProvider(stripe, subscription)
  return null
}

const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/

/**
 * Updates our row from the provider's subscription, and cancels one whose account was deleted.
 * Ignores foreign subscriptions: others may use the same provider account.
 */
export const syncSubscription = async (
  parts: SyncParts,
  stripeSubscriptionId: string,
): Promise<void> => {
  const { db, stripe } = parts
  const read = () =>
    stripe.subscriptions.retrieve(stripeSubscriptionId, { expand: subscriptionExpansions })
  const known = await findByProvider(db, stripeSubscriptionId, null)
  if (known !== null) {
    await syncRow(parts, known.id, read)
    return
  }
  const subscription = await read()
  const { claim_id: claimId = '', user_id: userId = '' } = subscription.metadata
  const claimed = uuid.test(claimId)
    ? await findByProvider(db, stripeSubscriptionId, claimId)
    : null
  if (claimed !== null) await syncRow(parts, claimed.id, read)
  else if (uuid.test(userId) && (await isDeletedUser(db, userId)))
    await cancelAtProvider(stripe, subscription)
}
