import type { Stripe } from 'stripe'
import { Problem } from '../problem.ts'
import type { Renew } from './in-turn.ts'
import { isCardError } from './stripe-errors.ts'
import { paymentOf } from './subscription-state.ts'

const declined = (message: string | undefined, declineCode: string | null | undefined): Problem =>
  new Problem(402, 'payment/declined', message ?? 'Your card was declined.', {
    declineCode: declineCode ?? null,
  })

/** Why the payment did not succeed, judged by its state at the provider. */
export const refusalOf = (payment: Stripe.PaymentIntent | null): Problem | null => {
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
 * Pays an open invoice with a card, or with the subscription's own, while the customer is present.
 * If the bank already asked for a check of the same card, that check remains valid. Throws 402
 * `payment/declined` or `payment/requires-action`, or 409 `subscription/in-progress`.
 */
export const payInvoice = async (
  stripe: Stripe,
  invoice: Stripe.Invoice & { readonly id: string },
  paymentMethodId: string | null,
  renew: Renew,
): Promise<void> => {
  const pending = await paymentOf(stripe, invoice)
  const isOwn =
    pending !== null && (paymentMethodId === null || pending.payment_method === paymentMethodId)
  const waiting = isOwn && pending.status !== 'requires_payment_method' ? refusalOf(pending) : null
  if (waiting !== null) throw waiting
  await renew()
  try {
    await stripe.invoices.pay(invoice.id, {
      ...(paymentMethodId !== null && { payment_method: paymentMethodId }),
      off_session: false,
    })
  } catch (error) {
    if (!isCardError(error)) throw error
    throw (
      refusalOf(await paymentOf(stripe, invoice)) ??
      declined(error.message, error.decline_code ?? error.code)
    )
  }
}
