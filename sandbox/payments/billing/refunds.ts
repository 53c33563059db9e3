import { invalidRequest } from '../errors.ts'
import { newId } from '../ids.ts'
import type { Charge, Refund } from '../objects/charges.ts'
import type { Metadata } from '../objects/common.ts'
import { change } from '../sandbox.ts'
import type { Sandbox } from '../sandbox.ts'

const money = (amount: number, currency: string): string =>
  new Intl.NumberFormat('en-US', { style: 'currency', currency }).format(amount / 100)

const checkRefundable = (charge: Charge, amount: number): void => {
  if (charge.status !== 'succeeded')
    throw invalidRequest(`This charge (${charge.id}) has not succeeded.`, {
      code: 'charge_not_refundable',
    })
  if (charge.refunded)
    throw invalidRequest(`Charge ${charge.id} has already been refunded.`, {
      code: 'charge_already_refunded',
    })
  if (charge.disputed)
    throw invalidRequest(`Charge ${charge.id} has been charged back; cannot issue a refund.`, {
      code: 'charge_disputed',
    })
  const left = charge.amount - charge.amount_refunded
  if (amount > left) {
    const limit = charge.amount_refunded > 0 ? 'unrefunded amount on charge' : 'charge amount'
    throw invalidRequest(
      `Refund amount (${money(amount, charge.currency)}) is greater than ${limit} (${money(left, charge.currency)})`,
      { param: 'amount' },
    )
  }
}

export interface RefundInput {
  amount: number | null
  reason: Refund['reason']
  metadata: Metadata
}

/** Gives the money back, or `amount` of it in minor units. */
export const refundCharge = (sandbox: Sandbox, charge: Charge, input: RefundInput): Refund => {
  const amount = input.amount ?? charge.amount - charge.amount_refunded
  checkRefundable(charge, amount)
  const refund: Refund = {
    id: newId('re'),
    object: 'refund',
    amount,
    balance_transaction: null,
    charge: charge.id,
    created: sandbox.timeOf(charge.customer),
    currency: charge.currency,
    customer: charge.customer,
    customer_account: null,
    destination_details: {
      card: {
        reference: newId('arn', 16).slice('arn_'.length),
        reference_status: 'available',
        reference_type: 'acquirer_reference_number',
        type: 'refund',
      },
      type: 'card',
    },
    metadata: input.metadata,
    payment_intent: charge.payment_intent,
    payment_method: charge.payment_method,
    reason: input.reason,
    receipt_number: null,
    source_transfer_reversal: null,
    status: 'succeeded',
    transfer_reversal: null,
  }
  sandbox.state.refunds[refund.id] = refund
  sandbox.emit('refund.created', refund)
  change(sandbox, 'charge.refunded', charge, (each) => {
    each.amount_refunded += amount
    each.refunded = each.amount_refunded === each.amount
    each.refunds.data.unshift(refund)
  })
  return refund
}
