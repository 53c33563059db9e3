import pRetry from 'p-retry'
import type { Stripe } from 'stripe'
import type { SubscriptionRow } from '../data/subscriptions.ts'
import { hasEnded } from '../domain/subscription.ts'
import { idOf } from './expandable.ts'
import { refundCharges } from './refunds.ts'
import { isKeyInUse } from './stripe-errors.ts'
import { cancelAtProvider, syncRow } from './subscription-state.ts'
import type { SyncParts } from './subscription-state.ts'
import { voidOpenInvoices } from './void-open-invoices.ts'

/** Refunds what an order was charged that nobody was told of. */
export const refundUntold = (
  stripe: Stripe,
  { id, customer }: Pick<Stripe.Subscription, 'id' | 'customer'>,
): Promise<void> =>
  pRetry(() => refundCharges(stripe, id, idOf(customer) ?? ''), {
    retries: 4,
    minTimeout: 200,
    // Another request is refunding the same charge.
    shouldRetry: ({ error }) => isKeyInUse(error),
  })

/**
 * Refunds and ends the subscription of an order that nobody was told of. Refunded before it ends:
 * once ended, nothing tells it from one that its owner had. And after: a payment may have been
 * confirmed meanwhile.
 */
export const endUntold = async (
  stripe: Stripe,
  subscription: Stripe.Subscription,
): Promise<void> => {
  await refundUntold(stripe, subscription)
  if (hasEnded(subscription.status)) return
  await cancelAtProvider(stripe, subscription)
  await voidOpenInvoices(stripe, subscription.id)
  await refundUntold(stripe, subscription)
}

/**
 * As {@link syncRow} for an order that has not started: what it was charged is refunded when it has
 * ended without starting, was given up, or its account was deleted.
 */
export const syncOrder = async (
  parts: SyncParts,
  row: Pick<SubscriptionRow, 'id'>,
  read: () => Promise<Stripe.Subscription>,
): ReturnType<typeof syncRow> => {
  const synced = await syncRow(parts, row.id, read, endUntold)
  if (synced !== null && synced.row.startedAt === null && hasEnded(synced.row.state))
    await refundUntold(parts.stripe, synced.subscription)
  return synced
}
