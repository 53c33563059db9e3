import type { Stripe } from 'stripe'
import { presentSubscription } from '../data/subscriptions.ts'
import { isLive, isUnpaidFor } from '../domain/subscription.ts'
import type { Money, Subscription } from '../domain/subscription.ts'
import { invalid, Problem } from '../problem.ts'
import { idOf } from './expandable.ts'
import { inTurn } from './in-turn.ts'
import type { Renew } from './in-turn.ts'
import { invoicesOf, paidChargesOf } from './paid-charges.ts'
import { findOwnSubscription, subscriptionEnded } from './own-subscription.ts'
import { payInvoice } from './pay-invoice.ts'
import { claimCard } from './setup-intents.ts'
import type { Card } from './setup-intents.ts'
import {
  changeRow,
  subscriptionExpansions,
  syncRow,
  unpaidInvoiceOf,
} from './subscription-state.ts'
import type { SyncParts } from './subscription-state.ts'
import { locateCustomer } from './tax-location.ts'
import { underKey } from './under-key.ts'
import { voidOpenInvoices } from './void-open-invoices.ts'

type Parts = SyncParts & { readonly clock: () => Date; readonly automaticTax: boolean }

type Own = Awaited<ReturnType<typeof findOwnSubscription>>

export type Replacement = Card & {
  /** The amount shown to the visitor as due immediately; null for nothing. */
  readonly expectedDue?: Money | null
}

const dueChanged = (): Problem =>
  new Problem(
    409,
    'payment/due-changed',
    'The amount due has changed. Nothing was charged, and the previous card stays.',
  )

/** Whether the card would pay a different amount from the one that the visitor was shown. */
const isUnexpected = (
  state: string,
  invoice: Stripe.Invoice | null,
  expected: Money | null | undefined,
): boolean => {
  if (expected === undefined) return false
  // Without an open invoice, a subscription in good standing was paid by an earlier request.
  if (invoice === null) return expected !== null && isUnpaidFor(state)
  return expected?.amount !== invoice.amount_remaining || expected.currency !== invoice.currency
}

/**
 * The current subscription at the provider, and the invoice that the new card has to pay
 * immediately.
 */
const sync = async (parts: Parts, row: Own) => {
  const current = await syncRow(parts, row.id, () =>
    parts.stripe.subscriptions.retrieve(row.stripeSubscriptionId, {
      expand: subscriptionExpansions,
    }),
  )
  if (current === null || !isLive(current.row.state)) throw subscriptionEnded()
  return { ...current, invoice: unpaidInvoiceOf(current.subscription) }
}

/** Finalizes a draft first, since only then its amount is certain. */
const syncFinalized = async (parts: Parts, row: Own) => {
  const current = await sync(parts, row)
  const { invoice } = current
  if (invoice?.id === undefined || invoice.status !== 'draft') return current
  // `auto_advance` would charge the previous card.
  await parts.stripe.invoices.finalizeInvoice(invoice.id, { auto_advance: false })
  return sync(parts, row)
}

/**
 * Whether the card has already paid for the subscription. Each replacement saves a card of its own,
 * so only an earlier attempt at this one can have charged it.
 */
const hasPaid = async (stripe: Stripe, row: Own, { paymentMethodId }: Card): Promise<boolean> => {
  const invoices = invoicesOf(stripe, row.stripeSubscriptionId)
  const charges = await paidChargesOf(stripe, row.customerId, invoices)
  return charges.some(({ charge }) => charge.payment_method === paymentMethodId)
}

const place = async (
  parts: Parts,
  row: Own,
  card: Replacement,
  renew: Renew,
): Promise<Subscription> => {
  const { stripe } = parts
  const customerId = await claimCard(parts, row.userId, card)
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
  const { invoice, ...current } = await syncFinalized(parts, row)
  // A new period can begin after the payment, so an invoice may be open when this card has paid
  // already.
  const isRepeated = invoice !== null && (await hasPaid(stripe, row, card))
  if (!isRepeated && isUnexpected(current.row.state, invoice, card.expectedDue)) throw dueChanged()
  if (!isRepeated && invoice?.id !== undefined)
    await payInvoice(stripe, { ...invoice, id: invoice.id }, card.paymentMethodId, renew)
  // The lock is not extended after a payment in this request: that could fail, and the owner has to
  // learn of the payment even while their account is being deleted.
  else await renew()
  const { latest_invoice: latest, schedule } = current.subscription
  const isPaid = invoice !== null || !isUnpaidFor(current.row.state)
  // Voids invoices of earlier periods, which the visitor was not told about. The latest one stays,
  // since a change of plan may wait for it.
  if (isPaid && card.expectedDue !== null)
    await voidOpenInvoices(stripe, stripeSubscriptionId, idOf(latest))
  // Only after the payment, so that a card that cannot pay does not replace the previous one.
  await stripe.customers.update(customerId, {
    invoice_settings: { default_payment_method: card.paymentMethodId },
  })
  if (parts.automaticTax) await locateCustomer(stripe, customerId, card.paymentMethodId)
  // A schedule would restore the previous card when its next phase begins.
  if (schedule !== null && typeof schedule !== 'string')
    await stripe.subscriptionSchedules.update(schedule.id, {
      default_settings: { default_payment_method: card.paymentMethodId },
    })
  const replaced = await changeRow(parts, row.id, () =>
    stripe.subscriptions.update(stripeSubscriptionId, {
      default_payment_method: card.paymentMethodId,
    }),
  )
  if (replaced === null) throw subscriptionEnded()
  return presentSubscription(replaced.row, parts.clock())
}

/**
 * Pays the user's subscription with another card from now on, and its newest invoice immediately;
 * older open ones are voided. A card pays only once: a repeated request finds the earlier payment,
 * and leaves the invoice of a later period open. Throws 402 `payment/declined` or
 * `payment/requires-action`, 404 `subscription/not-found`, 409 `subscription/ended`,
 * `payment/due-changed`, `subscription/in-progress`, `account/leaving` or `idempotency/key-reused`,
 * 422 naming the card, or 503 `payment/unavailable`.
 */
export const replaceCard = (
  parts: Parts,
  userId: string,
  id: string,
  card: Replacement,
  key: string,
): Promise<Subscription> =>
  underKey(parts.db, { userId, key, body: { subscription: id, ...card } }, async () => {
    const row = await findOwnSubscription(parts.db, userId, id)
    if (!isLive(row.state)) throw subscriptionEnded()
    return inTurn(parts, row, (renew) => place(parts, row, card, renew))
  })
