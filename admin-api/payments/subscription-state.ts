import type { Stripe } from 'stripe'
import type { Database } from '../data/database.ts'
import { applySnapshot, findByProvider, takeTicket } from '../data/subscriptions.ts'
import type { Snapshot } from '../data/subscriptions.ts'
import { isDeletedUser } from '../data/users.ts'
import { hasEnded } from '../domain/subscription.ts'
import type { Promotion, SubscriptionStatus } from '../domain/subscription.ts'
import { toPromotion } from './promotions.ts'
import { isMissing } from './stripe-errors.ts'

type Parts = { readonly db: Database; readonly stripe: Stripe }

/** The fields to expand whenever a subscription is read or changed. */
export const subscriptionExpansions = ['discounts.promotion_code', 'discounts.source.coupon']

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

const toSnapshot = (subscription: Stripe.Subscription): Snapshot => {
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
    currentPeriodEnd: moment(item.current_period_end),
    // A cancellation at the period's end may be kept as a flag or as that date.
    cancelAtPeriodEnd:
      subscription.cancel_at_period_end ||
      (subscription.cancel_at ?? 0) === item.current_period_end,
    canceledAt: momentOrNull(subscription.canceled_at),
    discount: discountOf(subscription),
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
 * Asks the provider through `read` and writes its answer to the row, unless a newer one is there. A subscription of a
 * claim that was given up, or whose account was deleted meanwhile, is cancelled at the provider, and the answer is null.
 */
export const syncRow = async (
  { db, stripe }: Parts,
  rowId: string,
  read: () => Promise<Stripe.Subscription>,
) => {
  const ticket = await takeTicket(db, rowId)
  if (ticket === null) return null
  const subscription = await read()
  const row = await applySnapshot(db, rowId, ticket, toSnapshot(subscription))
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
  parts: Parts,
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
