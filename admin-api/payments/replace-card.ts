import type { Stripe } from 'stripe'
import { presentSubscription } from '../data/subscriptions.ts'
import { isLive } from '../domain/subscription.ts'
import type { Subscription } from '../domain/subscription.ts'
import { invalid, Problem } from '../problem.ts'
import { findOwnSubscription, subscriptionEnded } from './own-subscription.ts'
import { claimCard } from './setup-intents.ts'
import type { Card } from './setup-intents.ts'
import { isCardError } from './stripe-errors.ts'
import {
  paymentOf,
  subscriptionExpansions,
  syncRow,
  unpaidInvoiceOf,
} from './subscription-state.ts'
import type { SyncParts } from './subscription-state.ts'
import { underKey } from './under-key.ts'

type Parts = SyncParts & { readonly clock: () => Date }

const declined = (message: string | undefined, declineCode: string | null | undefined): Problem =>
  new Problem(402, 'payment/declined', message ?? 'Your card was declined.', {
    declineCode: declineCode ?? null,
  })

/** Why the payment did not go through, by what the provider has of it now. */
const refusalOf = (payment: Stripe.PaymentIntent | null): Problem | null => {
  if (payment === null || payment.status === 'succeeded') return null
  if (payment.status === 'requires_action' && payment.client_secret !== null) {
    return new Problem(
      402,
      'payment/requires-action',
      'Your bank asks you to confirm the payment.',
      { clientSecret: payment.client_secret },
    )
  }
  if (payment.status === 'requires_payment_method') {
    const failure = payment.last_payment_error
    return declined(failure?.message, failure?.decline_code ?? failure?.code)
  }
  return new Problem(
    409,
    'subscription/in-progress',
    'The payment is under way. Please try again in a moment.',
    { retryAfter: 1 },
  )
}

/**
 * Pays the open invoice with the card. The bank's check of an earlier attempt with the same card
 * stays the one to pass.
 */
const pay = async (
  stripe: Stripe,
  invoice: Stripe.Invoice & { readonly id: string },
  paymentMethodId: string,
): Promise<void> => {
  const pending = await paymentOf(stripe, invoice)
  const isOwn = pending !== null && pending.payment_method === paymentMethodId
  const waiting = isOwn && pending.status !== 'requires_payment_method' ? refusalOf(pending) : null
  if (waiting !== null) throw waiting
  try {
    await stripe.invoices.pay(invoice.id, { payment_method: paymentMethodId, off_session: false })
  } catch (error) {
    if (!isCardError(error)) throw error
    throw (
      refusalOf(await paymentOf(stripe, invoice)) ??
      declined(error.message, error.decline_code ?? error.code)
    )
  }
}

const place = async (
  parts: Parts,
  userId: string,
  id: string,
  card: Card,
): Promise<Subscription> => {
  const { stripe } = parts
  const row = await findOwnSubscription(parts.db, userId, id)
  if (!isLive(row.state)) throw subscriptionEnded()
  const customerId = await claimCard(parts, userId, card)
  if (customerId !== row.customerId) {
    throw invalid([
      {
        path: 'paymentMethodId',
        code: 'payment-method/unusable',
        message: 'This card was saved for another subscription.',
      },
    ])
  }
  const { stripeSubscriptionId } = row
  const current = await syncRow(parts, row.id, () =>
    stripe.subscriptions.retrieve(stripeSubscriptionId, { expand: subscriptionExpansions }),
  )
  if (current === null || !isLive(current.row.state)) throw subscriptionEnded()
  const invoice = unpaidInvoiceOf(current.subscription)
  if (invoice?.id !== undefined)
    await pay(stripe, { ...invoice, id: invoice.id }, card.paymentMethodId)
  // Only now: a card that cannot pay does not take the place of the one before.
  await stripe.customers.update(customerId, {
    invoice_settings: { default_payment_method: card.paymentMethodId },
  })
  const replaced = await syncRow(parts, row.id, () =>
    stripe.subscriptions.update(stripeSubscriptionId, {
      default_payment_method: card.paymentMethodId,
      expand: subscriptionExpansions,
    }),
  )
  if (replaced === null) throw subscriptionEnded()
  return presentSubscription(replaced.row)
}

/**
 * Pays the user's subscription with another card from now on, and its open invoice at once. A
 * request that is repeated finds the invoice paid, so nothing is charged twice. Throws 402
 * `payment/declined` or `payment/requires-action`, 404 `subscription/not-found`, 409
 * `subscription/ended`, `subscription/in-progress` or `idempotency/key-reused`, 422 naming the
 * card, or 503 `payment/unavailable`.
 */
export const replaceCard = (
  parts: Parts,
  userId: string,
  id: string,
  card: Card,
  key: string,
): Promise<Subscription> =>
  underKey(parts.db, { userId, key, body: { subscription: id, ...card } }, () =>
    place(parts, userId, id, card),
  )
