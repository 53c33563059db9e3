import { settle } from '../billing/collection.ts'
import { finishPaymentAuthentication } from '../billing/payment-intents.ts'
import { finishSetupAuthentication } from '../billing/setup-intents.ts'
import type { Sandbox } from '../sandbox.ts'
import { paymentIntent } from './payment-intents.ts'
import { setupIntent } from './setup-intents.ts'

export interface AuthenticationResult {
  kind: 'setup_intent' | 'payment_intent'
  id: string
  client_secret: string
  returnUrl: string | null
}

/** Applies what the customer did on the bank's page to either kind of intent. */
export const finishAuthentication = (
  sandbox: Sandbox,
  id: string,
  clientSecret: string,
  passed: boolean,
): AuthenticationResult => {
  if (id.startsWith('seti_')) {
    const intent = setupIntent(sandbox, id, 'publishable', clientSecret)
    const returnUrl = intent.next_action?.redirect_to_url?.return_url ?? null
    finishSetupAuthentication(sandbox, intent, passed)
    return { kind: 'setup_intent', id, client_secret: clientSecret, returnUrl }
  }
  const intent = paymentIntent(sandbox, id, 'publishable', clientSecret)
  const returnUrl = intent.next_action?.redirect_to_url?.return_url ?? null
  settle(sandbox, intent, finishPaymentAuthentication(sandbox, intent, passed))
  return { kind: 'payment_intent', id, client_secret: clientSecret, returnUrl }
}
