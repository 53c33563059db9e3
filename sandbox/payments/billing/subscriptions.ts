/** The life cycle of a subscription: its periods, its renewals, its end. */
import type { Invoice } from '../objects/invoices.ts'
import type { PaymentMethod } from '../objects/payment-methods.ts'
import type { Subscription } from '../objects/subscriptions.ts'
import { change } from '../sandbox.ts'
import type { Sandbox } from '../sandbox.ts'
import { collect, recordMissingPaymentMethod } from './collection.ts'
import type { Trigger } from './collection.ts'
import { draftInvoice } from './invoice-drafts.ts'
import {
  finalizeInvoice,
  invoicesOf,
  newestFinalized,
  paymentIntentOf,
  stopCollecting,
  subscriptionOf,
  voidInvoice,
} from './invoices.ts'
import { periodLine, takePendingLines } from './subscription-lines.ts'
import { currentPeriod, periodFrom, setPeriod } from './subscription-period.ts'
import { endSchedule } from './subscription-schedules.ts'

/** How long a renewal stays a draft, in seconds. */
const DRAFT_FOR = 3600

/** The card a subscription is charged on: its own, else the customer's default. */
export const payingMethod = (
  sandbox: Sandbox,
  subscription: Pick<Subscription, 'customer' | 'default_payment_method'>,
): PaymentMethod | undefined =>
  sandbox.state.paymentMethods[
    subscription.default_payment_method ??
      sandbox.state.customers[subscription.customer]?.invoice_settings.default_payment_method ??
      ''
  ]

/** How an invoice that a request created is charged. */
export interface Charging {
  offSession: boolean
  /** Whether to wait for a confirmation instead of charging. */
  awaits: boolean
}

const chargeInvoice = (
  sandbox: Sandbox,
  subscription: Subscription,
  invoice: Invoice,
  by: { offSession: boolean; trigger: Trigger },
): void => {
  if (invoice.status !== 'open') return
  const paymentMethod = payingMethod(sandbox, subscription)
  if (paymentMethod) collect(sandbox, invoice, paymentMethod, by)
  else recordMissingPaymentMethod(sandbox, invoice)
}

const finalizeFor = (sandbox: Sandbox, subscription: Subscription, invoice: Invoice): void =>
  finalizeInvoice(sandbox, invoice, payingMethod(sandbox, subscription)?.id ?? null)

/** Finalizes the draft of a renewal and charges it. */
export const finalizeAndCharge = (sandbox: Sandbox, invoice: Invoice): void => {
  const subscription = subscriptionOf(sandbox, invoice)
  if (!subscription) throw new Error(`invoice ${invoice.id} has no subscription`)
  finalizeFor(sandbox, subscription, invoice)
  chargeInvoice(sandbox, subscription, invoice, { offSession: true, trigger: 'automatic' })
}

/** Finalizes and charges an invoice that somebody asked for. */
export const chargeAtOnce = (
  sandbox: Sandbox,
  subscription: Subscription,
  invoice: Invoice,
  { offSession, awaits }: Charging,
): void => {
  finalizeFor(sandbox, subscription, invoice)
  if (!awaits)
    return chargeInvoice(sandbox, subscription, invoice, { offSession, trigger: 'manual' })
  if (invoice.status !== 'open') return
  change(sandbox, 'customer.subscription.updated', subscription, (each) => {
    each.status = 'past_due'
  })
}

/** Leaves the invoice a draft for an hour, or for good if the subscription is unpaid. */
const leaveDraft = (subscription: Subscription, invoice: Invoice): void => {
  const advances = subscription.status !== 'unpaid'
  invoice.auto_advance = advances
  invoice.automatically_finalizes_at = advances ? invoice.created + DRAFT_FOR : null
  invoice.next_payment_attempt = invoice.automatically_finalizes_at
}

/**
 * Sets whether a draft is finalized automatically, an hour from now, and an open invoice collected.
 */
export const setAutoAdvance = (sandbox: Sandbox, invoice: Invoice, isOn: boolean): void => {
  if (!isOn) return stopCollecting(sandbox, invoice)
  change(sandbox, 'invoice.updated', invoice, (each) => {
    each.auto_advance = each.status === 'draft' || each.status === 'open'
    if (each.status === 'draft')
      each.automatically_finalizes_at = sandbox.timeOf(each.customer) + DRAFT_FOR
  })
}

/**
 * Starts the period at `start`: moves the dates and bills the subscription, with a draft or
 * immediately.
 */
export const startPeriod = (
  sandbox: Sandbox,
  subscription: Subscription,
  start: number,
  { reason, atOnce }: { reason: Invoice['billing_reason']; atOnce: Charging | null },
): void => {
  const before = currentPeriod(subscription)
  const period = periodFrom(subscription, start)
  const lines = [
    ...takePendingLines(subscription),
    ...subscription.items.data.map((item) => periodLine(sandbox, item, period)),
  ]
  let invoice: Invoice | undefined
  change(sandbox, 'customer.subscription.updated', subscription, (each) => {
    if (each.status === 'trialing') each.status = 'active'
    setPeriod(each, period)
    invoice = draftInvoice(sandbox, each, reason, lines, { start: before.start, end: before.end })
    if (!atOnce) leaveDraft(each, invoice)
  })
  if (!invoice) throw new Error(`subscription ${subscription.id} was not billed`)
  sandbox.emit('invoice.created', invoice)
  if (atOnce) chargeAtOnce(sandbox, subscription, invoice, atOnce)
}

/** Bills the pending prorations immediately. */
export const invoicePending = (
  sandbox: Sandbox,
  subscription: Subscription,
  charging: Charging,
): void => {
  const lines = takePendingLines(subscription)
  if (lines.length === 0) return
  const invoice = draftInvoice(
    sandbox,
    subscription,
    'subscription_update',
    lines,
    currentPeriod(subscription),
  )
  sandbox.emit('invoice.created', invoice)
  chargeAtOnce(sandbox, subscription, invoice, charging)
}

/**
 * Expires a subscription whose first payment was not completed within 23 hours, or was given up.
 */
export const expireIncomplete = (sandbox: Sandbox, subscription: Subscription): void => {
  const invoice = sandbox.state.invoices[subscription.latest_invoice ?? '']
  if (invoice?.status === 'open') return voidInvoice(sandbox, invoice)
  change(sandbox, 'customer.subscription.updated', subscription, (each) => {
    each.status = 'incomplete_expired'
    each.ended_at = sandbox.timeOf(each.customer)
  })
}

export const endSubscription = (
  sandbox: Sandbox,
  subscription: Subscription,
  reason: 'cancellation_requested' | 'payment_failed',
): void => {
  if (subscription.status === 'incomplete') return expireIncomplete(sandbox, subscription)
  const time = sandbox.timeOf(subscription.customer)
  subscription.status = 'canceled'
  subscription.canceled_at ??= time
  subscription.ended_at = time
  subscription.cancellation_details.reason ??= reason
  // Drafts stay as they are: the provider only promises to stop collecting finalized invoices.
  for (const invoice of invoicesOf(sandbox, subscription))
    if (invoice.status === 'open') stopCollecting(sandbox, invoice)
  endSchedule(sandbox, subscription, 'canceled')
  sandbox.emit('customer.subscription.deleted', subscription)
}

/** Ends a trial. `atOnce` is set when a request ends it early, which charges without a draft. */
export const endTrial = (
  sandbox: Sandbox,
  subscription: Subscription,
  { atOnce }: { atOnce: Charging | null },
): void => {
  const hasCard = payingMethod(sandbox, subscription) !== undefined
  const { missing_payment_method: otherwise } = subscription.trial_settings.end_behavior
  if (!hasCard && otherwise === 'cancel')
    return endSubscription(sandbox, subscription, 'payment_failed')
  if (!hasCard && otherwise === 'pause') {
    change(sandbox, 'customer.subscription.paused', subscription, (each) => {
      each.status = 'paused'
    })
    return
  }
  startPeriod(
    sandbox,
    subscription,
    subscription.trial_end ?? sandbox.timeOf(subscription.customer),
    { reason: atOnce ? 'subscription_update' : 'subscription_cycle', atOnce },
  )
}

/**
 * After the last retry, cancels the subscription or marks it as unpaid, as the account's settings
 * say, if the newest invoice is still unpaid.
 */
const finishRetries = (sandbox: Sandbox, subscription: Subscription): void => {
  if (newestFinalized(sandbox, subscription)?.status !== 'open') return
  const { retriesEnd } = sandbox.state
  if (retriesEnd === 'cancel') endSubscription(sandbox, subscription, 'payment_failed')
  if (retriesEnd !== 'unpaid') return
  change(sandbox, 'customer.subscription.updated', subscription, (each) => {
    each.status = 'unpaid'
  })
}

/** Charges an open invoice again. */
export const retryInvoice = (sandbox: Sandbox, invoice: Invoice): void => {
  const subscription = subscriptionOf(sandbox, invoice)
  if (!subscription) throw new Error(`invoice ${invoice.id} has no subscription`)
  const intent = paymentIntentOf(sandbox, invoice)
  if (intent?.status === 'requires_action') intent.status = 'requires_payment_method'
  chargeInvoice(sandbox, subscription, invoice, { offSession: true, trigger: 'automatic' })
  if (invoice.status === 'open' && invoice.next_payment_attempt === null)
    finishRetries(sandbox, subscription)
}
