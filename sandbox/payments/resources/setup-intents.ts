import { cancelSetupIntent, confirmSetupIntent, newSetupIntent } from '../billing/setup-intents.ts'
import type { Access } from '../access.ts'
import { endpoint, listPage, paging } from '../endpoint.ts'
import { invalidRequest, noSuch } from '../errors.ts'
import type { SetupIntent } from '../objects/intents.ts'
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
import type { Sandbox } from '../sandbox.ts'
import { chosenMethod, confirmShape, guard, redirectOf } from './confirming.ts'
import { findCustomer } from './customers.ts'
import { paymentMethodData } from './payment-methods.ts'

export const setupIntent = (
  sandbox: Sandbox,
  id: string,
  access: Access,
  clientSecret?: string,
): SetupIntent => {
  const intent = sandbox.state.setupIntents[id]
  if (!intent) throw noSuch('setupintent', id)
  guard(intent, 'setupintent', id, access, clientSecret)
  return intent
}

const setupFields = {
  automatic_payment_methods: objectOf({
    enabled: required(flag),
    allow_redirects: oneOf('always', 'never'),
  }),
  customer: text,
  description: text,
  metadata,
  payment_method: text,
  payment_method_options: objectOf({
    card: objectOf({ request_three_d_secure: oneOf('any', 'automatic', 'challenge') }),
  }),
}

export const setupIntentEndpoints = [
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
        throw invalidRequest(
          'The parameter `return_url` cannot be passed unless `confirm` is true.',
          {
            param: 'return_url',
          },
        )
      }
      const hasMethod =
        params.payment_method !== undefined || params.payment_method_data !== undefined
      const paymentMethod = hasMethod ? chosenMethod(sandbox, params, access, null) : null
      const intent = newSetupIntent(sandbox, {
        automatic_payment_methods: params.automatic_payment_methods
          ? { allow_redirects: 'always', ...params.automatic_payment_methods }
          : params.payment_method_types
            ? null
            : { allow_redirects: 'always', enabled: true },
        allowed_payment_method_types: params.allowed_payment_method_types ?? null,
        customer: params.customer ?? null,
        description: params.description ?? null,
        metadata: mergeMetadata({}, params.metadata),
        payment_method: paymentMethod?.id ?? null,
        payment_method_options: {
          card: {
            mandate_options: null,
            network: null,
            request_three_d_secure:
              params.payment_method_options?.card?.request_three_d_secure ?? 'automatic',
          },
        },
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
            (params.payment_method === undefined ||
              each.payment_method === params.payment_method) &&
            (params.created === undefined || isWithin(each.created, params.created)),
        ),
        params,
      ),
  ),
  endpoint(
    'GET',
    '/v1/setup_attempts',
    { ...paging, created: range, setup_intent: required(text) },
    (sandbox, { params }) =>
      listPage(
        '/v1/setup_attempts',
        Object.values(sandbox.state.setupAttempts).filter(
          (each) =>
            each.setup_intent === params.setup_intent &&
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
        throw invalidRequest(
          `You cannot update this SetupIntent because its status is ${intent.status}.`,
          {
            code: 'setup_intent_unexpected_state',
            setup_intent: intent,
          },
        )
      }
    }
    if (params.customer !== undefined) findCustomer(sandbox, params.customer, 'customer')
    const paymentMethod =
      params.payment_method === undefined ? null : chosenMethod(sandbox, params, access, null)
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
