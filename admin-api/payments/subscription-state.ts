import type { Stripe } from 'stripe'
import type { Database } from '../data/database.ts'
import { applySnapshot, takeTicket } from '../data/subscriptions.ts'
import type { Snapshot, SubscriptionRow } from '../data/subscriptions.ts'
import { hasEnded, isUnpaidFor } from '../domain/subscription.ts'
import type {
  Charged,
  Money,
  PlannedChange,
  Promotion,
  SavedCard,
  SubscriptionStatus,
} from '../domain/subscription.ts'
import { brandName } from './card-brand.ts'
import { idOf } from './expandable.ts'
import { invoicesOf, paidChargesOf, summarizeCharges } from './paid-charges.ts'
import { takeBackPlanChange, unlessRefused } from './pending-plan-change.ts'
import { toPromotion } from './promotions.ts'
import { isMissing } from './stripe-errors.ts'

export type SyncParts = {
  readonly db: Database
  readonly stripe: Stripe
  /** For how many days access continues while a payment fails. */
  readonly graceDays: number
}

/** The fields to expand whenever a subscription is read or changed. */
export const subscriptionExpansions = [
  'discounts.promotion_code',
  'discounts.source.coupon.applies_to',
  'default_payment_method',
  'latest_invoice.payments',
  'schedule',
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

export type HeldDiscount = {
  readonly id: string
  readonly promotion: Promotion
  readonly coupon: Stripe.Coupon
  /** In Unix seconds; null while it has no end. */
  readonly end: number | null
}

/** The discounts of a subscription that was read with {@link subscriptionExpansions}. */
export const discountsOf = ({ discounts }: Stripe.Subscription): readonly HeldDiscount[] =>
  discounts.flatMap((discount) => {
    if (typeof discount === 'string') return []
    const { id, end, promotion_code: code, source } = discount
    const { coupon } = source
    if (typeof coupon === 'string' || coupon === null) return []
    const named =
      code === null || typeof code === 'string'
        ? { id: coupon.id, code: coupon.name ?? coupon.id }
        : code
    return [{ id, end, coupon, promotion: toPromotion(named, coupon) }]
  })

/** Whether a coupon takes anything off a product, by the provider's id of the product. */
export const isForProduct = ({ applies_to: only }: Stripe.Coupon, product: string): boolean =>
  only === undefined || only.products.includes(product)

const discountOf = (
  subscription: Stripe.Subscription,
  { product }: Stripe.Price,
): Promotion | null =>
  discountsOf(subscription).find(({ coupon }) => isForProduct(coupon, idOf(product) ?? ''))
    ?.promotion ?? null

/**
 * The card that pays a subscription; null when there is none, or it is not expanded or not a card.
 */
export const cardOf = ({
  default_payment_method: method,
}: Stripe.Subscription): SavedCard | null => {
  if (method === null || typeof method === 'string' || method.card === undefined) return null
  const { brand, last4, exp_month: expMonth, exp_year: expYear } = method.card
  return { brand: brandName(brand), last4, expMonth, expYear }
}

/** The invoice that has to be paid to restore good standing; null while no payment is failing. */
export const unpaidInvoiceOf = ({
  status,
  latest_invoice: invoice,
}: Stripe.Subscription): Stripe.Invoice | null => {
  if (!isUnpaidFor(status) || invoice === null || typeof invoice === 'string') return null
  // Only drafts of an unpaid subscription wait for somebody to finalize them.
  const isDue = invoice.status === 'open' || (invoice.status === 'draft' && status === 'unpaid')
  return isDue ? invoice : null
}

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

/**
 * What was charged and refunded, and the ids of the voided invoices. Asks the provider for nothing
 * when nothing can have been charged.
 */
const billed = async (
  stripe: Stripe,
  subscription: Stripe.Subscription,
  known: Charged | null,
): Promise<Pick<Snapshot, 'charged' | 'voided'>> => {
  const { id, status, customer, start_date: start, trial_start: trialStart } = subscription
  const isFree = status === 'trialing' && trialStart === start
  if (isFree || status === 'incomplete' || status === 'incomplete_expired')
    return { charged: null, voided: [] }
  const invoices = invoicesOf(stripe, id)
  const charges = await paidChargesOf(stripe, idOf(customer) ?? '', invoices)
  return {
    charged: summarizeCharges(charges, known, new Date()),
    voided: (await invoices).flatMap((invoice) =>
      invoice.status === 'void' && invoice.id !== undefined ? [invoice.id] : [],
    ),
  }
}

/** What the row already holds, so that the provider is asked only about plans that are new. */
type Known = {
  readonly productId: string
  readonly priceId: string
  readonly pendingChange: PlannedChange | null
  readonly charged: Charged | null
}

/**
 * A price and our own id for its product; null if the product is not ours or was deleted, or if the
 * price has no fixed amount.
 */
const findPrice = async (
  stripe: Stripe,
  priceId: string,
): Promise<Pick<PlannedChange, 'productId' | 'price'> | null> => {
  const {
    product,
    unit_amount: amount,
    currency,
  } = await stripe.prices.retrieve(priceId, { expand: ['product'] })
  if (typeof product === 'string' || product.deleted === true || amount === null) return null
  const productId = product.metadata['app_product_id']
  return productId === undefined ? null : { productId, price: { amount, currency } }
}

/** The subscription's product id in our catalogue; null for a price that is not ours. */
const productIdOf = async (
  stripe: Stripe,
  priceId: string,
  { productId, priceId: presentPriceId, pendingChange }: Known,
): Promise<string | null> => {
  if (priceId === presentPriceId) return productId
  if (priceId === pendingChange?.priceId) return pendingChange.productId
  return (await findPrice(stripe, priceId))?.productId ?? null
}

const pendingChangeOf = async (
  stripe: Stripe,
  { schedule, items }: Stripe.Subscription,
  { pendingChange: known }: Known,
): Promise<PlannedChange | null> => {
  if (schedule === null || typeof schedule === 'string') return null
  const { current_phase: current, phases } = schedule
  const next =
    current === null ? undefined : phases.find(({ start_date }) => start_date >= current.end_date)
  const priceId = idOf(next?.items[0]?.price)
  if (next === undefined || priceId === null || priceId === items.data[0]?.price.id) return null
  const found = known?.priceId === priceId ? known : await findPrice(stripe, priceId)
  if (found === null) return null
  const { productId, price } = found
  return {
    productId,
    priceId,
    price,
    date: moment(next.start_date).toISOString(),
    keepsDiscount: next.discounts.length > 0,
  }
}

/**
 * What a change of the subscription charged immediately; null when the latest invoice is not for a
 * change, or is unpaid.
 */
const chargedForChange = ({ latest_invoice: invoice }: Stripe.Subscription): Money | null =>
  invoice !== null &&
  typeof invoice !== 'string' &&
  invoice.billing_reason === 'subscription_update' &&
  invoice.status === 'paid'
    ? { amount: invoice.amount_paid, currency: invoice.currency }
    : null

/** Marks the end as a withdrawal at the provider, in the same call that ends the subscription. */
const withdrawalDetails = { comment: 'withdrawal' }

const isWithdrawal = ({ status, cancellation_details: details }: Stripe.Subscription): boolean =>
  hasEnded(status) && details?.comment === withdrawalDetails.comment

/** Whether it ends with its period; the provider may store that as a flag or as the date. */
export const endsWithPeriod = ({
  cancel_at_period_end: flag,
  cancel_at: date,
  items,
}: Stripe.Subscription): boolean =>
  flag || (date !== null && date === items.data[0]?.current_period_end)

const toSnapshot = async (
  stripe: Stripe,
  subscription: Stripe.Subscription,
  known: Known,
): Promise<Snapshot> => {
  const [item] = subscription.items.data
  if (item === undefined || item.price.unit_amount === null || !isStatus(subscription.status)) {
    throw new Error(
      `The payment provider's subscription ${subscription.id} has no price or an unknown status.`,
    )
  }
  return {
    stripeSubscriptionId: subscription.id,
    priceId: item.price.id,
    productId: (await productIdOf(stripe, item.price.id, known)) ?? known.productId,
    state: subscription.status,
    priceAmount: item.price.unit_amount,
    priceCurrency: item.price.currency,
    startDate: moment(subscription.start_date),
    trialEnd: momentOrNull(subscription.trial_end),
    currentPeriodStart: moment(item.current_period_start),
    currentPeriodEnd: moment(item.current_period_end),
    cancelAtPeriodEnd: endsWithPeriod(subscription),
    canceledAt: momentOrNull(subscription.canceled_at),
    withdrawnAt: isWithdrawal(subscription)
      ? momentOrNull(subscription.ended_at ?? subscription.canceled_at)
      : null,
    discount: discountOf(subscription, item.price),
    card: cardOf(subscription),
    pendingChange: await pendingChangeOf(stripe, subscription, known),
    changeCharged: chargedForChange(subscription),
    ...(await billed(stripe, subscription, known.charged)),
    ...(await failingPayment(stripe, subscription)),
  }
}

/**
 * Stops the collection of drafts, which the provider does not promise for a cancelled subscription.
 */
const holdDrafts = async (stripe: Stripe, subscription: string): Promise<void> => {
  const drafts = await stripe.invoices.list({ subscription, status: 'draft', limit: 100 })
  for (const { id } of drafts.data)
    if (id !== undefined) await unlessRefused(stripe.invoices.update(id, { auto_advance: false }))
}

/**
 * Ends a subscription at the provider immediately, drops its pending change of plan and stops the
 * collection of its draft invoices. Does nothing if it has ended already.
 */
export const cancelAtProvider = async (
  stripe: Stripe,
  subscription: Stripe.Subscription,
  details?: typeof withdrawalDetails,
): Promise<void> => {
  const { id, status } = subscription
  if (hasEnded(status)) return
  await takeBackPlanChange(stripe, subscription)
  await holdDrafts(stripe, id)
  await stripe.subscriptions
    .cancel(id, details && { cancellation_details: details })
    .catch((error: unknown) => {
      if (!isMissing(error)) throw error
    })
  // A new period may have begun in between, with a draft of its own.
  await holdDrafts(stripe, id)
}

/** Ends a subscription at the provider as a withdrawal, or records an earlier end as one. */
export const withdrawAtProvider = async (
  stripe: Stripe,
  subscription: Stripe.Subscription,
): Promise<void> => {
  if (!hasEnded(subscription.status))
    await cancelAtProvider(stripe, subscription, withdrawalDetails)
  else if (!isWithdrawal(subscription))
    await stripe.subscriptions.update(subscription.id, { cancellation_details: withdrawalDetails })
}

type Read = () => Promise<Stripe.Subscription>
type End = (stripe: Stripe, subscription: Stripe.Subscription) => Promise<void>
type Synced = { readonly row: SubscriptionRow; readonly subscription: Stripe.Subscription }

/** Like {@link syncRow}, once; `isOvertaken` when a newer state was already stored. */
const syncOnce = async (
  { db, stripe, graceDays }: SyncParts,
  rowId: string,
  read: Read,
  end: End,
): Promise<(Synced & { readonly isOvertaken: boolean }) | null> => {
  const taken = await takeTicket(db, rowId)
  if (taken === null) return null
  const subscription = await read()
  const snapshot = await toSnapshot(stripe, subscription, taken)
  const row = await applySnapshot(db, rowId, taken.ticket, snapshot, graceDays)
  if (row !== null) return { row, subscription, isOvertaken: row.appliedTicket !== taken.ticket }
  await end(stripe, subscription)
  return null
}

/**
 * Asks the provider through `read`, which may create or end the subscription, and stores the answer
 * unless a newer one is stored. If the claim was given up or its account deleted meanwhile, the
 * subscription is cancelled at the provider, or ended by `end`, and the result is null.
 */
export const syncRow = async (
  parts: SyncParts,
  rowId: string,
  read: Read,
  end: End = cancelAtProvider,
): Promise<Synced | null> => {
  const synced = await syncOnce(parts, rowId, read, end)
  if (synced?.isOvertaken !== true) return synced
  // The newer state may have been read before `read` made its change. One repetition is enough:
  // whatever overtakes it was read after that change.
  const { id } = synced.subscription
  return syncOnce(
    parts,
    rowId,
    () => parts.stripe.subscriptions.retrieve(id, { expand: subscriptionExpansions }),
    end,
  )
}

/**
 * Changes the subscription through `change`, and then reads it again with a new ticket. With the
 * old one, a webhook that read the state before the change would win. Null, without any change,
 * when the row is gone.
 */
export const changeRow = async (
  parts: SyncParts,
  rowId: string,
  change: Read,
): Promise<Synced | null> => {
  if ((await takeTicket(parts.db, rowId)) === null) return null
  const { id } = await change()
  return syncRow(parts, rowId, () =>
    parts.stripe.subscriptions.retrieve(id, { expand: subscriptionExpansions }),
  )
}
