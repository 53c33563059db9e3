import type { Address, Metadata } from './common.ts'

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
    checks: {
      address_line1_check: null
      address_postal_code_check: string | null
      cvc_check: string | null
    }
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
    /** The wallet that the card came from; null for a typed one. */
    wallet: { dynamic_last4: null; google_pay: Record<string, never>; type: 'google_pay' } | null
  }
  created: number
  customer: string | null
  customer_account: null
  livemode: false
  metadata: Metadata
  type: 'card'
  /** The number of the test card, as in `cards.ts`. */
  _card: string
  /**
   * Whether strong authentication was passed before, so that later charges need none if the card
   * allows that.
   */
  _authenticated: boolean
  /** A detached payment method can never be attached again. */
  _spent: boolean
}
