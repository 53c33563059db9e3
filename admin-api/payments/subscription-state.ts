import type { Stripe } from 'stripe'
import type { Database } from '../data/database.ts'
import { applySnapshot, findByProvider, takeTicket } from '../data/subscriptions.ts'
import type { Snapshot } from '../data/subscriptions.ts'
import type { Promotion, SubscriptionStatus } from '../domain/subscription.ts'
import { toPromotion } from './promotions.ts'

type Parts = { readonly db: Database; readonly stripe: Stripe }

/** What has to be expanded wherever a subscription is read or changed. */
export const subscriptionExpansions = ['discounts.promotion_code', 'discounts.source.coupon']

const statuses: readonly string[] = [
  'incomplete', 'incomplete_expired', 'trialing', 'active', 'past_due', 'canceled', 'unpaid', 'paused',
] satisfies SubscriptionStatus[]

const isStatus = (value: string): value is SubscriptionStatus => statuses.includes(value)
const moment = (seconds: number): Date => new Date(seconds * 1000)
const momentOrNull = (seconds: number | null): Date | null => (seconds === null ? null : moment(seconds))

const discountOf = ({ discounts }: Stripe.Subscription): Promotion | null => {
  for (const discount of discounts) {
    if (typeof discount === 'string') continue
    const { promotion_code: code, source } = discount
    if (typeof source.coupon === 'string' || source.coupon === null) continue
    return toPromotion(
      code === null || typeof code === 'string' ? { id: source.coupon.id, code: source.coupon.name ?? source.coupon.id } : code,
      source.coupon,
    )
  }
  return null
}

const toSnapshot = (subscription: Stripe.Subscription): Snapshot => {
  const [item] = subscription.items.data
  if (item === undefined || item.price.unit_amount === null || !isStatus(subscription.status)) {
    throw new Error(`The payment provider's subscription ${subscription.id} has no price or an unknown status.`)
  }
  return {
    stripeSubscriptionId: subscription.id,
    state: subscription.status,
    priceAmount: item.price.unit_amount,
    priceCurrency: item.price.currency,
    startDate: moment(subscription.start_date),
    trialEnd: momentOrNull(subscription.trial_end),
    currentPeriodEnd: moment(item.current_period_end),
    // A cancellation at the period's end may be kept as a flag or as that date.
    cancelAtPeriodEnd: subscription.cancel_at_period_end || (subscription.cancel_at ?? 0) === item.current_period_end,
    canceledAt: momentOrNull(subscription.canceled_at),
    discount: discountOf(subscription),
  }
}

/**
 * Asks the provider through `read` and writes its answer to the row, unless a newer one is there. A subscription of a
 * claim that was given up is cancelled at the provider. Null when the row is gone or given up.
 */
export const syncRow = async ({ db, stripe }: Parts, rowId: string, read: () => Promise<Stripe.Subscription>) => {
  const ticket = await takeTicket(db, rowId)
  const subscription = await read()
  const applied = await applySnapshot(db, rowId, ticket, toSnapshot(subscription))
  if (applied?.isOrphan === true) {
    if (subscription.status !== 'canceled') await stripe.subscriptions.cancel(subscription.id)
    return null
  }
  return applied === null ? null : { row: applied.row, subscription }
}

/** Brings our row of a provider's subscription up to date. Subscriptions that are not ours are left alone. */
export const syncSubscription = async (parts: Parts, stripeSubscriptionId: string): Promise<void> => {
  const read = () => parts.stripe.subscriptions.retrieve(stripeSubscriptionId, { expand: subscriptionExpansions })
  let row = await findByProvider(parts.db, stripeSubscriptionId, null)
  if (row === null) {
    const { metadata } = await read()
    const claimId = metadata['claim_id']
    const isUuid = claimId !== undefined && /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/.test(claimId)
    row = isUuid ? await findByProvider(parts.db, stripeSubscriptionId, claimId) : null
  }
  if (row !== null) await syncRow(parts, row.id, read)
}
