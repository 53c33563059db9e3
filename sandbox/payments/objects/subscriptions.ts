import type { Price } from './catalog.ts'
import type { ListObject, Metadata } from './common.ts'

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
  | 'active'
  | 'canceled'
  | 'incomplete'
  | 'incomplete_expired'
  | 'past_due'
  | 'paused'
  | 'trialing'
  | 'unpaid'

export interface Subscription {
  id: string
  object: 'subscription'
  application: null
  application_fee_percent: null
  automatic_tax: { disabled_reason: null; enabled: boolean; liability: { type: 'self' } | null }
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
  pending_update: {
    billing_cycle_anchor: number | null
    cancel_at_period_end: null
    discount: null
    discounts: null
    expires_at: number
    metadata: null
    subscription_items: SubscriptionItem[]
    trial_end: null
    trial_from_plan: null
  } | null
  schedule: string | null
  start_date: number
  status: SubscriptionStatus
  test_clock: string | null
  transfer_data: null
  trial_end: number | null
  trial_settings: {
    end_behavior: {
      billing_cycle_anchor: null
      missing_payment_method: 'cancel' | 'create_invoice' | 'pause'
    }
  }
  trial_start: number | null
  _trial_end_announced: boolean
  /** The end of the period whose renewal has been announced. */
  _renewal_announced: number | null
  /** What the pending update changes; `startsAt` is null unless it starts a new period. */
  _pending_change: {
    invoice: string
    items: SubscriptionItem[]
    /** The discounts that remain after its invoice. */
    discounts: string[]
    startsAt: number | null
  } | null
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
