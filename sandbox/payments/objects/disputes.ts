import type { Metadata } from './common.ts'

export type DisputeReason =
  'duplicate' | 'fraudulent' | 'general' | 'product_not_received' | 'subscription_canceled'

export interface Dispute {
  id: string
  object: 'dispute'
  amount: number
  balance_transactions: never[]
  charge: string
  created: number
  currency: string
  enhanced_eligibility_types: never[]
  evidence: Record<string, string | Record<string, never> | null>
  evidence_details: {
    due_by: number
    enhanced_eligibility: Record<string, never>
    has_evidence: boolean
    past_due: boolean
    submission_count: number
    submission_method: 'manual' | 'not_submitted'
  }
  intended_submission_method: null
  is_charge_refundable: false
  livemode: false
  metadata: Metadata
  network_reason_code: string
  payment_intent: string | null
  payment_method_details: {
    card: { brand: string; case_type: 'chargeback'; network: string; network_reason_code: string }
    type: 'card'
  }
  reason: DisputeReason
  status: 'lost' | 'needs_response' | 'won'
}
