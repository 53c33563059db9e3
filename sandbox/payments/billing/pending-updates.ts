/**
 * A change of plan that waits for its invoice to be paid: `payment_behavior:
 * pending_if_incomplete`.
 */
import type { Invoice } from '../objects/invoices.ts'
import type { Subscription } from '../objects/subscriptions.ts'
import { change } from '../sandbox.ts'
import type { Sandbox } from '../sandbox.ts'
import { dropDiscounts } from './discounts.ts'
import { periodFrom, setPeriod } from './subscription-period.ts'

export const isPendingInvoice = (subscription: Subscription, invoice: Invoice): boolean =>
  subscription._pending_change?.invoice === invoice.id

/** Makes the change, once its invoice is paid. */
export const applyPendingUpdate = (
  sandbox: Sandbox,
  subscription: Subscription,
  invoice: Invoice,
): void => {
  const pending = subscription._pending_change
  if (pending?.invoice !== invoice.id) return
  const waited = subscription.pending_update !== null
  change(sandbox, 'customer.subscription.updated', subscription, (each) => {
    each.items.data = pending.items
    each._pending_lines = []
    dropDiscounts(sandbox, each, pending.discounts)
    each._pending_change = null
    each.pending_update = null
    if (pending.startsAt === null) return
    each.billing_cycle_anchor = pending.startsAt
    setPeriod(each, periodFrom(each, pending.startsAt))
  })
  if (waited) sandbox.emit('customer.subscription.pending_update_applied', subscription)
}

/** Drops the pending change; the subscription stays as it is. */
export const dropPendingUpdate = (
  sandbox: Sandbox,
  subscription: Subscription,
  invoice: Invoice,
): void => {
  if (!isPendingInvoice(subscription, invoice)) return
  subscription._pending_change = null
  if (subscription.pending_update === null) return
  change(sandbox, 'customer.subscription.updated', subscription, (each) => {
    each.pending_update = null
  })
  sandbox.emit('customer.subscription.pending_update_expired', subscription)
}
