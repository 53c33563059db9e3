import type { Stripe } from 'stripe'
import type { Database } from '../data/database.ts'
import { recordSubscriptionNotices } from '../data/subscription-notices.ts'
import { findByProvider } from '../data/subscriptions.ts'
import { failedAttemptEvent } from '../domain/analytics-events.ts'
import { failedAttemptCause } from '../domain/notice-rules.ts'
import { idOf } from './expandable.ts'

const moment = (seconds: number): Date => new Date(seconds * 1000)

/**
 * Records a notice of a failed attempt to charge a subscription, once for each attempt, however
 * often the provider repeats its event.
 */
export const noteFailedPayment = async (
  db: Database,
  event: Stripe.InvoicePaymentFailedEvent,
): Promise<void> => {
  const invoice = event.data.object
  const subscriptionId = idOf(invoice.parent?.subscription_details?.subscription)
  if (subscriptionId === null || invoice.id === undefined) return
  const row = await findByProvider(db, subscriptionId, null)
  if (row === null) return
  const failed = {
    invoiceId: invoice.id,
    attempt: invoice.attempt_count,
    amount: { amount: invoice.amount_remaining, currency: invoice.currency },
    attemptedAt: moment(event.created),
    nextAttemptAt:
      invoice.next_payment_attempt === null ? null : moment(invoice.next_payment_attempt),
  }
  const cause = failedAttemptCause(row, failed)
  const counted = failedAttemptEvent(row, failed)
  if (cause !== null && counted !== null)
    await recordSubscriptionNotices(db, row, [cause], [counted])
}
