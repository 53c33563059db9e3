import type { Stripe } from 'stripe'

/** Whether an invoice is for a period that has begun but is not charged yet. */
export const isUnbilledRenewal = (invoice: Stripe.Invoice): boolean =>
  invoice.status === 'draft' &&
  invoice.billing_reason === 'subscription_cycle' &&
  invoice.amount_due > 0

/**
 * The id of the invoice of a period that has just begun, which the provider charges about an hour
 * later, whatever is changed or cancelled meanwhile; null when there is none, or it costs nothing.
 * The subscription's latest invoice has to be expanded.
 */
export const unbilledRenewalOf = ({
  status,
  latest_invoice: invoice,
}: Stripe.Subscription): string | null =>
  (status === 'active' || status === 'past_due') &&
  invoice !== null &&
  typeof invoice !== 'string' &&
  isUnbilledRenewal(invoice)
    ? (invoice.id ?? null)
    : null
