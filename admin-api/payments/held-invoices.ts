import type { Stripe } from 'stripe'
import type { SubscriptionRow } from '../data/subscriptions.ts'
import { Problem } from '../problem.ts'
import { idOf } from './expandable.ts'
import { inTurn } from './in-turn.ts'
import type { SyncParts } from './subscription-state.ts'
import { isUnbilledRenewal } from './unbilled-renewal.ts'

/** The provider charges a draft about an hour after creating it. */
const holdMs = 2 * 60 * 60 * 1000

/**
 * Whether a draft is overdue and stuck: a cancellation stopped its collection, and was interrupted
 * before it ended the subscription.
 */
export const isHeld = (invoice: Stripe.Invoice, now: Date): boolean =>
  isUnbilledRenewal(invoice) &&
  invoice.auto_advance === false &&
  now.getTime() - invoice.created * 1000 > holdMs

/**
 * Whether the provider collects a draft of the subscription automatically. It does not if the
 * subscription has ended, is unpaid, or has its collection paused, nor for drafts of earlier unpaid
 * periods.
 */
export const isCollected = (
  {
    status,
    pause_collection: pause,
    latest_invoice: latest,
  }: Pick<Stripe.Subscription, 'status' | 'pause_collection' | 'latest_invoice'>,
  invoiceId: string,
): boolean =>
  (status === 'active' || status === 'past_due') && pause === null && idOf(latest) === invoiceId

/**
 * Lets the provider charge a held invoice. False, and nothing is changed, while its subscription is
 * being changed or its account deleted.
 */
export const releaseHeld = async (
  parts: SyncParts & { readonly clock: () => Date },
  row: Pick<SubscriptionRow, 'id' | 'userId'>,
  subscriptionId: string,
  invoiceId: string,
): Promise<boolean> => {
  const { stripe, clock } = parts
  try {
    await inTurn(parts, row, async (renew) => {
      const subscription = await stripe.subscriptions.retrieve(subscriptionId)
      const invoice = await stripe.invoices.retrieve(invoiceId)
      if (!isCollected(subscription, invoiceId) || !isHeld(invoice, clock())) return
      await renew()
      await stripe.invoices.update(invoiceId, { auto_advance: true })
    })
    return true
  } catch (error) {
    if (error instanceof Problem) return false
    throw error
  }
}
