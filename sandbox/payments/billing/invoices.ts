/** The life cycle of an invoice: finalizing, paying, voiding. */
import { newId } from '../ids.ts'
import type { PaymentIntent } from '../objects/intents.ts'
import type { Invoice } from '../objects/invoices.ts'
import type { Subscription } from '../objects/subscriptions.ts'
import { change } from '../sandbox.ts'
import type { Sandbox } from '../sandbox.ts'
import { dropPendingUpdate } from './pending-updates.ts'
import { cancelPaymentIntent, newPaymentIntent } from './payment-intents.ts'

/** Marks an invoice as paid. `attempts` is how many attempts the payment adds to its count. */
export const markPaid = (sandbox: Sandbox, invoice: Invoice, attempts: number): void => {
  const time = sandbox.timeOf(invoice.customer)
  change(sandbox, 'invoice.updated', invoice, (each) => {
    each.status = 'paid'
    each.amount_paid = each.amount_due
    each.amount_remaining = 0
    each.attempt_count += attempts
    each.attempted = true
    each.auto_advance = false
    each.next_payment_attempt = null
    each.status_transitions.paid_at = time
    for (const payment of each.payments.data) {
      payment.status = 'paid'
      payment.amount_paid = payment.amount_requested
      payment.status_transitions.paid_at = time
    }
  })
  sandbox.emit('invoice.paid', invoice)
  sandbox.emit('invoice.payment_succeeded', invoice)
}

/**
 * Numbers the invoice, takes the customer's balance into account and opens it; one with nothing to
 * pay is paid.
 */
export const finalizeInvoice = (
  sandbox: Sandbox,
  invoice: Invoice,
  paymentMethod: string | null,
): void => {
  const customer = sandbox.state.customers[invoice.customer]
  if (!customer) throw new Error(`invoice ${invoice.id} has no customer`)
  const time = sandbox.timeOf(customer.id)
  invoice.status = 'open'
  invoice.automatically_finalizes_at = null
  invoice.next_payment_attempt = null
  invoice.number = `${customer.invoice_prefix}-${String(customer.next_invoice_sequence).padStart(4, '0')}`
  const due = invoice.total + customer.balance
  invoice.starting_balance = customer.balance
  invoice.ending_balance = Math.min(0, due)
  invoice.amount_due = Math.max(0, due)
  invoice.amount_remaining = invoice.amount_due
  change(sandbox, 'customer.updated', customer, (each) => {
    each.next_invoice_sequence += 1
    each.currency ??= invoice.currency
    each.balance = invoice.ending_balance ?? 0
  })
  invoice.effective_at = time
  invoice.status_transitions.finalized_at = time
  invoice.hosted_invoice_url = `${sandbox.settings.publicUrl()}/invoices/${invoice.id}`
  invoice.invoice_pdf = `${invoice.hosted_invoice_url}/pdf`
  if (invoice.amount_due === 0) {
    sandbox.emit('invoice.finalized', invoice)
    return markPaid(sandbox, invoice, 0)
  }
  const intent = newPaymentIntent(sandbox, invoice, paymentMethod)
  invoice.confirmation_secret = { client_secret: intent.client_secret, type: 'payment_intent' }
  invoice.payments.data.push({
    id: newId('inpay'),
    object: 'invoice_payment',
    amount_paid: null,
    amount_requested: invoice.amount_due,
    created: time,
    currency: invoice.currency,
    invoice: invoice.id,
    is_default: true,
    livemode: false,
    payment: { payment_intent: intent.id, type: 'payment_intent' },
    status: 'open',
    status_transitions: { canceled_at: null, paid_at: null },
  })
  sandbox.emit('invoice.finalized', invoice)
}

export const paymentIntentOf = (sandbox: Sandbox, invoice: Invoice): PaymentIntent | undefined =>
  sandbox.state.paymentIntents[invoice.payments.data[0]?.payment.payment_intent ?? '']

export const subscriptionOf = (sandbox: Sandbox, invoice: Invoice): Subscription | undefined =>
  sandbox.state.subscriptions[invoice.parent.subscription_details.subscription]

/** The subscription's invoices, oldest first. */
export const invoicesOf = (sandbox: Sandbox, subscription: Subscription): Invoice[] =>
  Object.values(sandbox.state.invoices).filter(
    (each) => each.parent.subscription_details.subscription === subscription.id,
  )

/** The newest invoice that is not a draft. */
export const newestFinalized = (
  sandbox: Sandbox,
  subscription: Subscription,
): Invoice | undefined =>
  invoicesOf(sandbox, subscription).findLast((each) => each.status !== 'draft')

/** Whether an unpaid subscription is paid up, judged by its newest invoice, drafts included. */
const isPaidUp = (sandbox: Sandbox, subscription: Subscription): boolean => {
  const newest = invoicesOf(sandbox, subscription).findLast(({ status }) => status !== 'void')
  return newest?.status === 'paid' || newest?.status === 'uncollectible'
}

/** Restores a subscription to good standing when nothing is owed on its newest invoice. */
export const activateWhenSettled = (
  sandbox: Sandbox,
  subscription: Subscription,
  invoice: Invoice,
): void => {
  const { status } = subscription
  const isSettled =
    status === 'unpaid'
      ? isPaidUp(sandbox, subscription)
      : (status === 'incomplete' || status === 'past_due') &&
        newestFinalized(sandbox, subscription) === invoice
  if (isSettled) subscription.status = 'active'
}

/** Finalizes an invoice by hand; one with nothing to pay settles its subscription. */
export const finalizeByHand = (
  sandbox: Sandbox,
  invoice: Invoice,
  paymentMethod: string | null,
): void => {
  finalizeInvoice(sandbox, invoice, paymentMethod)
  const subscription = subscriptionOf(sandbox, invoice)
  if (invoice.status !== 'paid' || !subscription) return
  change(sandbox, 'customer.subscription.updated', subscription, (each) =>
    activateWhenSettled(sandbox, each, invoice),
  )
}

/** Stops all automatic collection of an invoice. */
export const stopCollecting = (sandbox: Sandbox, invoice: Invoice): void =>
  change(sandbox, 'invoice.updated', invoice, (each) => {
    each.auto_advance = false
    each.automatically_finalizes_at = null
    each.next_payment_attempt = null
  })

const leaveUnpaid = (sandbox: Sandbox, invoice: Invoice): void => {
  const subscription = subscriptionOf(sandbox, invoice)
  if (!subscription) return
  dropPendingUpdate(sandbox, subscription, invoice)
  change(sandbox, 'customer.subscription.updated', subscription, (each) => {
    if (each.status === 'incomplete') {
      each.status = 'incomplete_expired'
      each.ended_at = sandbox.timeOf(each.customer)
    } else {
      activateWhenSettled(sandbox, each, invoice)
    }
  })
}

export const voidInvoice = (sandbox: Sandbox, invoice: Invoice): void => {
  const time = sandbox.timeOf(invoice.customer)
  const intent = paymentIntentOf(sandbox, invoice)
  if (intent) cancelPaymentIntent(sandbox, intent)
  change(sandbox, 'invoice.updated', invoice, (each) => {
    for (const payment of each.payments.data) {
      payment.status = 'canceled'
      payment.status_transitions.canceled_at = time
    }
    each.status = 'void'
    each.amount_remaining = 0
    each.auto_advance = false
    each.next_payment_attempt = null
    each.status_transitions.voided_at = time
  })
  sandbox.emit('invoice.voided', invoice)
  leaveUnpaid(sandbox, invoice)
}

/** Gives up an invoice's debt; it can still be paid. */
export const markUncollectible = (sandbox: Sandbox, invoice: Invoice): void => {
  change(sandbox, 'invoice.updated', invoice, (each) => {
    each.status = 'uncollectible'
    each.auto_advance = false
    each.next_payment_attempt = null
    each.status_transitions.marked_uncollectible_at = sandbox.timeOf(each.customer)
  })
  sandbox.emit('invoice.marked_uncollectible', invoice)
  leaveUnpaid(sandbox, invoice)
}
