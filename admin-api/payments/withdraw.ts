import type { Stripe } from 'stripe'
import { unauthenticated } from '../auth/verify-token.ts'
import { presentSubscription } from '../data/subscriptions.ts'
import { withdrawableUntil } from '../domain/subscription.ts'
import type { Money, Subscription } from '../domain/subscription.ts'
import { Problem } from '../problem.ts'
import { inProgress, inTurn } from './in-turn.ts'
import { findOwnSubscription } from './own-subscription.ts'
import { owesRefund, refundCharges } from './refunds.ts'
import { isKeyInUse, paymentsUnavailable } from './stripe-errors.ts'
import { subscriptionExpansions, syncRow, withdrawAtProvider } from './subscription-state.ts'
import type { SyncParts } from './subscription-state.ts'
import { underKey } from './under-key.ts'
import { voidOpenInvoices } from './void-open-invoices.ts'

type Parts = SyncParts & { readonly clock: () => Date }
type Own = Awaited<ReturnType<typeof findOwnSubscription>>

type Withdrawn = { readonly subscription: Subscription; readonly refunded: Money }

const withdrawalOver = (): Problem =>
  new Problem(
    409,
    'subscription/withdrawal-over',
    'There is nothing to withdraw from: the time for it is over, or nothing was charged.',
  )

const sync = async ({ stripe, ...parts }: Parts, row: Own) => {
  const synced = await syncRow({ ...parts, stripe }, row.id, () =>
    stripe.subscriptions.retrieve(row.stripeSubscriptionId, { expand: subscriptionExpansions }),
  )
  // The account was deleted meanwhile.
  if (synced === null) throw unauthenticated()
  return synced
}

/** Ends the subscription so that neither a next period nor an open invoice is charged. */
const end = async (stripe: Stripe, subscription: Stripe.Subscription): Promise<void> => {
  await withdrawAtProvider(stripe, subscription)
  await voidOpenInvoices(stripe, subscription.id)
}

const place = async (parts: Parts, row: Own): Promise<Withdrawn> => {
  const { stripe, clock } = parts
  const current = await sync(parts, row)
  const isBegun = current.row.withdrawnAt !== null
  if (!isBegun && withdrawableUntil(current.row.charged, clock()) === null) throw withdrawalOver()
  await end(stripe, current.subscription)
  await refundCharges(stripe, row.stripeSubscriptionId, row.customerId)
  const { row: after } = await sync(parts, row)
  if (owesRefund(after) || after.charged === null) throw paymentsUnavailable()
  return {
    subscription: presentSubscription(after, clock()),
    refunded: after.charged.refunded,
  }
}

/**
 * Ends the user's subscription immediately and refunds in full what was charged for it. A request
 * that is repeated does what an earlier one left undone, however much later. Throws 404
 * `subscription/not-found`, 409 `subscription/withdrawal-over`, `subscription/in-progress`,
 * `account/leaving` or `idempotency/key-reused`, or 503 `payment/unavailable`.
 */
export const withdraw = (
  parts: Parts,
  userId: string,
  id: string,
  key: string,
): Promise<Withdrawn> =>
  underKey(parts.db, { userId, key, body: { subscription: id, withdraw: true } }, async () => {
    const row = await findOwnSubscription(parts.db, userId, id)
    return inTurn(parts, row, () =>
      place(parts, row).catch((error: unknown) => {
        // A webhook is refunding the same charge.
        throw isKeyInUse(error) ? inProgress() : error
      }),
    )
  })
