import type { Stripe } from 'stripe'
import type { Database } from '../data/database.ts'
import { recordSubscriptionNotices } from '../data/subscription-notices.ts'
import { findByProvider } from '../data/subscriptions.ts'
import { paidInvoiceEvent } from '../domain/analytics-events.ts'
import { idOf } from './expandable.ts'

const moment = (seconds: number): Date => new Date(seconds * 1000)

/** Records for analytics that a period was paid for, once, however often its event comes. */
export const notePaidInvoice = async (
  db: Database,
  event: Stripe.InvoicePaidEvent,
): Promise<void> => {
  const invoice = event.data.object
  const subscriptionId = idOf(invoice.parent?.subscription_details?.subscription)
  if (subscriptionId === null || invoice.id === undefined) return
  // The first invoice belongs to the order itself, and is zero when that began a trial.
  if (invoice.billing_reason === 'subscription_create') return
  const row = await findByProvider(db, subscriptionId, null)
  if (row === null) return
  const paid = paidInvoiceEvent(row, {
    invoiceId: invoice.id,
    amount: { amount: invoice.amount_paid, currency: invoice.currency },
    paidAt: moment(event.created),
    periodStarts: invoice.lines.data.map(({ period }) => moment(period.start)),
    isForCycle: invoice.billing_reason === 'subscription_cycle',
  })
  if (paid !== null) await recordSubscriptionNotices(db, row, [], [paid])
}
