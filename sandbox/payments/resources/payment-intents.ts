import { settle } from '../billing/collection.ts'
import { charge } from '../billing/payment-intents.ts'
import { cardError } from '../billing/payment-methods.ts'
import type { Access } from '../access.ts'
import { endpoint, listPage, paging } from '../endpoint.ts'
import { invalidRequest, noSuch } from '../errors.ts'
import type { PaymentIntent } from '../objects/intents.ts'
import { flag, isWithin, oneOf, range, text } from '../params.ts'
import type { Sandbox } from '../sandbox.ts'
import { chosenMethod, confirmShape, guard, redirectOf } from './confirming.ts'

export const paymentIntent = (
  sandbox: Sandbox,
  id: string,
  access: Access,
  clientSecret?: string,
): PaymentIntent => {
  const intent = sandbox.state.paymentIntents[id]
  if (!intent) throw noSuch('payment_intent', id)
  guard(intent, 'payment_intent', id, access, clientSecret)
  return intent
}

export const paymentIntentEndpoints = [
  endpoint(
    'GET',
    '/v1/payment_intents',
    { ...paging, created: range, customer: text },
    (sandbox, { params }) =>
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
    {
      ...confirmShape,
      off_session: flag,
      setup_future_usage: oneOf('off_session', 'on_session'),
      receipt_email: text,
    },
    (sandbox, { params, id, access }) => {
      const intent = paymentIntent(sandbox, id, access, params.client_secret)
      const paymentMethod = chosenMethod(sandbox, params, access, intent.payment_method)
      const belongsToOther =
        paymentMethod.customer !== null && paymentMethod.customer !== intent.customer
      if (belongsToOther) {
        throw invalidRequest(
          'The payment method supplied does not belong to the customer of this PaymentIntent.',
          {
            param: 'payment_method',
          },
        )
      }
      const outcome = charge(sandbox, intent, paymentMethod, {
        offSession: params.off_session ?? false,
        mayWait: false,
        returnUrl: redirectOf(params),
      })
      if (outcome.kind === 'action') return intent
      settle(sandbox, intent, outcome)
      if (outcome.kind === 'declined')
        throw cardError(outcome.decline, {
          charge: intent.latest_charge ?? undefined,
          payment_intent: intent,
          payment_method: paymentMethod,
        })
      return intent
    },
    { isPublic: true },
  ),
]
