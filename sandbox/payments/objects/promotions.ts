import type { Metadata } from './common.ts'

export interface Coupon {
  id: string
  object: 'coupon'
  amount_off: number | null
  /** Sent only when it is expanded, as Stripe does. */
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
