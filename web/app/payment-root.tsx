import { StripeCardForm } from '#adapters/stripe/stripe-card-form.tsx'
import type { LoadStripe } from '#adapters/stripe/load-stripe.ts'
import type { CardFormViewProps } from './session.tsx'

/** The card fields of the payment step, on the Stripe that the payments port uses too. */
export const createCardFormView = (loadStripe: LoadStripe) => (props: CardFormViewProps) => (
  <StripeCardForm loadStripe={loadStripe} locale="en" {...props} />
)
