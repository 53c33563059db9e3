import type { Stripe } from 'stripe'
import { idOf } from './expandable.ts'
import { isRefusal } from './stripe-errors.ts'

/** Ignores the provider's refusal to repeat a call, or to make one that is no longer possible. */
export const unlessRefused = async (call: Promise<unknown>): Promise<void> => {
  try {
    await call
  } catch (error) {
    if (!isRefusal(error)) throw error
  }
}

/**
 * Takes back a change of plan that waits for the period's end or for its payment. Does nothing if
 * there is none, or if it was made meanwhile.
 */
export const takeBackPlanChange = async (
  stripe: Stripe,
  subscription: Stripe.Subscription,
): Promise<void> => {
  const { schedule, pending_update: update, latest_invoice: invoice } = subscription
  const scheduleId = idOf(schedule)
  if (scheduleId !== null) await unlessRefused(stripe.subscriptionSchedules.release(scheduleId))
  const invoiceId = update === null ? null : idOf(invoice)
  if (invoiceId !== null) await unlessRefused(stripe.invoices.voidInvoice(invoiceId))
}
