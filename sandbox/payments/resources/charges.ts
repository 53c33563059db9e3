import { closeDispute } from '../billing/disputes.ts'
import { refundCharge } from '../billing/refunds.ts'
import { endpoint, listPage, paging } from '../endpoint.ts'
import { invalidRequest, noSuch } from '../errors.ts'
import type { Charge, Refund } from '../objects/charges.ts'
import type { Dispute } from '../objects/disputes.ts'
import {
  atLeast,
  flag,
  isWithin,
  mergeMetadata,
  metadata,
  objectOf,
  oneOf,
  range,
  text,
} from '../params.ts'
import { change } from '../sandbox.ts'
import type { Sandbox } from '../sandbox.ts'

export const findCharge = (sandbox: Sandbox, id: string, param = 'id'): Charge => {
  const charge = sandbox.state.charges[id]
  if (!charge) throw noSuch('charge', id, param)
  return charge
}

export const findDispute = (sandbox: Sandbox, id: string): Dispute => {
  const dispute = sandbox.state.disputes[id]
  if (!dispute) throw noSuch('dispute', id)
  return dispute
}

const findRefund = (sandbox: Sandbox, id: string): Refund => {
  const refund = sandbox.state.refunds[id]
  if (!refund) throw noSuch('refund', id)
  return refund
}

interface Money {
  charge?: string
  payment_intent?: string
}

const chargeToRefund = (sandbox: Sandbox, { charge, payment_intent: intentId }: Money): Charge => {
  if (charge !== undefined) return findCharge(sandbox, charge, 'charge')
  if (intentId === undefined)
    throw invalidRequest(
      'One of the following params should be provided for this request: payment_intent or charge.',
    )
  const intent = sandbox.state.paymentIntents[intentId]
  if (!intent) throw noSuch('payment_intent', intentId, 'payment_intent')
  if (intent.latest_charge === null)
    throw invalidRequest(
      `This PaymentIntent (${intentId}) does not have a successful charge to refund.`,
      { param: 'payment_intent' },
    )
  return findCharge(sandbox, intent.latest_charge)
}

const isOf = (
  each: { payment_intent: string | null; created: number },
  params: { payment_intent?: string; created?: Parameters<typeof isWithin>[1] },
): boolean =>
  (params.payment_intent === undefined || each.payment_intent === params.payment_intent) &&
  (params.created === undefined || isWithin(each.created, params.created))

const refundEndpoints = [
  endpoint(
    'POST',
    '/v1/refunds',
    {
      amount: atLeast(1),
      charge: text,
      metadata,
      payment_intent: text,
      reason: oneOf('duplicate', 'fraudulent', 'requested_by_customer'),
    },
    (sandbox, { params }) =>
      refundCharge(sandbox, chargeToRefund(sandbox, params), {
        amount: params.amount ?? null,
        reason: params.reason ?? null,
        metadata: mergeMetadata({}, params.metadata),
      }),
  ),
  endpoint(
    'GET',
    '/v1/refunds',
    { ...paging, charge: text, created: range, payment_intent: text },
    (sandbox, { params }) =>
      listPage(
        '/v1/refunds',
        Object.values(sandbox.state.refunds).filter(
          (each) =>
            isOf(each, params) && (params.charge === undefined || each.charge === params.charge),
        ),
        params,
      ),
  ),
  endpoint('GET', '/v1/refunds/:id', {}, (sandbox, { id }) => findRefund(sandbox, id)),
]

/** How a test dispute is decided, by the text in `evidence.uncategorized_text`. */
const DECISIONS: Record<string, 'lost' | 'won'> = {
  losing_evidence: 'lost',
  winning_evidence: 'won',
}

const disputeEndpoints = [
  endpoint(
    'GET',
    '/v1/disputes',
    { ...paging, charge: text, created: range, payment_intent: text },
    (sandbox, { params }) =>
      listPage(
        '/v1/disputes',
        Object.values(sandbox.state.disputes).filter(
          (each) =>
            isOf(each, params) && (params.charge === undefined || each.charge === params.charge),
        ),
        params,
      ),
  ),
  endpoint('GET', '/v1/disputes/:id', {}, (sandbox, { id }) => findDispute(sandbox, id)),
  endpoint(
    'POST',
    '/v1/disputes/:id',
    { evidence: objectOf({ uncategorized_text: text }), metadata, submit: flag },
    (sandbox, { params, id }) => {
      const dispute = findDispute(sandbox, id)
      const evidence = params.evidence?.uncategorized_text
      change(sandbox, 'charge.dispute.updated', dispute, (each) => {
        each.metadata = mergeMetadata(each.metadata, params.metadata)
        if (evidence === undefined) return
        each.evidence['uncategorized_text'] = evidence
        each.evidence_details.has_evidence = true
        if (params.submit === false) return
        each.evidence_details.submission_count += 1
        each.evidence_details.submission_method = 'manual'
      })
      const decision = DECISIONS[evidence ?? '']
      if (decision && params.submit !== false) closeDispute(sandbox, dispute, decision)
      return dispute
    },
  ),
  endpoint('POST', '/v1/disputes/:id/close', {}, (sandbox, { id }) => {
    const dispute = findDispute(sandbox, id)
    closeDispute(sandbox, dispute, 'lost')
    return dispute
  }),
]

export const chargeEndpoints = [
  endpoint(
    'GET',
    '/v1/charges',
    { ...paging, created: range, customer: text, payment_intent: text },
    (sandbox, { params }) =>
      listPage(
        '/v1/charges',
        Object.values(sandbox.state.charges).filter(
          (each) =>
            isOf(each, params) &&
            (params.customer === undefined || each.customer === params.customer),
        ),
        params,
      ),
  ),
  endpoint('GET', '/v1/charges/:id', {}, (sandbox, { id }) => findCharge(sandbox, id)),
  ...refundEndpoints,
  ...disputeEndpoints,
]
