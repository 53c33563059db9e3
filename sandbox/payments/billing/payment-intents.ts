import { AUTHENTICATION_REQUIRED } from '../cards.ts'
import type { Decline } from '../cards.ts'
import { invalidRequest } from '../errors.ts'
import { newClientSecret, newId } from '../ids.ts'
import type { Charge } from '../objects/charges.ts'
import type { PaymentIntent } from '../objects/intents.ts'
import type { Invoice } from '../objects/invoices.ts'
import type { PaymentMethod } from '../objects/payment-methods.ts'
import type { Sandbox } from '../sandbox.ts'
import { authenticationAction } from './next-action.ts'
import { recordCharge } from './charges.ts'
import { paymentNeedsAuthentication } from './authentication.ts'
import { chargeRefusal, lastErrorOf } from './payment-methods.ts'

const AUTHENTICATION_FAILED: Decline = {
  code: 'payment_intent_authentication_failure',
  message:
    'We are unable to authenticate your payment method. Please choose a different payment method and try again.',
}

export const newPaymentIntent = (
  sandbox: Sandbox,
  invoice: Invoice,
  paymentMethod: string | null,
): PaymentIntent => {
  const id = newId('pi')
  const intent: PaymentIntent = {
    id,
    object: 'payment_intent',
    allowed_payment_method_types: null,
    amount: invoice.amount_due,
    amount_capturable: 0,
    amount_received: 0,
    application: null,
    application_fee_amount: null,
    automatic_payment_methods: null,
    canceled_at: null,
    cancellation_reason: null,
    capture_method: 'automatic',
    client_secret: newClientSecret(id),
    confirmation_method: 'automatic',
    created: sandbox.timeOf(invoice.customer),
    currency: invoice.currency,
    customer: invoice.customer,
    customer_account: null,
    description:
      invoice.billing_reason === 'subscription_create'
        ? 'Subscription creation'
        : 'Subscription update',
    excluded_payment_method_types: null,
    last_payment_error: null,
    latest_charge: null,
    livemode: false,
    managed_payments: null,
    metadata: {},
    next_action: null,
    on_behalf_of: null,
    payment_method: paymentMethod,
    payment_method_configuration_details: null,
    payment_method_options: {
      card: {
        installments: null,
        mandate_options: null,
        network: null,
        request_three_d_secure: 'automatic',
      },
    },
    payment_method_types: ['card'],
    payment_record: null,
    processing: null,
    receipt_email: null,
    review: null,
    setup_future_usage: 'off_session',
    shipping: null,
    source: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status: paymentMethod === null ? 'requires_payment_method' : 'requires_confirmation',
    transfer_group: null,
    _invoice: invoice.id,
  }
  sandbox.state.paymentIntents[id] = intent
  sandbox.emit('payment_intent.created', intent)
  return intent
}

export type ChargeOutcome =
  { kind: 'paid' } | { kind: 'action' } | { kind: 'declined'; decline: Decline }

/**
 * Under which conditions a card is charged. Off session the customer is absent, so only an invoice
 * can wait for 3-D Secure.
 */
interface Circumstances {
  offSession: boolean
  mayWait: boolean
}

/** The bank's decision once 3-D Secure is passed or was not required. */
const bankOutcome = (paymentMethod: PaymentMethod): Exclude<ChargeOutcome, { kind: 'action' }> => {
  const decline = chargeRefusal(paymentMethod)
  return decline ? { kind: 'declined', decline } : { kind: 'paid' }
}

/** What the bank would say to a charge now. */
export const chargeOutcome = (
  paymentMethod: PaymentMethod,
  { offSession, mayWait }: Circumstances,
): ChargeOutcome => {
  if (!paymentNeedsAuthentication(paymentMethod, offSession)) return bankOutcome(paymentMethod)
  return offSession && !mayWait
    ? { kind: 'declined', decline: AUTHENTICATION_REQUIRED }
    : { kind: 'action' }
}

const succeed = (
  sandbox: Sandbox,
  intent: PaymentIntent,
  paymentMethod: PaymentMethod,
  authenticated: boolean,
): void => {
  recordCharge(sandbox, intent, paymentMethod, { decline: null, authenticated })
  intent.status = 'succeeded'
  intent.amount_received = intent.amount
  intent.last_payment_error = null
  intent.next_action = null
  sandbox.emit('payment_intent.succeeded', intent)
}

const fail = (
  sandbox: Sandbox,
  intent: PaymentIntent,
  paymentMethod: PaymentMethod,
  decline: Decline,
  charge: Charge | null,
): void => {
  intent.status = 'requires_payment_method'
  intent.payment_method = null
  intent.next_action = null
  intent.last_payment_error = {
    ...lastErrorOf(decline, paymentMethod),
    ...(charge ? { charge: charge.id } : {}),
  }
  sandbox.emit('payment_intent.payment_failed', intent)
}

/** Stores the outcome of an attempted charge in its intent. */
const conclude = (
  sandbox: Sandbox,
  intent: PaymentIntent,
  paymentMethod: PaymentMethod,
  outcome: Exclude<ChargeOutcome, { kind: 'action' }>,
  authenticated: boolean,
): void => {
  if (outcome.kind === 'paid') return succeed(sandbox, intent, paymentMethod, authenticated)
  const { decline } = outcome
  const charge = recordCharge(sandbox, intent, paymentMethod, { decline, authenticated })
  fail(sandbox, intent, paymentMethod, decline, charge)
}

const stateNames: Partial<Record<PaymentIntent['status'], string>> = {
  succeeded: 'it has already succeeded after being previously confirmed',
  canceled: 'it has a status of canceled',
}

const unexpectedState = (intent: PaymentIntent, verb: string) =>
  invalidRequest(
    `You cannot ${verb} this PaymentIntent because ${stateNames[intent.status] ?? `it has a status of ${intent.status}`}.`,
    { code: 'payment_intent_unexpected_state', payment_intent: intent },
  )

/** Charges the card; also stores the outcome in the intent. */
export const charge = (
  sandbox: Sandbox,
  intent: PaymentIntent,
  paymentMethod: PaymentMethod,
  { returnUrl, ...circumstances }: Circumstances & { returnUrl: string | null },
): ChargeOutcome => {
  if (intent.status === 'succeeded' || intent.status === 'canceled')
    throw unexpectedState(intent, 'confirm')
  const outcome = chargeOutcome(paymentMethod, circumstances)
  if (outcome.kind === 'action') {
    intent.status = 'requires_action'
    intent.payment_method = paymentMethod.id
    intent.next_action = authenticationAction(sandbox, intent, returnUrl)
    sandbox.emit('payment_intent.requires_action', intent)
  } else {
    intent.payment_method = paymentMethod.id
    conclude(sandbox, intent, paymentMethod, outcome, false)
  }
  return outcome
}

/** Applies what the customer did on the bank's page; the bank may still refuse the charge. */
export const finishPaymentAuthentication = (
  sandbox: Sandbox,
  intent: PaymentIntent,
  passed: boolean,
): ChargeOutcome => {
  const paymentMethod = sandbox.state.paymentMethods[intent.payment_method ?? '']
  if (intent.status !== 'requires_action' || !paymentMethod)
    throw unexpectedState(intent, 'authenticate')
  if (!passed) {
    fail(sandbox, intent, paymentMethod, AUTHENTICATION_FAILED, null)
    return { kind: 'declined', decline: AUTHENTICATION_FAILED }
  }
  const outcome = bankOutcome(paymentMethod)
  if (outcome.kind === 'paid') paymentMethod._authenticated = true
  conclude(sandbox, intent, paymentMethod, outcome, true)
  return outcome
}

export const cancelPaymentIntent = (sandbox: Sandbox, intent: PaymentIntent): void => {
  if (intent.status === 'succeeded' || intent.status === 'canceled') return
  intent.status = 'canceled'
  intent.canceled_at = sandbox.timeOf(intent.customer)
  intent.cancellation_reason = 'void_invoice'
  intent.next_action = null
  sandbox.emit('payment_intent.canceled', intent)
}
