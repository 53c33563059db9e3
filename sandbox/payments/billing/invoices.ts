import { newId } from '../ids.ts'
import type { PaymentIntent } from '../objects/intents.ts'
import type { Invoice } from '../objects/invoices.ts'
import type { PaymentMethod } from '../objects/payment-methods.ts'
import type { Subscription } from '../objects/subscriptions.ts'
import { change } from '../sandbox.ts'
import type { Sandbox } from '../sandbox.ts'
import { cancelPaymentIntent, charge, newPaymentIntent } from './payment-intents.ts'
import type { ChargeOutcome } from './payment-intents.ts'
import { attach } from './payment-methods.ts'

const DAY = 86_400

/** Days from one failed attempt to the next; after the last one the subscription is canceled. */
const RETRY_AFTER_DAYS = [3, 5, 7]

const markPaid = (sandbox: Sandbox, invoice: Invoice): void => {
  const time = sandbox.timeOf(invoice.customer)
  invoice.status = 'paid'
  invoice.amount_paid = invoice.amount_due
  invoice.amount_remaining = 0
  invoice.attempted = true
  invoice.next_payment_attempt = null
  invoice.status_transitions.paid_at = time
  for (const payment of invoice.payments.data) {
    payment.status = 'paid'
    payment.amount_paid = payment.amount_requested
    payment.status_transitions.paid_at = time
  }
  sandbox.emit('invoice.paid', invoice)
  sandbox.emit('invoice.payment_succeeded', invoice)
}

/** Numbers the invoice, takes the customer's balance into account and opens it; one with nothing to pay is paid. */
export const finalizeInvoice = (
  sandbox: Sandbox,
  invoice: Invoice,
  paymentMethod: string | null,
): void => {
  const customer = sandbox.state.customers[invoice.customer]
  if (!customer) throw new Error(`invoice ${invoice.id} has no customer`)
  const time = sandbox.timeOf(customer.id)
  sandbox.emit('invoice.created', invoice)
  invoice.status = 'open'
  invoice.number = `${customer.invoice_prefix}-${String(customer.next_invoice_sequence).padStart(4, '0')}`
  customer.next_invoice_sequence += 1
  customer.currency ??= invoice.currency
  invoice.effective_at = time
  invoice.status_transitions.finalized_at = time
  invoice.ending_balance = Math.min(0, invoice.total + invoice.starting_balance)
  customer.balance = invoice.ending_balance
  invoice.hosted_invoice_url = `${sandbox.settings.publicUrl()}/invoices/${invoice.id}`
  if (invoice.amount_due === 0) {
    sandbox.emit('invoice.finalized', invoice)
    return markPaid(sandbox, invoice)
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

const subscriptionOf = (sandbox: Sandbox, invoice: Invoice): Subscription | undefined =>
  sandbox.state.subscriptions[invoice.parent.subscription_details.subscription]

const owesNothing = (sandbox: Sandbox, subscription: Subscription): boolean =>
  !Object.values(sandbox.state.invoices).some(
    (each) =>
      each.status === 'open' && each.parent.subscription_details.subscription === subscription.id,
  )

const settlePaid = (sandbox: Sandbox, invoice: Invoice, intent: PaymentIntent): void => {
  const paymentMethod = sandbox.state.paymentMethods[intent.payment_method ?? '']
  if (paymentMethod) attach(sandbox, paymentMethod, invoice.customer)
  markPaid(sandbox, invoice)
  const customer = sandbox.state.customers[invoice.customer]
  if (customer) customer.delinquent = false
  const subscription = subscriptionOf(sandbox, invoice)
  if (!subscription) return
  change(sandbox, 'customer.subscription.updated', subscription, (each) => {
    const wasWaiting = each.status === 'incomplete' || each.status === 'past_due'
    if (wasWaiting && owesNothing(sandbox, each)) each.status = 'active'
    if (each.payment_settings.save_default_payment_method === 'on_subscription') {
      each.default_payment_method = intent.payment_method
    }
  })
}

const settleUnpaid = (sandbox: Sandbox, invoice: Invoice, needsAction: boolean): void => {
  const subscription = subscriptionOf(sandbox, invoice)
  const retryAfter = RETRY_AFTER_DAYS[invoice.attempt_count - 1]
  const isFirst = subscription?.status === 'incomplete'
  const mayRetry = !isFirst && retryAfter !== undefined
  invoice.next_payment_attempt = mayRetry
    ? sandbox.timeOf(invoice.customer) + retryAfter * DAY
    : null
  if (needsAction) sandbox.emit('invoice.payment_action_required', invoice)
  sandbox.emit('invoice.payment_failed', invoice)
  const customer = sandbox.state.customers[invoice.customer]
  if (customer && !isFirst) customer.delinquent = true
  if (!subscription || isFirst) return
  change(sandbox, 'customer.subscription.updated', subscription, (each) => {
    if (each.status === 'active' || each.status === 'trialing') each.status = 'past_due'
  })
}

/** Applies the outcome of a payment to its invoice and its subscription. */
export const settle = (sandbox: Sandbox, intent: PaymentIntent, outcome: ChargeOutcome): void => {
  const invoice = sandbox.state.invoices[intent._invoice]
  if (!invoice || invoice.status !== 'open') return
  invoice.attempted = true
  invoice.attempt_count += 1
  if (outcome.kind === 'paid') settlePaid(sandbox, invoice, intent)
  else settleUnpaid(sandbox, invoice, outcome.kind === 'action')
}

/** Tries to charge an open invoice. */
export const collect = (
  sandbox: Sandbox,
  invoice: Invoice,
  paymentMethod: PaymentMethod,
  offSession: boolean,
): ChargeOutcome => {
  const intent = paymentIntentOf(sandbox, invoice)
  if (!intent) throw new Error(`invoice ${invoice.id} has no payment`)
  const outcome = charge(sandbox, intent, paymentMethod, { offSession, returnUrl: null })
  settle(sandbox, intent, outcome)
  return outcome
}

/** An invoice that found no payment method at all: it counts as a failed attempt. */
export const recordMissingPaymentMethod = (sandbox: Sandbox, invoice: Invoice): void => {
  invoice.attempted = true
  invoice.attempt_count += 1
  settleUnpaid(sandbox, invoice, false)
}

export const voidInvoice = (sandbox: Sandbox, invoice: Invoice): void => {
  const intent = paymentIntentOf(sandbox, invoice)
  if (intent) cancelPaymentIntent(sandbox, intent)
  for (const payment of invoice.payments.data) payment.status = 'canceled'
  invoice.status = 'void'
  invoice.amount_remaining = 0
  invoice.auto_advance = false
  invoice.next_payment_attempt = null
  invoice.status_transitions.voided_at = sandbox.timeOf(invoice.customer)
  sandbox.emit('invoice.voided', invoice)
}
