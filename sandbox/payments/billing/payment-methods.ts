import { createHash } from 'node:crypto'
import { cardByNumber, INCORRECT_CVC, numberOfToken, passesLuhn } from '../cards.ts'
import type { CardBehaviour, Decline } from '../cards.ts'
import { invalidRequest, noSuch, StripeError } from '../errors.ts'
import type { StripeErrorBody } from '../errors.ts'
import { newId } from '../ids.ts'
import type { Address, Metadata } from '../objects/common.ts'
import type { LastError } from '../objects/intents.ts'
import type { BillingDetails, PaymentMethod } from '../objects/payment-methods.ts'
import { change } from '../sandbox.ts'
import type { Sandbox } from '../sandbox.ts'

/** A refusal by the bank as an error: 402 `card_error`. */
export const cardError = (decline: Decline, more: Partial<StripeErrorBody> = {}): StripeError =>
  new StripeError(402, {
    type: 'card_error',
    code: decline.code,
    ...(decline.declineCode === undefined ? {} : { decline_code: decline.declineCode }),
    message: decline.message,
    ...more,
  })

/** The decline as an intent stores it. */
export const lastErrorOf = (decline: Decline, paymentMethod: PaymentMethod): LastError => ({
  type: 'card_error',
  code: decline.code,
  ...(decline.declineCode === undefined ? {} : { decline_code: decline.declineCode }),
  doc_url: `https://docs.stripe.com/error-codes#${decline.code}`,
  message: decline.message,
  payment_method: structuredClone(paymentMethod),
})

export interface CardDetails {
  number: string
  exp_month: number
  exp_year: number
  cvc?: string
}

export interface BillingDetailsInput {
  address?: { [K in keyof Address]?: string | null }
  email?: string | null
  name?: string | null
  phone?: string | null
}

const NO_ADDRESS: Address = {
  city: null,
  country: null,
  line1: null,
  line2: null,
  postal_code: null,
  state: null,
}

export const billingDetailsOf = (
  input: BillingDetailsInput | undefined,
  old?: BillingDetails,
): BillingDetails => ({
  address: { ...(old?.address ?? NO_ADDRESS), ...input?.address },
  email: input?.email === undefined ? (old?.email ?? null) : input.email,
  name: input?.name === undefined ? (old?.name ?? null) : input.name,
  phone: input?.phone === undefined ? (old?.phone ?? null) : input.phone,
  tax_id: null,
})

const refuse = (code: string, message: string, param: string) =>
  cardError({ code, message }, { param })

const checkedBehaviour = (
  sandbox: Sandbox,
  { number, exp_month, exp_year, cvc }: CardDetails,
): CardBehaviour => {
  if (!/^\d{12,19}$/.test(number)) {
    throw refuse('invalid_number', 'The card number is not a valid credit card number.', 'number')
  }
  if (!passesLuhn(number))
    throw refuse('incorrect_number', 'Your card number is incorrect.', 'number')
  if (exp_month < 1 || exp_month > 12) {
    throw refuse('invalid_expiry_month', "Your card's expiration month is invalid.", 'exp_month')
  }
  const today = new Date(sandbox.now() * 1000)
  const year = today.getUTCFullYear()
  if (exp_year < year || exp_year > year + 50) {
    throw refuse('invalid_expiry_year', "Your card's expiration year is invalid.", 'exp_year')
  }
  if (exp_year === year && exp_month < today.getUTCMonth() + 1) {
    throw refuse('invalid_expiry_month', "Your card's expiration month is invalid.", 'exp_month')
  }
  const card = cardByNumber(number)
  if (!card) {
    throw cardError(
      {
        code: 'card_declined',
        declineCode: 'test_mode_live_card',
        message:
          'Your card was declined. Your request was in test mode, but used a non test card. ' +
          'For a list of valid test cards, visit: https://stripe.com/docs/testing.',
      },
      { param: 'number' },
    )
  }
  const cvcLength = card.brand === 'amex' ? /^\d{3,4}$/ : /^\d{3}$/
  if (cvc !== undefined && !cvcLength.test(cvc)) {
    throw refuse('invalid_cvc', "Your card's security code is invalid.", 'cvc')
  }
  return card
}

const keep = (
  sandbox: Sandbox,
  card: CardBehaviour,
  details: CardDetails,
  billing: BillingDetails,
  metadata: Metadata,
) => {
  const paymentMethod: PaymentMethod = {
    id: newId('pm'),
    object: 'payment_method',
    allow_redisplay: 'unspecified',
    billing_details: billing,
    card: {
      brand: card.brand,
      checks: {
        address_line1_check: null,
        address_postal_code_check: null,
        cvc_check: details.cvc === undefined ? null : 'unchecked',
      },
      country: 'US',
      display_brand: card.brand,
      exp_month: details.exp_month,
      exp_year: details.exp_year,
      fingerprint: createHash('sha256')
        .update(card.number)
        .digest('base64url')
        .replaceAll(/[-_]/g, '')
        .slice(0, 16),
      funding: card.funding ?? 'credit',
      generated_from: null,
      last4: card.number.slice(-4),
      networks: { available: [card.brand], preferred: null },
      regulated_status: 'unregulated',
      three_d_secure_usage: { supported: true },
      wallet: null,
    },
    created: sandbox.now(),
    customer: null,
    customer_account: null,
    livemode: false,
    metadata,
    type: 'card',
    _card: card.number,
    _authenticated: false,
    _spent: false,
  }
  sandbox.state.paymentMethods[paymentMethod.id] = paymentMethod
  return paymentMethod
}

/**
 * Creates a payment method from what a person typed; throws Stripe's `card_error` for invalid card
 * details.
 */
export const newPaymentMethod = (
  sandbox: Sandbox,
  details: CardDetails,
  billing: BillingDetailsInput | undefined,
  metadata: Metadata = {},
): PaymentMethod => {
  const cleaned = { ...details, number: details.number.replaceAll(/[ -]/g, '') }
  const card = checkedBehaviour(sandbox, cleaned)
  return keep(sandbox, card, cleaned, billingDetailsOf(billing), metadata)
}

/**
 * The payment method behind an id; an API token such as `pm_card_visa` creates a new one each time.
 */
export const findPaymentMethod = (sandbox: Sandbox, id: string, param: string): PaymentMethod => {
  const number = numberOfToken(id)
  const card = number === undefined ? undefined : cardByNumber(number)
  if (card) {
    const expiry = { exp_month: 12, exp_year: new Date(sandbox.now() * 1000).getUTCFullYear() + 4 }
    const details = { number: card.number, cvc: '123', ...expiry }
    return keep(sandbox, card, details, billingDetailsOf(undefined), {})
  }
  const found = sandbox.state.paymentMethods[id]
  if (!found) throw noSuch('PaymentMethod', id, param)
  return found
}

/** The payment method behind an id, which has to be attached to the customer. */
export const findOwnPaymentMethod = (
  sandbox: Sandbox,
  customer: string,
  id: string,
  param: string,
): PaymentMethod => {
  const paymentMethod = findPaymentMethod(sandbox, id, param)
  if (paymentMethod.customer === customer) return paymentMethod
  throw invalidRequest(
    `The customer does not have a payment method with the ID ${id}. The payment method must be attached to the customer.`,
    { code: 'resource_missing', param },
  )
}

export const behaviourOf = (paymentMethod: PaymentMethod): CardBehaviour => {
  const card = cardByNumber(paymentMethod._card)
  if (!card) throw new Error(`${paymentMethod.id} is of no known test card`)
  return card
}

/** Runs the bank's checks of the security code and postal code, if given. */
const runChecks = (paymentMethod: PaymentMethod): void => {
  const { checks } = paymentMethod.card
  const { cvcCheck = 'pass', postalCodeCheck = 'pass' } = behaviourOf(paymentMethod)
  if (checks.cvc_check === 'unchecked') checks.cvc_check = cvcCheck
  if (paymentMethod.billing_details.address.postal_code !== null)
    checks.address_postal_code_check = postalCodeCheck
}

/** Why the card cannot be saved; undefined if it can. */
export const setupRefusal = (paymentMethod: PaymentMethod): Decline | undefined => {
  runChecks(paymentMethod)
  return paymentMethod.card.checks.cvc_check === 'fail'
    ? INCORRECT_CVC
    : behaviourOf(paymentMethod).setup
}

/** Why a charge would fail; undefined if it would not. */
export const chargeRefusal = (paymentMethod: PaymentMethod): Decline | undefined => {
  runChecks(paymentMethod)
  return paymentMethod.card.checks.cvc_check === 'fail'
    ? INCORRECT_CVC
    : behaviourOf(paymentMethod).charge
}

/** Attaches without asking the bank again; a payment method of this customer stays as it is. */
export const attach = (sandbox: Sandbox, paymentMethod: PaymentMethod, customer: string): void => {
  if (paymentMethod.customer === customer) return
  if (paymentMethod.customer !== null) {
    throw invalidRequest('The payment method you provided has already been attached to a customer.')
  }
  if (paymentMethod._spent) {
    throw invalidRequest(
      'This PaymentMethod was previously used without being attached to a Customer or was detached from a Customer, ' +
        'and may not be used again.',
    )
  }
  const refusal = setupRefusal(paymentMethod)
  if (refusal) throw cardError(refusal, { payment_method: paymentMethod })
  paymentMethod.customer = customer
  sandbox.emit('payment_method.attached', paymentMethod)
}

export const detach = (sandbox: Sandbox, paymentMethod: PaymentMethod): void => {
  const customerId = paymentMethod.customer
  if (customerId === null) {
    throw invalidRequest(
      'The payment method you provided is not attached to a customer so detachment is impossible.',
    )
  }
  paymentMethod.customer = null
  paymentMethod._spent = true
  const customer = sandbox.state.customers[customerId]
  if (customer?.invoice_settings.default_payment_method === paymentMethod.id) {
    change(sandbox, 'customer.updated', customer, (each) => {
      each.invoice_settings.default_payment_method = null
    })
  }
  for (const subscription of Object.values(sandbox.state.subscriptions)) {
    if (subscription.default_payment_method !== paymentMethod.id) continue
    change(sandbox, 'customer.subscription.updated', subscription, (each) => {
      each.default_payment_method = null
    })
  }
  sandbox.emit('payment_method.detached', paymentMethod, { customer: customerId })
}
