import type { Stripe } from 'stripe'
import type { SubscriptionRow } from '../data/subscriptions.ts'
import { hasEnded } from '../domain/subscription.ts'
import { idOf } from './expandable.ts'
import { refundCharges } from './refunds.ts'
import { isKeyInUse, isRefusal } from './stripe-errors.ts'
import { cancelAtProvider, syncRow } from './subscription-state.ts'
import type { SyncParts } from './subscription-state.ts'
import { voidOpenInvoices } from './void-open-invoices.ts'

/** Thrown when the provider refuses a refund, for example because our balance is too low. */
class RefundRefused extends Error {}

/** Logs a refused refund, which only a person can still make; throws any other error. */
export const reportRefused =
  (log: { error(details: object, message: string): void }) =>
  (error: unknown): void => {
    if (!(error instanceof RefundRefused)) throw error
    log.error({ err: error }, 'a refund that is owed was refused')
  }

/**
 * Refunds the charges of an order that its owner was never told of. Throws {@link RefundRefused}
 * when the provider refuses.
 */
export const refundUnacknowledged = (
  stripe: Stripe,
  { id, customer }: Pick<Stripe.Subscription, 'id' | 'customer'>,
): Promise<void> =>
  refundCharges(stripe, id, idOf(customer) ?? '').catch((error: unknown) => {
    if (!isRefusal(error) || isKeyInUse(error)) throw error
    throw new RefundRefused(`The refund of subscription ${id} was refused.`, { cause: error })
  })

/**
 * Refunds and ends the subscription of an order that its owner was never told of. The refund comes
 * first, because an ended subscription looks like one that its owner knew of; it is repeated
 * afterwards, because a payment may have been confirmed meanwhile. A refused refund is thrown only
 * after the end, so that nobody keeps paying.
 */
export const endUnacknowledged = async (
  stripe: Stripe,
  subscription: Stripe.Subscription,
): Promise<void> => {
  if (!hasEnded(subscription.status)) {
    await refundUnacknowledged(stripe, subscription).catch((error: unknown) => {
      if (!(error instanceof RefundRefused)) throw error
    })
    await cancelAtProvider(stripe, subscription)
    await voidOpenInvoices(stripe, subscription.id)
  }
  await refundUnacknowledged(stripe, subscription)
}

/**
 * Does what {@link syncRow} does, for an order that has not started. Refunds what it was charged if
 * it ended without starting, was given up, or its account was deleted.
 */
export const syncOrder = async (
  parts: SyncParts,
  row: Pick<SubscriptionRow, 'id'>,
  read: () => Promise<Stripe.Subscription>,
): ReturnType<typeof syncRow> => {
  const synced = await syncRow(parts, row.id, read, endUnacknowledged)
  if (synced !== null && synced.row.startedAt === null && hasEnded(synced.row.state))
    await refundUnacknowledged(parts.stripe, synced.subscription)
  return synced
}
