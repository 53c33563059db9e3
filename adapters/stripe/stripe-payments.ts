import type {
  PaymentIntent,
  SetupIntent,
  Stripe,
  StripeElements,
  StripeError,
} from '@stripe/stripe-js'
import { PortUnavailable } from '#core/model/failures.ts'
import type {
  AuthenticateOutcome,
  CardForm,
  ConfirmCardOutcome,
  PaymentsPort,
} from '#core/ports/payments.ts'
import { within } from '../browser/time-limit.ts'
import type { LoadStripe } from './load-stripe.ts'
import { refusalOf } from './stripe-errors.ts'

const PROVIDER = 'stripe'

type ConfirmInput = Omit<Parameters<PaymentsPort['confirmCard']>[0], 'card'>

type Mounted = {
  readonly stripe: Stripe
  readonly elements: StripeElements
  /** Called once the card is confirmed. */
  readonly onConfirmed?: () => void
}

export const cardFormOf = (mounted: Mounted): CardForm => ({ provider: PROVIDER, handle: mounted })

const mountedOf = ({ provider, handle }: CardForm): Mounted => {
  if (provider !== PROVIDER) throw new Error(`Not a card form of this provider: ${provider}`)
  return handle as Mounted
}

/** The message next to the fields, or null when all of them are filled in correctly. */
const incompleteness = async ({ elements }: Mounted): Promise<string | null> => {
  const { error } = await elements.submit()
  if (!error) return null
  if (error.type === 'validation_error') return error.message ?? ''
  return refusalOf(error).message
}

const declinedWithout = 'The card could not be confirmed. Please try again or use another card.'

const idOf = (reference: string | { readonly id: string } | null): string | null =>
  typeof reference === 'object' ? (reference?.id ?? null) : reference

const confirmed = ({
  status,
  payment_method,
  last_setup_error,
}: SetupIntent): ConfirmCardOutcome => {
  const paymentMethodId = idOf(payment_method)
  if (paymentMethodId !== null && (status === 'succeeded' || status === 'processing'))
    return { kind: 'confirmed', paymentMethodId }
  if (last_setup_error) return refusalOf(last_setup_error as StripeError)
  // The visitor left the bank's check without an answer.
  return { kind: 'authentication-failed', message: declinedWithout, declineCode: null }
}

const authenticated = (intent: PaymentIntent | SetupIntent): AuthenticateOutcome => {
  if (['succeeded', 'processing', 'requires_capture'].includes(intent.status))
    return { kind: 'authenticated' }
  const error =
    intent.object === 'setup_intent' ? intent.last_setup_error : intent.last_payment_error
  if (!error) return { kind: 'authentication-failed', message: declinedWithout }
  const { kind, message } = refusalOf(error as StripeError)
  return { kind, message }
}

const retrieve = async (
  stripe: Stripe,
  clientSecret: string,
): Promise<PaymentIntent | SetupIntent> => {
  const { error, ...found } = clientSecret.startsWith('seti_')
    ? await stripe.retrieveSetupIntent(clientSecret)
    : await stripe.retrievePaymentIntent(clientSecret)
  const intent =
    'setupIntent' in found
      ? found.setupIntent
      : 'paymentIntent' in found
        ? found.paymentIntent
        : undefined
  if (intent) return intent
  throw new Error(refusalOf(error ?? { type: 'api_error' }).message)
}

export type StripePaymentsParts = {
  readonly loadStripe: LoadStripe
  /**
   * How long Stripe may take to confirm a card or a charge, in milliseconds, the bank's check
   * included.
   */
  readonly timeout?: number
}

/** Banks give their customers five minutes or so to answer a check. */
const CONFIRM_TIMEOUT = 600_000

/** The browser half of Stripe. Card data stays in Stripe's own frame. */
export const createStripePayments = ({
  loadStripe,
  timeout = CONFIRM_TIMEOUT,
}: StripePaymentsParts): PaymentsPort => {
  const answered = <Answer>(work: Promise<Answer>): Promise<Answer> =>
    within(timeout, work).catch((error: unknown) => {
      throw new PortUnavailable('payments', error)
    })
  const reach = (): Promise<Stripe> =>
    loadStripe().catch((error: unknown) => {
      throw new PortUnavailable('payments', error)
    })

  const confirm = async (
    mounted: Mounted,
    { clientSecret, billingEmail, returnUrl }: ConfirmInput,
  ): Promise<ConfirmCardOutcome> => {
    const message = await incompleteness(mounted)
    if (message !== null) return { kind: 'incomplete', message, declineCode: null }
    const { error, setupIntent } = await answered(
      mounted.stripe.confirmSetup({
        elements: mounted.elements,
        clientSecret,
        redirect: 'if_required',
        confirmParams: {
          return_url: returnUrl,
          payment_method_data: { billing_details: { email: billingEmail } },
        },
      }),
    )
    if (!error) return confirmed(setupIntent)
    if (error.code === 'setup_intent_unexpected_state' && error.setup_intent)
      return confirmed(error.setup_intent)
    if (error.type === 'validation_error')
      return { kind: 'incomplete', message: error.message ?? '', declineCode: null }
    return refusalOf(error)
  }

  return {
    validateCard: async (card) => {
      const message = await incompleteness(mountedOf(card))
      return message === null ? { kind: 'complete' } : { kind: 'incomplete', message }
    },
    confirmCard: async ({ card, ...input }) => {
      const mounted = mountedOf(card)
      const outcome = await confirm(mounted, input)
      if (outcome.kind === 'confirmed') mounted.onConfirmed?.()
      return outcome
    },
    authenticate: async (clientSecret) => {
      const stripe = await reach()
      const before = await retrieve(stripe, clientSecret)
      if (before.status !== 'requires_action') return authenticated(before)
      const { error } = await answered(stripe.handleNextAction({ clientSecret }))
      if (!error) return authenticated(await retrieve(stripe, clientSecret))
      const { kind, message } = refusalOf(error)
      return { kind, message }
    },
  }
}
