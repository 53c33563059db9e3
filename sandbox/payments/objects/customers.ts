import type { Address, Metadata } from './common.ts'

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
