import { newId } from '../ids.ts'
import type { SetupIntent } from '../objects/intents.ts'
import type { PaymentMethod } from '../objects/payment-methods.ts'
import type { SetupAttempt } from '../objects/setup-attempts.ts'
import type { Sandbox } from '../sandbox.ts'

/** Records that a card is being saved, as the intent's latest attempt. */
export const recordSetupAttempt = (
  sandbox: Sandbox,
  intent: SetupIntent,
  { id: paymentMethod, card }: PaymentMethod,
): SetupAttempt => {
  const attempt: SetupAttempt = {
    id: newId('setatt'),
    object: 'setup_attempt',
    application: null,
    created: sandbox.timeOf(intent.customer),
    customer: intent.customer,
    customer_account: null,
    flow_directions: null,
    livemode: false,
    on_behalf_of: null,
    payment_method: paymentMethod,
    payment_method_details: {
      card: {
        brand: card.brand,
        checks: { ...card.checks },
        country: card.country,
        exp_month: card.exp_month,
        exp_year: card.exp_year,
        fingerprint: card.fingerprint,
        funding: card.funding,
        last4: card.last4,
        network: card.brand,
        three_d_secure: null,
        wallet: structuredClone(card.wallet),
      },
      type: 'card',
    },
    setup_error: null,
    setup_intent: intent.id,
    status: 'requires_action',
    usage: intent.usage,
  }
  sandbox.state.setupAttempts[attempt.id] = attempt
  intent.latest_attempt = attempt.id
  return attempt
}

/** Stores the outcome in the latest attempt, once its intent has one. */
export const concludeSetupAttempt = (
  sandbox: Sandbox,
  intent: SetupIntent,
  { authenticated }: { authenticated: boolean },
): void => {
  const attempt = sandbox.state.setupAttempts[intent.latest_attempt ?? '']
  if (!attempt) return
  attempt.status = intent.status === 'succeeded' ? 'succeeded' : 'failed'
  attempt.setup_error = structuredClone(intent.last_setup_error)
  if (!authenticated) return
  attempt.payment_method_details.card.three_d_secure = {
    authentication_flow: 'challenge',
    electronic_commerce_indicator: '05',
    result: 'authenticated',
    result_reason: null,
    transaction_id: newId('tds'),
    version: '2.2.0',
  }
}
