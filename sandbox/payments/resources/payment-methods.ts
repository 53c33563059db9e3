import {
  attach,
  billingDetailsOf,
  cardError,
  detach,
  findPaymentMethod,
  newPaymentMethod,
} from '../billing/payment-methods.ts'
import type { Access } from '../access.ts'
import { endpoint } from '../endpoint.ts'
import { numberOfWalletToken } from '../cards.ts'
import { invalidRequest, missingParam, noSuch } from '../errors.ts'
import type { PaymentMethod } from '../objects/payment-methods.ts'
import {
  address,
  ignored,
  integer,
  mergeMetadata,
  metadata,
  objectOf,
  oneOf,
  orUnset,
  required,
  text,
} from '../params.ts'
import type { Decoded } from '../params.ts'
import { change } from '../sandbox.ts'
import type { Sandbox } from '../sandbox.ts'
import { findCustomer } from './customers.ts'

const billingDetails = objectOf({
  address: orUnset(address),
  email: orUnset(text),
  name: orUnset(text),
  phone: orUnset(text),
})

/** `payment_method_data`, and the body of POST /v1/payment_methods. */
export const paymentMethodData = {
  allow_redisplay: oneOf('always', 'limited', 'unspecified'),
  billing_details: billingDetails,
  card: objectOf({
    number: text,
    exp_month: integer,
    exp_year: integer,
    cvc: text,
    networks: ignored,
    token: text,
  }),
  metadata,
  type: oneOf('card'),
}

/** The details of a wallet's card, without a security code. */
const walletCard = (sandbox: Sandbox, number: string) => ({
  number,
  exp_month: 12,
  exp_year: new Date(sandbox.now() * 1000).getUTCFullYear() + 4,
  cvc: undefined,
})

/**
 * Creates a payment method from typed card data or a wallet's token; only browsers, with the
 * publishable key, may send card numbers.
 */
export const paymentMethodFrom = (
  sandbox: Sandbox,
  input: Decoded<typeof paymentMethodData>,
  access: Access,
  path = '',
): PaymentMethod => {
  const nameOf = (name: string) => (path ? `${path}[${name}]` : name)
  if (input.type === undefined) throw missingParam(nameOf('type'))
  if (!input.card) throw missingParam(nameOf('card'))
  const { token } = input.card
  const walletNumber = token === undefined ? undefined : numberOfWalletToken(token)
  if (token !== undefined && walletNumber === undefined)
    throw invalidRequest(`No such token: '${token}'`, {
      code: 'resource_missing',
      param: `${nameOf('card')}[token]`,
    })
  const { number, exp_month, exp_year, cvc } =
    walletNumber === undefined ? input.card : walletCard(sandbox, walletNumber)
  if (number === undefined) throw missingParam(`${nameOf('card')}[number]`)
  if (exp_month === undefined) throw missingParam(`${nameOf('card')}[exp_month]`)
  if (exp_year === undefined) throw missingParam(`${nameOf('card')}[exp_year]`)
  if (access === 'secret') {
    throw cardError({
      code: 'card_declined',
      message:
        'Sending credit card numbers directly to the Stripe API is generally unsafe. We suggest you use test tokens ' +
        'that map to the test card you are using, see https://stripe.com/docs/testing.',
    })
  }
  const { address: billingAddress, ...billing } = input.billing_details ?? {}
  const details = { number, exp_month, exp_year: exp_year < 100 ? 2000 + exp_year : exp_year, cvc }
  const paymentMethod = newPaymentMethod(
    sandbox,
    details,
    { ...billing, address: billingAddress ?? undefined },
    mergeMetadata({}, input.metadata),
  )
  paymentMethod.allow_redisplay = input.allow_redisplay ?? 'unspecified'
  if (walletNumber !== undefined)
    paymentMethod.card.wallet = { dynamic_last4: null, google_pay: {}, type: 'google_pay' }
  return paymentMethod
}

const existing = (sandbox: Sandbox, id: string): PaymentMethod => {
  const paymentMethod = sandbox.state.paymentMethods[id]
  if (!paymentMethod) throw noSuch('PaymentMethod', id)
  return paymentMethod
}

export const paymentMethodEndpoints = [
  endpoint(
    'POST',
    '/v1/payment_methods',
    paymentMethodData,
    (sandbox, { params, access }) => paymentMethodFrom(sandbox, params, access),
    {
      isPublic: true,
    },
  ),
  endpoint('GET', '/v1/payment_methods/:id', {}, (sandbox, { id }) => existing(sandbox, id)),
  endpoint(
    'POST',
    '/v1/payment_methods/:id',
    {
      allow_redisplay: paymentMethodData.allow_redisplay,
      billing_details: billingDetails,
      metadata,
    },
    (sandbox, { params, id }) => {
      const paymentMethod = existing(sandbox, id)
      if (paymentMethod.customer === null) {
        throw invalidRequest(
          'You must save this PaymentMethod to a customer before you can update it.',
        )
      }
      change(sandbox, 'payment_method.updated', paymentMethod, (each) => {
        const { address: billingAddress, ...billing } = params.billing_details ?? {}
        each.billing_details = billingDetailsOf(
          { ...billing, address: billingAddress ?? undefined },
          each.billing_details,
        )
        each.allow_redisplay = params.allow_redisplay ?? each.allow_redisplay
        each.metadata = mergeMetadata(each.metadata, params.metadata)
      })
      return paymentMethod
    },
  ),
  endpoint(
    'POST',
    '/v1/payment_methods/:id/attach',
    { customer: required(text) },
    (sandbox, { params, id }) => {
      findCustomer(sandbox, params.customer, 'customer')
      const paymentMethod = findPaymentMethod(sandbox, id, 'id')
      attach(sandbox, paymentMethod, params.customer)
      return paymentMethod
    },
  ),
  endpoint('POST', '/v1/payment_methods/:id/detach', {}, (sandbox, { id }) => {
    const paymentMethod = existing(sandbox, id)
    detach(sandbox, paymentMethod)
    return paymentMethod
  }),
]
