import { findPaymentMethod } from '../billing/payment-methods.ts'
import type { Access } from '../access.ts'
import { invalidRequest, missingParam, StripeError } from '../errors.ts'
import type { PaymentMethod } from '../objects/payment-methods.ts'
import { flag, ignored, objectOf, text } from '../params.ts'
import type { Decoded } from '../params.ts'
import type { Sandbox } from '../sandbox.ts'
import { paymentMethodData, paymentMethodFrom } from './payment-methods.ts'

/** With the publishable key, an intent is accessible only with its client secret. */
export const guard = (
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
      : invalidRequest('The client_secret provided does not match the intent.', {
          param: 'client_secret',
        })
  }
}

export const confirmShape = {
  client_secret: text,
  mandate_data: ignored,
  payment_method: text,
  payment_method_data: objectOf(paymentMethodData),
  payment_method_options: ignored,
  return_url: text,
  use_stripe_sdk: flag,
}

type ConfirmInput = Decoded<Pick<typeof confirmShape, 'payment_method' | 'payment_method_data'>>

export const chosenMethod = (
  sandbox: Sandbox,
  input: ConfirmInput,
  access: Access,
  current: string | null,
): PaymentMethod => {
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

export const redirectOf = (input: {
  return_url?: string
  use_stripe_sdk?: boolean
}): string | null => (input.use_stripe_sdk ? null : (input.return_url ?? null))
