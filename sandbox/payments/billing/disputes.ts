/** Disputes: a cardholder reclaims the money through the bank. */
import { invalidRequest } from '../errors.ts'
import { newId } from '../ids.ts'
import type { Charge } from '../objects/charges.ts'
import type { Dispute, DisputeReason } from '../objects/disputes.ts'
import { change } from '../sandbox.ts'
import type { Sandbox } from '../sandbox.ts'

/** Seconds in which the merchant may respond. */
const ANSWER_WITHIN = 9 * 86_400

/** Visa's codes for the reasons. */
const NETWORK_REASONS: Record<DisputeReason, string> = {
  duplicate: '12.6',
  fraudulent: '10.4',
  general: '12.7',
  product_not_received: '13.1',
  subscription_canceled: '13.2',
}

const EVIDENCE = [
  'access_activity_log',
  'billing_address',
  'cancellation_policy',
  'cancellation_policy_disclosure',
  'cancellation_rebuttal',
  'customer_communication',
  'customer_email_address',
  'customer_name',
  'customer_purchase_ip',
  'customer_signature',
  'duplicate_charge_documentation',
  'duplicate_charge_explanation',
  'duplicate_charge_id',
  'product_description',
  'receipt',
  'refund_policy',
  'refund_policy_disclosure',
  'refund_refusal_explanation',
  'service_date',
  'service_documentation',
  'shipping_address',
  'shipping_carrier',
  'shipping_date',
  'shipping_documentation',
  'shipping_tracking_number',
  'uncategorized_file',
  'uncategorized_text',
]

export const openDispute = (sandbox: Sandbox, charge: Charge, reason: DisputeReason): Dispute => {
  if (charge.status !== 'succeeded' || charge.disputed || charge.refunded)
    throw invalidRequest(`Charge ${charge.id} cannot be disputed.`, { param: 'charge' })
  const time = sandbox.timeOf(charge.customer)
  const { brand, network } = charge.payment_method_details.card
  const code = NETWORK_REASONS[reason]
  const customer = sandbox.state.customers[charge.customer ?? '']
  const dispute: Dispute = {
    id: newId('du'),
    object: 'dispute',
    amount: charge.amount - charge.amount_refunded,
    balance_transactions: [],
    charge: charge.id,
    created: time,
    currency: charge.currency,
    enhanced_eligibility_types: [],
    evidence: {
      ...Object.fromEntries(EVIDENCE.map((name) => [name, null])),
      customer_email_address: customer?.email ?? null,
      enhanced_evidence: {},
    },
    evidence_details: {
      due_by: time + ANSWER_WITHIN,
      enhanced_eligibility: {},
      has_evidence: false,
      past_due: false,
      submission_count: 0,
      submission_method: 'not_submitted',
    },
    intended_submission_method: null,
    is_charge_refundable: false,
    livemode: false,
    metadata: {},
    network_reason_code: code,
    payment_intent: charge.payment_intent,
    payment_method_details: {
      card: { brand, case_type: 'chargeback', network, network_reason_code: code },
      type: 'card',
    },
    reason,
    status: 'needs_response',
  }
  sandbox.state.disputes[dispute.id] = dispute
  change(sandbox, 'charge.updated', charge, (each) => {
    each.disputed = true
  })
  sandbox.emit('charge.dispute.created', dispute)
  sandbox.emit('charge.dispute.funds_withdrawn', dispute)
  return dispute
}

/** The bank's decision: `won` returns the money to the merchant. */
export const closeDispute = (sandbox: Sandbox, dispute: Dispute, status: 'lost' | 'won'): void => {
  if (dispute.status !== 'needs_response')
    throw invalidRequest('This dispute is already closed.', { param: 'dispute' })
  dispute.status = status
  sandbox.emit('charge.dispute.closed', dispute)
  if (status === 'won') sandbox.emit('charge.dispute.funds_reinstated', dispute)
}
