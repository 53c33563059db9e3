import type { Stripe } from 'stripe'
import type { Charged } from '../domain/subscription.ts'
import { brandName } from './card-brand.ts'
import { idOf } from './expandable.ts'

/** A charge that was paid, and how much of it was refunded or lost in a dispute. */
type PaidCharge = {
  readonly charge: Stripe.Charge
  readonly invoiceId: string
  /** In minor units: refunds and lost disputes. */
  readonly returned: number
  readonly isRefundable: boolean
  /** Whether a lost dispute is included. */
  readonly isByBank: boolean
}

/** More items than one subscription or customer ever has. */
const limit = 10_000

const read = async (
  stripe: Stripe,
  charge: Stripe.Charge,
  invoiceId: string,
): Promise<PaidCharge> => {
  const { amount, amount_refunded: refunded } = charge
  const disputes = charge.disputed
    ? (await stripe.disputes.list({ charge: charge.id, limit: 100 })).data
    : []
  const lost = disputes.filter(({ status }) => status === 'lost')
  const returned = Math.min(
    amount,
    lost.reduce((sum, dispute) => sum + dispute.amount, refunded),
  )
  return {
    charge,
    invoiceId,
    returned,
    // During a dispute the bank holds the money, so there is nothing to refund.
    isRefundable: returned < amount && disputes.every(({ is_charge_refundable: isOpen }) => isOpen),
    isByBank: lost.length > 0,
  }
}

/** The invoices of a subscription with their payments, newest first. */
export const invoicesOf = (stripe: Stripe, subscription: string): Promise<Stripe.Invoice[]> =>
  stripe.invoices
    .list({ subscription, limit: 100, expand: ['data.payments'] })
    .autoPagingToArray({ limit })

/** The paid charges of a customer's invoices, oldest first. */
export const paidChargesOf = async (
  stripe: Stripe,
  customer: string,
  invoices: readonly Stripe.Invoice[] | Promise<readonly Stripe.Invoice[]>,
): Promise<PaidCharge[]> => {
  const [charges, given] = await Promise.all([
    stripe.charges
      .list({ customer, limit: 100, expand: ['data.refunds'] })
      .autoPagingToArray({ limit }),
    invoices,
  ])
  const invoiceOf = new Map(
    given.flatMap(({ id, payments }) =>
      (payments?.data ?? []).map(({ payment }) => [idOf(payment.payment_intent), id] as const),
    ),
  )
  const paid = charges.toReversed().flatMap((charge) => {
    const invoiceId = invoiceOf.get(idOf(charge.payment_intent))
    const isPaid = charge.status === 'succeeded' && charge.amount > 0
    return isPaid && invoiceId !== undefined ? [{ charge, invoiceId }] : []
  })
  return Promise.all(paid.map(({ charge, invoiceId }) => read(stripe, charge, invoiceId)))
}

const moment = (seconds: number): string => new Date(seconds * 1000).toISOString()

/** The card that paid a charge; null for another payment method. */
export const cardOf = ({ payment_method_details: details }: Stripe.Charge) => {
  const { brand, last4 } = details?.card ?? {}
  return typeof brand === 'string' && typeof last4 === 'string'
    ? { brand: brandName(brand), last4 }
    : null
}

/** The provider says when a refund was made, but not when a dispute was lost. */
const returnedAt = ({ charge, isByBank }: PaidCharge, known: Charged | null, now: Date): string => {
  if (known?.refund?.charge === charge.id) return known.refund.at
  const refunds = charge.refunds?.data ?? []
  return isByBank || refunds.length === 0
    ? now.toISOString()
    : moment(Math.max(...refunds.map(({ created }) => created)))
}

/**
 * Summarizes the paid charges of a subscription, given oldest first; null without any. A known
 * refund keeps its stored time.
 */
export const summarizeCharges = (
  charges: readonly PaidCharge[],
  known: Charged | null,
  now: Date,
): Charged | null => {
  const [first, newest] = [charges[0], charges.at(-1)]
  if (first === undefined || newest === undefined) return null
  const { currency } = newest.charge
  const sum = (of: readonly PaidCharge[]) => ({
    amount: of.reduce((total, { returned }) => total + returned, 0),
    currency,
  })
  const lastKept = charges.findLastIndex(({ charge, returned }) => returned < charge.amount)
  const back = charges.slice(lastKept + 1)
  return {
    firstAt: moment(first.charge.created),
    refunded: sum(charges),
    isRefundable: charges.some(({ isRefundable }) => isRefundable),
    refund:
      back.length === 0
        ? null
        : {
            charge: newest.charge.id,
            at: returnedAt(newest, known, now),
            amount: sum(back),
            by: newest.isByBank ? 'bank' : 'shop',
            card: cardOf(newest.charge),
          },
  }
}
