import type { Decline } from '../cards.ts'
import { newId } from '../ids.ts'
import type { Charge, ChargedCard, ThreeDSecureResult } from '../objects/charges.ts'
import type { PaymentIntent } from '../objects/intents.ts'
import type { PaymentMethod } from '../objects/payment-methods.ts'
import type { Sandbox } from '../sandbox.ts'

const outcomeOf = (decline: Decline | null): Charge['outcome'] => {
  const none = { advice_code: null, network_advice_code: null, network_decline_code: null }
  if (!decline) {
    return {
      ...none,
      network_status: 'approved_by_network',
      reason: null,
      risk_level: 'normal',
      risk_score: 20,
      seller_message: 'Payment complete.',
      type: 'authorized',
    }
  }
  if (decline.isBlocked) {
    return {
      ...none,
      network_status: 'not_sent_to_network',
      reason: 'highest_risk_level',
      risk_level: 'highest',
      risk_score: 90,
      seller_message: 'Stripe blocked this payment as too risky.',
      type: 'blocked',
    }
  }
  return {
    ...none,
    network_status: 'declined_by_network',
    reason: decline.declineCode ?? decline.code,
    risk_level: 'normal',
    risk_score: 20,
    seller_message: 'The bank did not return any further details with this decline.',
    type: 'issuer_declined',
  }
}

const AUTHENTICATED: Omit<ThreeDSecureResult, 'transaction_id'> = {
  authentication_flow: 'challenge',
  electronic_commerce_indicator: '05',
  exemption_indicator: null,
  result: 'authenticated',
  result_reason: null,
  version: '2.2.0',
}

const chargedCard = (
  { card }: PaymentMethod,
  amount: number,
  authenticated: boolean,
): ChargedCard => ({
  amount_authorized: amount,
  authorization_code: null,
  brand: card.brand,
  checks: { ...card.checks },
  country: card.country,
  electronic_commerce_indicator: null,
  exp_month: card.exp_month,
  exp_year: card.exp_year,
  extended_authorization: { status: 'disabled' },
  fingerprint: card.fingerprint,
  funding: card.funding,
  incremental_authorization: { status: 'unavailable' },
  installments: null,
  last4: card.last4,
  mandate: null,
  multicapture: { status: 'unavailable' },
  network: card.brand,
  network_token: { used: false },
  network_transaction_id: null,
  overcapture: { maximum_amount_capturable: amount, status: 'unavailable' },
  regulated_status: card.regulated_status,
  three_d_secure: authenticated ? { ...AUTHENTICATED, transaction_id: newId('tds') } : null,
  transaction_link_id: null,
  wallet: structuredClone(card.wallet),
})

/** Records the outcome of an attempt to charge a card. */
export const recordCharge = (
  sandbox: Sandbox,
  intent: PaymentIntent,
  paymentMethod: PaymentMethod,
  { decline, authenticated }: { decline: Decline | null; authenticated: boolean },
): Charge => {
  const id = newId('ch')
  const isPaid = decline === null
  const charge: Charge = {
    id,
    object: 'charge',
    amount: intent.amount,
    amount_captured: isPaid ? intent.amount : 0,
    amount_refunded: 0,
    application: null,
    application_fee: null,
    application_fee_amount: null,
    balance_transaction: null,
    billing_details: structuredClone(paymentMethod.billing_details),
    calculated_statement_descriptor: 'PAYMENTS SANDBOX',
    captured: isPaid,
    created: sandbox.timeOf(intent.customer),
    currency: intent.currency,
    customer: intent.customer,
    description: intent.description,
    disputed: false,
    failure_balance_transaction: null,
    failure_code: decline?.code ?? null,
    failure_message: decline?.message ?? null,
    fraud_details: {},
    livemode: false,
    metadata: {},
    on_behalf_of: null,
    outcome: outcomeOf(decline),
    paid: isPaid,
    payment_intent: intent.id,
    payment_method: paymentMethod.id,
    payment_method_details: {
      card: chargedCard(paymentMethod, intent.amount, authenticated),
      type: 'card',
    },
    receipt_email: intent.receipt_email,
    receipt_number: null,
    receipt_url: isPaid ? `${sandbox.settings.publicUrl()}/invoices/${intent._invoice}` : null,
    refunded: false,
    refunds: { object: 'list', data: [], has_more: false, url: `/v1/charges/${id}/refunds` },
    review: null,
    shipping: null,
    source: null,
    source_transfer: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status: isPaid ? 'succeeded' : 'failed',
    transfer_data: null,
    transfer_group: null,
  }
  sandbox.state.charges[id] = charge
  intent.latest_charge = id
  sandbox.emit(isPaid ? 'charge.succeeded' : 'charge.failed', charge)
  return charge
}
