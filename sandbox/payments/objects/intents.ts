import type { Metadata } from './common.ts'
import type { PaymentMethod } from './payment-methods.ts'

/** The last error of an intent: the members of its body without the intent itself. */
export interface LastError {
  type: string
  message: string
  charge?: string
  code?: string
  decline_code?: string
  doc_url?: string
  payment_method?: PaymentMethod
}

export interface NextAction {
  type: 'use_stripe_sdk' | 'redirect_to_url'
  use_stripe_sdk?: { type: 'three_d_secure_redirect'; stripe_js: string }
  redirect_to_url?: { return_url: string; url: string }
}

export interface SetupIntent {
  id: string
  object: 'setup_intent'
  allowed_payment_method_types: 'card'[] | null
  application: null
  automatic_payment_methods: { allow_redirects: string; enabled: boolean } | null
  cancellation_reason: string | null
  client_secret: string
  created: number
  customer: string | null
  customer_account: null
  description: string | null
  excluded_payment_method_types: null
  flow_directions: null
  last_setup_error: LastError | null
  latest_attempt: string | null
  livemode: false
  mandate: null
  metadata: Metadata
  next_action: NextAction | null
  on_behalf_of: null
  payment_method: string | null
  payment_method_configuration_details: null
  payment_method_options: {
    card: {
      mandate_options: null
      network: null
      request_three_d_secure: 'any' | 'automatic' | 'challenge'
    }
  }
  payment_method_types: string[]
  single_use_mandate: null
  status:
    | 'requires_payment_method'
    | 'requires_confirmation'
    | 'requires_action'
    | 'succeeded'
    | 'canceled'
  usage: 'off_session' | 'on_session'
}

export interface PaymentIntent {
  id: string
  object: 'payment_intent'
  allowed_payment_method_types: null
  amount: number
  amount_capturable: 0
  amount_received: number
  application: null
  application_fee_amount: null
  automatic_payment_methods: null
  canceled_at: number | null
  cancellation_reason: string | null
  capture_method: 'automatic'
  client_secret: string
  confirmation_method: 'automatic'
  created: number
  currency: string
  customer: string | null
  customer_account: null
  description: string | null
  excluded_payment_method_types: null
  last_payment_error: LastError | null
  latest_charge: string | null
  livemode: false
  managed_payments: null
  metadata: Metadata
  next_action: NextAction | null
  on_behalf_of: null
  payment_method: string | null
  payment_method_configuration_details: null
  payment_method_options: {
    card: {
      installments: null
      mandate_options: null
      network: null
      request_three_d_secure: 'automatic'
    }
  }
  payment_method_types: string[]
  payment_record: null
  processing: null
  receipt_email: string | null
  review: null
  setup_future_usage: 'off_session' | null
  shipping: null
  source: null
  statement_descriptor: null
  statement_descriptor_suffix: null
  status:
    | 'requires_payment_method'
    | 'requires_confirmation'
    | 'requires_action'
    | 'succeeded'
    | 'canceled'
  transfer_group: null
  _invoice: string
}
