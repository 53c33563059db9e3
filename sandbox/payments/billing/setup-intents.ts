import { invalidRequest } from '../errors.ts'
import { newClientSecret, newId } from '../ids.ts'
import type { SetupIntent } from '../objects/intents.ts'
import type { PaymentMethod } from '../objects/payment-methods.ts'
import type { Subscription } from '../objects/subscriptions.ts'
import { change } from '../sandbox.ts'
import type { Sandbox } from '../sandbox.ts'
import { authenticationAction } from './next-action.ts'
import { setupNeedsAuthentication } from './authentication.ts'
import { concludeSetupAttempt, recordSetupAttempt } from './setup-attempts.ts'
import { attach, cardError, lastErrorOf, setupRefusal } from './payment-methods.ts'

const AUTHENTICATION_FAILED = {
  code: 'setup_intent_authentication_failure',
  message:
    'We are unable to authenticate your payment method. Please choose a different payment method and try again.',
}

export const newSetupIntent = (sandbox: Sandbox, own: Partial<SetupIntent>): SetupIntent => {
  const id = newId('seti')
  const intent: SetupIntent = {
    id,
    object: 'setup_intent',
    allowed_payment_method_types: null,
    application: null,
    automatic_payment_methods: null,
    cancellation_reason: null,
    client_secret: newClientSecret(id),
    created: sandbox.timeOf(own.customer ?? null),
    customer: null,
    customer_account: null,
    description: null,
    excluded_payment_method_types: null,
    flow_directions: null,
    last_setup_error: null,
    latest_attempt: null,
    livemode: false,
    mandate: null,
    metadata: {},
    next_action: null,
    on_behalf_of: null,
    payment_method: null,
    payment_method_configuration_details: null,
    payment_method_options: {
      card: { mandate_options: null, network: null, request_three_d_secure: 'automatic' },
    },
    payment_method_types: ['card'],
    single_use_mandate: null,
    status: 'requires_payment_method',
    usage: 'off_session',
    ...own,
  }
  sandbox.state.setupIntents[id] = intent
  sandbox.emit('setup_intent.created', intent)
  return intent
}

const waitingSubscriptions = (sandbox: Sandbox, intent: SetupIntent): Subscription[] =>
  Object.values(sandbox.state.subscriptions).filter(
    (each) => each.pending_setup_intent === intent.id,
  )

const succeed = (
  sandbox: Sandbox,
  intent: SetupIntent,
  paymentMethod: PaymentMethod,
  { authenticated }: { authenticated: boolean },
): void => {
  if (intent.customer !== null) attach(sandbox, paymentMethod, intent.customer)
  paymentMethod._authenticated = true
  intent.status = 'succeeded'
  intent.payment_method = paymentMethod.id
  intent.last_setup_error = null
  intent.next_action = null
  concludeSetupAttempt(sandbox, intent, { authenticated })
  sandbox.emit('setup_intent.succeeded', intent)
  for (const subscription of waitingSubscriptions(sandbox, intent)) {
    change(sandbox, 'customer.subscription.updated', subscription, (each) => {
      each.pending_setup_intent = null
      if (each.payment_settings.save_default_payment_method === 'on_subscription') {
        each.default_payment_method = paymentMethod.id
      }
    })
  }
}

const stateNames: Partial<Record<SetupIntent['status'], string>> = {
  succeeded: 'it has already succeeded',
  canceled: 'it has been canceled',
}

const unexpectedState = (intent: SetupIntent, verb: string) =>
  invalidRequest(
    `You cannot ${verb} this SetupIntent because ${stateNames[intent.status] ?? `its status is ${intent.status}`}.`,
    { code: 'setup_intent_unexpected_state', setup_intent: intent },
  )

/**
 * Tries to save the card. Throws a `card_error` when the bank refuses (the intent then wants
 * another payment method); leaves the intent in `requires_action` when the customer has to
 * authenticate.
 */
export const confirmSetupIntent = (
  sandbox: Sandbox,
  intent: SetupIntent,
  paymentMethod: PaymentMethod,
  returnUrl: string | null,
): void => {
  if (intent.status === 'succeeded' || intent.status === 'canceled')
    throw unexpectedState(intent, 'confirm')
  if (paymentMethod.customer !== null && paymentMethod.customer !== intent.customer) {
    throw invalidRequest(
      'The payment method supplied does not belong to the customer of this SetupIntent.',
      {
        param: 'payment_method',
      },
    )
  }
  const setup = setupRefusal(paymentMethod)
  recordSetupAttempt(sandbox, intent, paymentMethod)
  if (setup) {
    intent.status = 'requires_payment_method'
    intent.payment_method = null
    intent.next_action = null
    intent.last_setup_error = lastErrorOf(setup, paymentMethod)
    concludeSetupAttempt(sandbox, intent, { authenticated: false })
    sandbox.emit('setup_intent.setup_failed', intent)
    throw cardError(setup, { setup_intent: intent, payment_method: paymentMethod })
  }
  if (setupNeedsAuthentication(paymentMethod)) {
    intent.status = 'requires_action'
    intent.payment_method = paymentMethod.id
    intent.last_setup_error = null
    intent.next_action = authenticationAction(sandbox, intent, returnUrl)
    sandbox.emit('setup_intent.requires_action', intent)
    return
  }
  succeed(sandbox, intent, paymentMethod, { authenticated: false })
}

/**
 * Applies what the customer did on the bank's page: saves the card if `passed`, else records the
 * failure.
 */
export const finishSetupAuthentication = (
  sandbox: Sandbox,
  intent: SetupIntent,
  passed: boolean,
): void => {
  const paymentMethod = sandbox.state.paymentMethods[intent.payment_method ?? '']
  if (intent.status !== 'requires_action' || !paymentMethod)
    throw unexpectedState(intent, 'authenticate')
  if (passed) return succeed(sandbox, intent, paymentMethod, { authenticated: true })
  intent.status = 'requires_payment_method'
  intent.payment_method = null
  intent.next_action = null
  intent.last_setup_error = {
    ...lastErrorOf(AUTHENTICATION_FAILED, paymentMethod),
    type: 'invalid_request_error',
  }
  concludeSetupAttempt(sandbox, intent, { authenticated: false })
  sandbox.emit('setup_intent.setup_failed', intent)
}

export const cancelSetupIntent = (
  sandbox: Sandbox,
  intent: SetupIntent,
  reason: string | null,
): void => {
  if (intent.status === 'succeeded' || intent.status === 'canceled')
    throw unexpectedState(intent, 'cancel')
  intent.status = 'canceled'
  intent.cancellation_reason = reason
  intent.next_action = null
  sandbox.emit('setup_intent.canceled', intent)
}
