import type { StripeError } from '@stripe/stripe-js'
import { PortUnavailable } from '#core/model/failures.ts'

type Refusal = {
  readonly kind: 'declined' | 'authentication-failed'
  readonly message: string
  readonly declineCode: string | null
}

const outages: readonly string[] = ['api_connection_error', 'api_error', 'rate_limit_error']

const authenticationFailures: readonly string[] = [
  'setup_intent_authentication_failure',
  'payment_intent_authentication_failure',
]

/**
 * The refusal by the bank or the visitor. Throws `PortUnavailable` for an outage, else Stripe's own
 * error.
 */
export const refusalOf = (
  error: Pick<StripeError, 'type' | 'code' | 'decline_code' | 'message'>,
): Refusal => {
  const { type, code, decline_code: declineCode = null, message = '' } = error
  if (code !== undefined && authenticationFailures.includes(code))
    return { kind: 'authentication-failed', message, declineCode }
  if (type === 'card_error') return { kind: 'declined', message, declineCode }
  const failure = new Error(message, { cause: error })
  throw outages.includes(type) ? new PortUnavailable('payments', failure) : failure
}
