import { preconnect } from 'react-dom'
import type { PaymentsPort } from '#core/ports/payments.ts'
import { createLoadStripe, scriptOrigin } from './load-stripe.ts'
import type { LoadStripeParts } from './load-stripe.ts'
import { StripeCardForm } from './stripe-card-form.tsx'
import type { StripeCardFormProps } from './stripe-card-form.tsx'
import { createStripePayments } from './stripe-payments.ts'

export type OpenStripeParts = LoadStripeParts & Pick<StripeCardFormProps, 'locale' | 'fonts'>

export type CardFormProps = Omit<StripeCardFormProps, 'loadStripe' | 'locale' | 'fonts'>

/** The payments port and the card fields, which share one Stripe.js. */
export const openStripe = ({ locale, fonts, ...parts }: OpenStripeParts) => {
  const loadStripe = createLoadStripe(parts)
  const payments: PaymentsPort = createStripePayments({ loadStripe })
  return {
    payments,
    CardForm: (props: CardFormProps) => (
      <StripeCardForm loadStripe={loadStripe} locale={locale} fonts={fonts} {...props} />
    ),
    /** Preconnects to the script's origin. */
    connect: async () => preconnect(scriptOrigin(await parts.settings())),
  }
}
