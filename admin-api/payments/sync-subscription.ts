import type { Stripe } from 'stripe'
import { insertAdopted } from '../data/adopted-subscriptions.ts'
import { findByProvider } from '../data/subscriptions.ts'
import { isDeletedUser } from '../data/users.ts'
import { hasEnded, isLive } from '../domain/subscription.ts'
import { idOf } from './expandable.ts'
import { owesRefund, refundCharges } from './refunds.ts'
import { subscriptionExpansions, syncRow } from './subscription-state.ts'
import type { SyncParts } from './subscription-state.ts'
import { endUnacknowledged, syncOrder } from './unacknowledged-order.ts'

const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/

type Read = () => Promise<Stripe.Subscription>
type Synced = NonNullable<Awaited<ReturnType<typeof syncRow>>>

/** Makes the refunds that an interrupted withdrawal still owes. */
const finishWithdrawal = async (
  parts: SyncParts,
  { row, subscription }: Synced,
  read: Read,
): Promise<void> => {
  await refundCharges(parts.stripe, subscription.id, row.customerId)
  await syncRow(parts, row.id, read)
}

/** `second`: its user already has another one; `foreign`: its user is unknown to us. */
export type Sync = 'known' | 'adopted' | 'second' | 'foreign'

/** Stores a live subscription that has no row: a restored backup is from before its order. */
const adopt = async (
  parts: SyncParts,
  subscription: Stripe.Subscription,
  read: Read,
): Promise<Sync> => {
  const { id, status, metadata, customer, default_payment_method: card } = subscription
  const { user_id: userId = '', claim_id: claimId = '', product_id: productId } = metadata
  const [item] = subscription.items.data
  const isOurs = uuid.test(userId) && productId !== undefined && item !== undefined
  if (!isOurs || !isLive(status)) return 'foreign'
  const inserted = await insertAdopted(
    parts.db,
    {
      id: uuid.test(claimId) ? claimId : null,
      userId,
      customerId: idOf(customer) ?? '',
      productId,
      paymentMethodId: idOf(card) ?? '',
      stripeSubscriptionId: id,
      priceAmount: item.price.unit_amount ?? 0,
      priceCurrency: item.price.currency,
      currentPeriodEnd: new Date(item.current_period_end * 1000),
      startedAt: new Date(subscription.start_date * 1000),
    },
    new Date(),
  )
  if (typeof inserted === 'string') return inserted
  await syncRow(parts, inserted.id, read)
  return 'adopted'
}

/**
 * Updates our row from the provider's subscription, finishes a withdrawal that was interrupted,
 * ends and refunds an order that its owner was never told of, and adopts an existing user's
 * subscription that has no row. Ignores foreign subscriptions: others may use the same provider
 * account.
 */
export const syncSubscription = async (
  parts: SyncParts,
  stripeSubscriptionId: string,
): Promise<Sync> => {
  const { db, stripe } = parts
  const read = () =>
    stripe.subscriptions.retrieve(stripeSubscriptionId, { expand: subscriptionExpansions })
  const known = await findByProvider(db, stripeSubscriptionId, null)
  if (known !== null) {
    const isUnacknowledged = known.startedAt === null
    const synced = await (isUnacknowledged
      ? syncOrder(parts, known, read)
      : syncRow(parts, known.id, read))
    if (synced !== null && owesRefund(synced.row)) await finishWithdrawal(parts, synced, read)
    return 'known'
  }
  const subscription = await read()
  const { claim_id: claimId = '', user_id: userId = '' } = subscription.metadata
  const claimed = uuid.test(claimId)
    ? await findByProvider(db, stripeSubscriptionId, claimId)
    : null
  if (claimed !== null) {
    await syncOrder(parts, claimed, read)
    return 'known'
  }
  if (!uuid.test(userId) || !(await isDeletedUser(db, userId)))
    return adopt(parts, subscription, read)
  // A deletion ends every subscription that its owner knew of, so this one was never acknowledged.
  if (!hasEnded(subscription.status)) await endUnacknowledged(stripe, subscription)
  return 'known'
}
