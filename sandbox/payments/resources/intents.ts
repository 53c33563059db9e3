import {
  confirmSetupIntent,
  cancelSetupIntent,
  finishSetupAuthentication,
  newSetupIntent,
} from '../billing/setup-intents.ts'
import { charge, finishPaymentAuthentication } from '../billing/payment-intents.ts'
import { settle } from '../billing/invoices.ts'
import { cardError, findPaymentMethod } from '../billing/payment-methods.ts'
import type { Access } from '../access.ts'
import { endpoint, listPage, paging } from '../endpoint.ts'
import { invalidRequest, missingParam, noSuch, StripeError } from '../errors.ts'
import type { PaymentIntent, SetupIntent } from '../objects/intents.ts'
import type { PaymentMethod } from '../objects/payment-methods.ts'
import {
  flag,
  ignored,
  isWithin,
  listOf,
  mergeMetadata,
  metadata,
  objectOf,
  oneOf,
  range,
  required,
  text,
} from '../params.ts'
import type { Decoded } from '../params.ts'
import type { Sandbox } from '../sandbox.ts'
import { findCustomer } from './customers.ts'
import { paymentMethodData, paymentMethodFrom } from './payment-methods.ts'

/** With the publishable key an intent is reached only together with its client secret. */
const guard = (
  intent: { client_secret: string },
  kind: string,
  id: string,
  access: Access,
  clientSecret: string | undefined,
) => {
  if (access === 'publishable' && clientSecret === undefined) throw missingParam('client_secret')
  if (clientSecret !== undefined && clientSecret !== intent.client_secret) {
    throw access === 'publishable'
      ? new StripeError(404, {
          type: 'invalid_request_error',
          code: 'resource_missing',
          message: `No such ${kind}: '${id}'`,
          param: 'intent',
        })
      : invalidRequest('The client_secret provided does not match the intent.', { param: 'client_secret' })
  }
}

const setupIntent = (sandbox: Sandbox, id: string, access: Access, clientSecret?: string): SetupIntent => {
  const intent = sandbox.state.setupIntents[id]
  if (!intent) throw noSuch('setupintent', id)
  guard(intent, 'setupintent', id, access, clientSecret)
  return intent
}

const paymentIntent = (sandbox: Sandbox, id: string, access: Access, clientSecret?: string): PaymentIntent => {
  const intent = sandbox.state.paymentIntents[id]
  if (!intent) throw noSuch('payment_intent', id)
  guard(intent, 'payment_intent', id, access, clientSecret)
  return intent
}

const confirmShape = {
  client_secret: text,
  mandate_data: ignored,
  payment_method: text,
  payment_method_data: objectOf(paymentMethodData),
  payment_method_options: ignored,
  return_url: text,
  use_stripe_sdk: flag,
}

type ConfirmInput = Decoded<Pick<typeof confirmShape, 'payment_method' | 'payment_method_data'>>

const chosenMethod = (sandbox: Sandbox, input: ConfirmInput, access: Access, current: string | null): PaymentMethod => {
  if (input.payment_method_data)
    return paymentMethodFrom(sandbox, input.payment_method_data, access, 'payment_method_data')
  const id = input.payment_method ?? current
  if (id === null) {
    throw invalidRequest(
      "You cannot confirm this intent because it's missing a payment method. " +
        'You can either update it with a payment method and then confirm it again, or confirm it again directly with a payment method.',
      { code: 'parameter_missing', param: 'payment_method' },
    )
  }
  return findPaymentMethod(sandbox, id, 'payment_method')
}

const redirectOf = (input: { return_url?: string; use_stripe_sdk?: boolean }): string | null =>
  input.use_stripe_sdk ? null : (input.return_url ?? null)

const setupFields = {
  automatic_payment_methods: objectOf({ enabled: required(flag), allow_redirects: oneOf('always', 'never') }),
  customer: text,
  description: text,
  metadata,
  payment_method: text,
  payment_method_options: ignored,
}

const setupIntentEndpoints = [
  endpoint(
    'POST',
    '/v1/setup_intents',
    {
      ...setupFields,
      confirm: flag,
      mandate_data: ignored,
      payment_method_data: objectOf(paymentMethodData),
      payment_method_types: listOf(oneOf('card')),
      allowed_payment_method_types: listOf(oneOf('card')),
      return_url: text,
      usage: oneOf('off_session', 'on_session'),
      use_stripe_sdk: flag,
    },
    (sandbox, { params, access }) => {
      if (params.customer !== undefined) findCustomer(sandbox, params.customer, 'customer')
      if (params.return_url !== undefined && !params.confirm) {
        throw invalidRequest('The parameter `return_url` cannot be passed unless `confirm` is true.', {
          param: 'return_url',
        })
      }
      const hasMethod = params.payment_method !== undefined || params.payment_method_data !== undefined
      const paymentMethod = hasMethod ? chosenMethod(sandbox, params, access, null) : null
      const intent = newSetupIntent(sandbox, {
        automatic_payment_methods: params.automatic_payment_methods
          ? { allow_redirects: 'always', ...params.automatic_payment_methods }
          : params.payment_method_types
            ? null
            : { allow_redirects: 'always', enabled: true },
        customer: params.customer ?? null,
        description: params.description ?? null,
        metadata: mergeMetadata({}, params.metadata),
        payment_method: paymentMethod?.id ?? null,
        status: paymentMethod ? 'requires_confirmation' : 'requires_payment_method',
        usage: params.usage ?? 'off_session',
      })
      if (params.confirm) {
        confirmSetupIntent(
          sandbox,
          intent,
          chosenMethod(sandbox, {}, access, intent.payment_method),
          redirectOf(params),
        )
      }
      return intent
    },
  ),
  endpoint(
    'GET',
    '/v1/setup_intents',
    { ...paging, created: range, customer: text, payment_method: text },
    (sandbox, { params }) =>
      listPage(
        '/v1/setup_intents',
        Object.values(sandbox.state.setupIntents).filter(
          (each) =>
            (params.customer === undefined || each.customer === params.customer) &&
            (params.payment_method === undefined || each.payment_method === params.payment_method) &&
            (params.created === undefined || isWithin(each.created, params.created)),
        ),
        params,
      ),
  ),
  endpoint(
    'GET',
    '/v1/setup_intents/:id',
    { client_secret: text },
    (sandbox, { params, id, access }) => setupIntent(sandbox, id, access, params.client_secret),
    { isPublic: true },
  ),
  endpoint('POST', '/v1/setup_intents/:id', setupFields, (sandbox, { params, id, access }) => {
    const intent = setupIntent(sandbox, id, access)
    if (intent.status === 'succeeded' || intent.status === 'canceled') {
      const isMore = Object.keys(params).some((key) => key !== 'metadata' && key !== 'description')
      if (isMore) {
        throw invalidRequest(`You cannot update this SetupIntent because its status is ${intent.status}.`, {
          code: 'setup_intent_unexpected_state',
          setup_intent: intent,
        })
      }
    }
    if (params.customer !== undefined) findCustomer(sandbox, params.customer, 'customer')
    const paymentMethod = params.payment_method === undefined ? null : chosenMethod(sandbox, params, access, null)
    intent.customer = params.customer ?? intent.customer
    intent.description = params.description ?? intent.description
    intent.metadata = mergeMetadata(intent.metadata, params.metadata)
    if (paymentMethod) {
      intent.payment_method = paymentMethod.id
      intent.status = 'requires_confirmation'
      intent.next_action = null
    }
    return intent
  }),
  endpoint(
    'POST',
    '/v1/setup_intents/:id/confirm',
    confirmShape,
    (sandbox, { params, id, access }) => {
      const intent = setupIntent(sandbox, id, access, params.client_secret)
      confirmSetupIntent(
        sandbox,
        intent,
        chosenMethod(sandbox, params, access, intent.payment_method),
        redirectOf(params),
      )
      return intent
    },
    { isPublic: true },
  ),
  endpoint(
    'POST',
    '/v1/setup_intents/:id/cancel',
    { cancellation_reason: oneOf('abandoned', 'duplicate', 'requested_by_customer') },
    (sandbox, { params, id, access }) => {
      const intent = setupIntent(sandbox, id, access)
      cancelSetupIntent(sandbox, intent, params.cancellation_reason ?? null)
      return intent
    },
  ),
]

const paymentIntentEndpoints = [
  endpoint('GET', '/v1/payment_intents', { ...paging, created: range, customer: text }, (sandbox, { params }) =>
    listPage(
      '/v1/payment_intents',
      Object.values(sandbox.state.paymentIntents).filter(
        (each) =>
          (params.customer === undefined || each.customer === params.customer) &&
          (params.created === undefined || isWithin(each.created, params.created)),
      ),
      params,
    ),
  ),
  endpoint(
    'GET',
    '/v1/payment_intents/:id',
    { client_secret: text },
    (sandbox, { params, id, access }) => paymentIntent(sandbox, id, access, params.client_secret),
    { isPublic: true },
  ),
  endpoint(
    'POST',
    '/v1/payment_intents/:id/confirm',
    { ...confirmShape, off_session: flag, setup_future_usage: oneOf('off_session', 'on_session'), receipt_email: text },
    (sandbox, { params, id, access }) => {
      const intent = paymentIntent(sandbox, id, access, params.client_secret)
      const paymentMethod = chosenMethod(sandbox, params, access, intent.payment_method)
      const belongsToOther = paymentMethod.customer !== null && paymentMethod.customer !== intent.customer
      if (belongsToOther) {
        throw invalidRequest('The payment method supplied does not belong to the customer of this PaymentIntent.', {
          param: 'payment_method',
        })
      }
      const outcome = charge(sandbox, intent, paymentMethod, {
        offSession: params.off_session ?? false,
        returnUrl: redirectOf(params),
      })
      if (outcome.kind === 'action') return intent
      settle(sandbox, intent, outcome)
      if (outcome.kind === 'declined')
        throw cardError(outcome.decline, { payment_intent: intent, payment_method: paymentMethod })
      return intent
    },
    { isPublic: true },
  ),
]

export interface AuthenticationResult {
  kind: 'setup_intent' | 'payment_intent'
  id: string
  client_secret: string
  returnUrl: string | null
}

/** What the customer did on the bank's page, for either kind of intent. */
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
  finishPaymentAuthentication(sandbox, intent, passed)
  if (passed) settle(sandbox, intent, { kind: 'paid' })
  return { kind: 'payment_intent', id, client_secret: clientSecret, returnUrl }
}

export const intentEndpoints = [...setupIntentEndpoints, ...paymentIntentEndpoints]
