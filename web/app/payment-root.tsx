import { preconnect } from 'react-dom'
import { createLoadStripe, scriptOrigin } from '#adapters/stripe/load-stripe.ts'
import type { LoadStripeParts } from '#adapters/stripe/load-stripe.ts'
import { StripeCardForm } from '#adapters/stripe/stripe-card-form.tsx'
import { createStripePayments } from '#adapters/stripe/stripe-payments.ts'
import type { PaymentParts } from './late-payments.ts'

/** The payments port and the card fields of the payment step, on one Stripe.js. */
export const createPaymentParts = (parts: LoadStripeParts): PaymentParts => {
  const loadStripe = createLoadStripe(parts)
  return {
    payments: createStripePayments({ loadStripe }),
    connect: async () => preconnect(scriptOrigin(await parts.settings())),
    CardForm: (props) => <StripeCardForm loadStripe={loadStripe} locale="en" {...props} />,
  }
}
