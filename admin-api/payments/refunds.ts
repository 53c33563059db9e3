import pRetry from 'p-retry'
import type { Stripe } from 'stripe'
import type { SubscriptionRow } from '../data/subscriptions.ts'
import { invoicesOf, paidChargesOf } from './paid-charges.ts'
import { isKeyInUse, isRefusal, isReplayed } from './stripe-errors.ts'

/** Refusals that leave nothing to do: the charge was refunded already, or is disputed. */
const settled: readonly (string | undefined)[] = ['charge_already_refunded', 'charge_disputed']

const refund = async (stripe: Stripe, charge: string): Promise<void> => {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await stripe.refunds.create(
        { charge, reason: 'requested_by_customer' },
        { idempotencyKey: `withdrawal-${charge}-${attempt}` },
      )
      return
    } catch (error) {
      if (isRefusal(error) && settled.includes(error.code)) return
      // The key replays its first failure, so the next attempt needs another key.
      if (!isReplayed(error)) throw error
    }
  }
}

/** Whether its owner withdrew and something is still to be refunded. */
export const owesRefund = ({
  withdrawnAt,
  charged,
}: Pick<SubscriptionRow, 'withdrawnAt' | 'charged'>): boolean =>
  withdrawnAt !== null && charged?.isRefundable === true

/**
 * Refunds in full what was charged for a subscription. Earlier refunds stay as they are. Waits a
 * few seconds for another request that is refunding the same charge, then throws its conflict,
 * because that request may still fail.
 */
export const refundCharges = (
  stripe: Stripe,
  subscription: string,
  customer: string,
): Promise<void> =>
  pRetry(
    async () => {
      const charges = await paidChargesOf(stripe, customer, invoicesOf(stripe, subscription))
      // Oldest first: once the newest charge is refunded, all are, and the mail can name the total.
      for (const { charge, isRefundable } of charges)
        if (isRefundable) await refund(stripe, charge.id)
    },
    { retries: 4, minTimeout: 200, shouldRetry: ({ error }) => isKeyInUse(error) },
  )
