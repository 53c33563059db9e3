import type { ListObject, Metadata } from './common.ts'
import type { BillingDetails, PaymentMethod } from './payment-methods.ts'

export interface Charge {
  id: string
  object: 'charge'
  amount: number
  amount_captured: number
  amount_refunded: number
  application: null
  application_fee: null
  application_fee_amount: null
  balance_transaction: null
  billing_details: BillingDetails
  calculated_statement_descriptor: string | null
  captured: boolean
  created: number
  currency: string
  customer: string | null
  description: string | null
  disputed: boolean
  failure_balance_transaction: null
  failure_code: string | null
  failure_message: string | null
  fraud_details: Record<string, never>
  livemode: false
  metadata: Metadata
  on_behalf_of: null
  outcome: {
    advice_code: null
    network_advice_code: null
    network_decline_code: null
    network_status: 'approved_by_network' | 'declined_by_network' | 'not_sent_to_network'
    reason: string | null
    risk_level: 'highest' | 'normal'
    risk_score: number
    seller_message: string
    type: 'authorized' | 'blocked' | 'issuer_declined'
  }
  paid: boolean
  payment_intent: string | null
  payment_method: string
  payment_method_details: { card: ChargedCard; type: 'card' }
  receipt_email: string | null
  receipt_number: null
  receipt_url: string | null
  refunded: boolean
  /** Sent only when it is expanded, as Stripe does. */
  refunds: ListObject<Refund>
  review: null
  shipping: null
  source: null
  source_transfer: null
  statement_descriptor: null
  statement_descriptor_suffix: null
  status: 'failed' | 'succeeded'
  transfer_data: null
  transfer_group: null
}

type SavedCard = PaymentMethod['card']

export interface ChargedCard extends Pick<
  SavedCard,
  | 'brand'
  | 'checks'
  | 'country'
  | 'exp_month'
  | 'exp_year'
  | 'fingerprint'
  | 'funding'
  | 'last4'
  | 'regulated_status'
  | 'wallet'
> {
  amount_authorized: number | null
  authorization_code: null
  electronic_commerce_indicator: string | null
  extended_authorization: { status: 'disabled' }
  incremental_authorization: { status: 'unavailable' }
  installments: null
  mandate: null
  multicapture: { status: 'unavailable' }
  network: string
  network_token: { used: false }
  network_transaction_id: string | null
  overcapture: { maximum_amount_capturable: number; status: 'unavailable' }
  three_d_secure: ThreeDSecureResult | null
  transaction_link_id: null
}

export interface ThreeDSecureResult {
  authentication_flow: 'challenge'
  electronic_commerce_indicator: '05'
  exemption_indicator: null
  result: 'authenticated'
  result_reason: null
  transaction_id: string
  version: '2.2.0'
}

export interface Refund {
  id: string
  object: 'refund'
  amount: number
  balance_transaction: null
  charge: string
  created: number
  currency: string
  customer: string | null
  customer_account: null
  destination_details: {
    card: {
      reference: string
      reference_status: 'available'
      reference_type: 'acquirer_reference_number'
      type: 'refund'
    }
    type: 'card'
  }
  metadata: Metadata
  payment_intent: string | null
  payment_method: string
  reason: 'duplicate' | 'fraudulent' | 'requested_by_customer' | null
  receipt_number: null
  source_transfer_reversal: null
  status: 'succeeded'
  transfer_reversal: null
}
