/**
 * The objects the sandbox keeps, in the shape of Stripe's API. Links are always ids here; `rendering.ts` expands them.
 * Members that begin with an underscore are the sandbox's own and are never sent. Times are Unix seconds, amounts are
 * integer minor units.
 */

export type Metadata = Record<string, string>

export interface Address {
  city: string | null
  country: string | null
  line1: string | null
  line2: string | null
  postal_code: string | null
  state: string | null
}

export interface ListObject<T> {
  object: 'list'
  data: T[]
  has_more: boolean
  url: string
}

export interface Customer {
  id: string
  object: 'customer'
  address: Address | null
  balance: number
  created: number
  currency: string | null
  default_source: null
  delinquent: boolean
  description: string | null
  discount: null
  email: string | null
  invoice_prefix: string
  invoice_settings: {
    custom_fields: null
    default_payment_method: string | null
    footer: null
    rendering_options: null
  }
  livemode: false
  metadata: Metadata
  name: string | null
  next_invoice_sequence: number
  phone: string | null
  preferred_locales: string[]
  shipping: null
  tax_exempt: 'none'
  test_clock: string | null
  deleted?: true
}

export interface Product {
  id: string
  object: 'product'
  active: boolean
  created: number
  default_price: string | null
  description: string | null
  images: string[]
  livemode: false
  marketing_features: { name: string }[]
  metadata: Metadata
  name: string
  package_dimensions: null
  shippable: null
  statement_descriptor: string | null
  tax_code: null
  tax_details: null
  type: 'service'
  unit_label: string | null
  updated: number
  url: string | null
}

export type Interval = 'day' | 'week' | 'month' | 'year'

export interface Recurring {
  interval: Interval
  interval_count: number
  meter: null
  trial_period_days: number | null
  usage_type: 'licensed'
}

export interface Price {
  id: string
  object: 'price'
  active: boolean
  billing_scheme: 'per_unit'
  created: number
  currency: string
  custom_unit_amount: null
  livemode: false
  lookup_key: string | null
  metadata: Metadata
  nickname: string | null
  product: string
  recurring: Recurring | null
  tax_behavior: 'unspecified'
  tiers_mode: null
  transform_quantity: null
  type: 'one_time' | 'recurring'
  unit_amount: number
  unit_amount_decimal: string
}

export interface BillingDetails {
  address: Address
  email: string | null
  name: string | null
  phone: string | null
  tax_id: string | null
}

export interface PaymentMethod {
  id: string
  object: 'payment_method'
  allow_redisplay: 'unspecified' | 'limited' | 'always'
  billing_details: BillingDetails
  card: {
    brand: string
    checks: { address_line1_check: null; address_postal_code_check: null; cvc_check: string | null }
    country: string
    display_brand: string
    exp_month: number
    exp_year: number
    fingerprint: string
    funding: 'credit' | 'debit'
    generated_from: null
    last4: string
    networks: { available: string[]; preferred: null }
    regulated_status: 'unregulated'
    three_d_secure_usage: { supported: boolean }
    wallet: null
  }
  created: number
  customer: string | null
  customer_account: null
  livemode: false
  metadata: Metadata
  type: 'card'
  /** The test card this is, as in `cards.ts`. */
  _card: string
  /** Strong authentication has been passed once, so later charges need none where the card allows that. */
  _authenticated: boolean
  /** A detached payment method can never be attached again. */
  _spent: boolean
}

/** What went wrong last, kept on an intent: an error's members without the intent itself. */
export interface LastError {
  type: string
  message: string
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
  allowed_payment_method_types: null
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
  latest_attempt: null
  livemode: false
  mandate: null
  metadata: Metadata
  next_action: NextAction | null
  on_behalf_of: null
  payment_method: string | null
  payment_method_configuration_details: null
  payment_method_options: Record<string, unknown> | null
  payment_method_types: string[]
  single_use_mandate: null
  status: 'requires_payment_method' | 'requires_confirmation' | 'requires_action' | 'succeeded' | 'canceled'
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
  latest_charge: null
  livemode: false
  managed_payments: null
  metadata: Metadata
  next_action: NextAction | null
  on_behalf_of: null
  payment_method: string | null
  payment_method_configuration_details: null
  payment_method_options: Record<string, unknown> | null
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
  status: 'requires_payment_method' | 'requires_confirmation' | 'requires_action' | 'succeeded' | 'canceled'
  transfer_group: null
  _invoice: string
}

export interface Coupon {
  id: string
  object: 'coupon'
  amount_off: number | null
  /** Sent only where it is expanded, as Stripe does. */
  applies_to?: { products: string[] }
  created: number
  currency: string | null
  duration: 'forever' | 'once' | 'repeating'
  duration_in_months: number | null
  livemode: false
  max_redemptions: number | null
  metadata: Metadata
  name: string | null
  percent_off: number | null
  redeem_by: number | null
  times_redeemed: number
  valid: boolean
}

export interface PromotionCode {
  id: string
  object: 'promotion_code'
  active: boolean
  code: string
  created: number
  customer: string | null
  customer_account: null
  expires_at: number | null
  livemode: false
  max_redemptions: number | null
  metadata: Metadata
  promotion: { coupon: string; type: 'coupon' }
  restrictions: {
    first_time_transaction: boolean
    minimum_amount: number | null
    minimum_amount_currency: string | null
  }
  times_redeemed: number
}

export interface Discount {
  id: string
  object: 'discount'
  checkout_session: null
  customer: string | null
  customer_account: null
  end: number | null
  invoice: string | null
  invoice_item: null
  promotion_code: string | null
  source: { coupon: string; type: 'coupon' }
  start: number
  subscription: string | null
  subscription_item: null
}

export interface SubscriptionItem {
  id: string
  object: 'subscription_item'
  billing_thresholds: null
  created: number
  current_period_end: number
  current_period_start: number
  current_trial: null
  discounts: string[]
  metadata: Metadata
  plan: Record<string, unknown>
  price: Price
  quantity: number
  subscription: string
  tax_rates: never[]
}

export type SubscriptionStatus =
  'active' | 'canceled' | 'incomplete' | 'incomplete_expired' | 'past_due' | 'paused' | 'trialing'

export interface Subscription {
  id: string
  object: 'subscription'
  application: null
  application_fee_percent: null
  automatic_tax: { disabled_reason: null; enabled: false; liability: null }
  billing_cycle_anchor: number
  billing_cycle_anchor_config: null
  billing_mode: { flexible: { proration_discounts: 'included' }; type: 'flexible' }
  billing_schedules: never[]
  billing_thresholds: null
  cancel_at: number | null
  cancel_at_period_end: boolean
  canceled_at: number | null
  cancellation_details: {
    comment: string | null
    feedback: string | null
    feedback_option: null
    reason: 'cancellation_requested' | 'payment_failed' | null
  }
  collection_method: 'charge_automatically'
  created: number
  currency: string
  customer: string
  customer_account: null
  days_until_due: null
  default_payment_method: string | null
  default_source: null
  default_tax_rates: never[]
  description: string | null
  discounts: string[]
  ended_at: number | null
  invoice_settings: {
    account_tax_ids: null
    custom_fields: null
    description: null
    footer: null
    issuer: { type: 'self' }
  }
  items: ListObject<SubscriptionItem>
  latest_invoice: string | null
  livemode: false
  managed_payments: null
  metadata: Metadata
  next_pending_invoice_item_invoice: null
  on_behalf_of: null
  pause_collection: null
  payment_settings: {
    payment_method_options: null
    payment_method_types: null
    save_default_payment_method: 'off' | 'on_subscription'
  }
  pending_invoice_item_interval: null
  pending_setup_intent: string | null
  pending_update: null
  schedule: null
  start_date: number
  status: SubscriptionStatus
  test_clock: string | null
  transfer_data: null
  trial_end: number | null
  trial_settings: {
    end_behavior: { billing_cycle_anchor: null; missing_payment_method: 'cancel' | 'create_invoice' | 'pause' }
  }
  trial_start: number | null
  _trial_end_announced: boolean
  /** Proration lines that wait for the next invoice. */
  _pending_lines: PendingLine[]
}

export interface PendingLine {
  amount: number
  description: string
  price: string
  product: string
  period: { start: number; end: number }
  item: string
}

export interface InvoiceLine {
  id: string
  object: 'line_item'
  amount: number
  currency: string
  description: string
  discount_amounts: { amount: number; discount: string }[]
  discountable: boolean
  discounts: string[]
  invoice: string
  livemode: false
  metadata: Metadata
  parent: {
    invoice_item_details: null
    subscription_item_details: {
      invoice_item: null
      proration: boolean
      proration_details: { credited_items: null } | null
      subscription: string
      subscription_item: string
    }
    type: 'subscription_item_details'
  }
  period: { end: number; start: number }
  pretax_credit_amounts: never[]
  pricing: { price_details: { price: string; product: string }; type: 'price_details'; unit_amount_decimal: string }
  quantity: number
  quantity_decimal: string
  subscription: string
  subtotal: number
  taxes: never[]
}

export interface InvoicePayment {
  id: string
  object: 'invoice_payment'
  amount_paid: number | null
  amount_requested: number
  created: number
  currency: string
  invoice: string
  is_default: true
  livemode: false
  payment: { payment_intent: string; type: 'payment_intent' }
  status: 'canceled' | 'open' | 'paid'
  status_transitions: { canceled_at: number | null; paid_at: number | null }
}

export interface Invoice {
  id: string
  object: 'invoice'
  account_country: 'US'
  account_name: string
  account_tax_ids: null
  amount_due: number
  amount_overpaid: 0
  amount_paid: number
  amount_remaining: number
  amount_shipping: 0
  application: null
  attempt_count: number
  attempted: boolean
  auto_advance: boolean
  automatic_tax: { disabled_reason: null; enabled: false; liability: null; provider: null; status: null }
  automatically_finalizes_at: null
  billing_reason: 'subscription_create' | 'subscription_cycle' | 'subscription_update'
  collection_method: 'charge_automatically'
  /** Sent only where it is expanded, as Stripe does. */
  confirmation_secret: { client_secret: string; type: 'payment_intent' } | null
  created: number
  currency: string
  custom_fields: null
  customer: string
  customer_account: null
  customer_address: Address | null
  customer_email: string | null
  customer_name: string | null
  customer_phone: string | null
  customer_shipping: null
  customer_tax_exempt: 'none'
  customer_tax_ids: never[]
  default_payment_method: string | null
  default_source: null
  default_tax_rates: never[]
  description: null
  discounts: string[]
  due_date: null
  effective_at: number | null
  ending_balance: number | null
  footer: null
  from_invoice: null
  hosted_invoice_url: string | null
  invoice_pdf: null
  issuer: { type: 'self' }
  last_finalization_error: null
  latest_revision: null
  lines: ListObject<InvoiceLine>
  livemode: false
  metadata: Metadata
  next_payment_attempt: number | null
  number: string | null
  on_behalf_of: null
  parent: {
    quote_details: null
    subscription_details: { metadata: Metadata; subscription: string }
    type: 'subscription_details'
  }
  payment_settings: { default_mandate: null; payment_method_options: null; payment_method_types: null }
  /** Sent only where it is expanded, as Stripe does. */
  payments: ListObject<InvoicePayment>
  period_end: number
  period_start: number
  post_payment_credit_notes_amount: 0
  pre_payment_credit_notes_amount: 0
  receipt_number: null
  rendering: null
  shipping_cost: null
  shipping_details: null
  starting_balance: number
  statement_descriptor: null
  status: 'draft' | 'open' | 'paid' | 'uncollectible' | 'void'
  status_transitions: {
    finalized_at: number | null
    marked_uncollectible_at: number | null
    paid_at: number | null
    voided_at: number | null
  }
  subtotal: number
  subtotal_excluding_tax: number
  test_clock: string | null
  total: number
  total_discount_amounts: { amount: number; discount: string }[]
  total_excluding_tax: number
  total_pretax_credit_amounts: never[]
  total_taxes: never[]
  webhooks_delivered_at: number | null
}

export interface Event {
  id: string
  object: 'event'
  api_version: string
  created: number
  data: { object: Record<string, unknown>; previous_attributes?: Record<string, unknown> }
  livemode: false
  pending_webhooks: number
  request: { id: string | null; idempotency_key: string | null }
  type: string
}

export interface WebhookEndpoint {
  id: string
  object: 'webhook_endpoint'
  api_version: string | null
  application: null
  created: number
  description: string | null
  enabled_events: string[]
  livemode: false
  metadata: Metadata
  status: 'disabled' | 'enabled'
  url: string
  /** Sent only in the answer that creates it, as Stripe does. */
  _secret: string
}

export interface TestClock {
  id: string
  object: 'test_helpers.test_clock'
  created: number
  deletes_after: number
  frozen_time: number
  livemode: false
  name: string | null
  status: 'ready'
  status_details: Record<string, never>
}
