/** The effects of a successful or failed payment on its invoice and subscription. */
import type { PaymentIntent } from '../objects/intents.ts'
import type { Invoice } from '../objects/invoices.ts'
import type { PaymentMethod } from '../objects/payment-methods.ts'
import { change } from '../sandbox.ts'
import type { Sandbox } from '../sandbox.ts'
import { openDispute } from './disputes.ts'
import { activateWhenSettled, markPaid, paymentIntentOf, subscriptionOf } from './invoices.ts'
import { applyPendingUpdate, isPendingInvoice } from './pending-updates.ts'
import { charge } from './payment-intents.ts'
import type { ChargeOutcome } from './payment-intents.ts'
import { attach, behaviourOf } from './payment-methods.ts'

const DAY = 86_400

/** Days from one failed attempt to the next. */
const RETRY_AFTER_DAYS = [3, 5, 7]

/** Who makes the attempt: the retry schedule, or a person. */
export type Trigger = 'automatic' | 'manual'

/** Whether the attempt counts: the first one always does, later ones only on the retry schedule. */
const counts = (invoice: Invoice, trigger: Trigger): boolean =>
  trigger === 'automatic' || invoice.attempt_count === 0

const setDelinquent = (sandbox: Sandbox, invoice: Invoice, delinquent: boolean): void => {
  const customer = sandbox.state.customers[invoice.customer]
  if (!customer || customer.delinquent === delinquent) return
  change(sandbox, 'customer.updated', customer, (each) => {
    each.delinquent = delinquent
  })
}

/** Opens the dispute that some test cards cause. 3-D Secure prevents it. */
const disputeByItself = (sandbox: Sandbox, intent: PaymentIntent): void => {
  const charge = sandbox.state.charges[intent.latest_charge ?? '']
  const paymentMethod = sandbox.state.paymentMethods[intent.payment_method ?? '']
  if (!charge || !paymentMethod || !behaviourOf(paymentMethod).disputes) return
  if (charge.payment_method_details.card.three_d_secure === null)
    openDispute(sandbox, charge, 'fraudulent')
}

const settlePaid = (
  sandbox: Sandbox,
  invoice: Invoice,
  intent: PaymentIntent,
  trigger: Trigger,
): void => {
  const paymentMethod = sandbox.state.paymentMethods[intent.payment_method ?? '']
  if (paymentMethod) attach(sandbox, paymentMethod, invoice.customer)
  markPaid(sandbox, invoice, counts(invoice, trigger) ? 1 : 0)
  setDelinquent(sandbox, invoice, false)
  const subscription = subscriptionOf(sandbox, invoice)
  if (!subscription) return
  applyPendingUpdate(sandbox, subscription, invoice)
  change(sandbox, 'customer.subscription.updated', subscription, (each) => {
    activateWhenSettled(sandbox, each, invoice)
    if (each.payment_settings.save_default_payment_method === 'on_subscription') {
      each.default_payment_method = intent.payment_method
    }
  })
}

const settleUnpaid = (
  sandbox: Sandbox,
  invoice: Invoice,
  trigger: Trigger,
  needsAction: boolean,
): void => {
  const subscription = subscriptionOf(sandbox, invoice)
  const isPending = subscription !== undefined && isPendingInvoice(subscription, invoice)
  /**
   * Nothing has been delivered for a first or pending invoice, so its collection is not retried.
   */
  const isFirst = subscription?.status === 'incomplete' || isPending
  change(sandbox, 'invoice.updated', invoice, (each) => {
    each.attempted = true
    if (!counts(each, trigger)) return
    each.attempt_count += 1
    const retryAfter = RETRY_AFTER_DAYS[each.attempt_count - 1]
    each.next_payment_attempt =
      !isFirst && each.auto_advance && retryAfter !== undefined
        ? sandbox.timeOf(each.customer) + retryAfter * DAY
        : null
  })
  if (needsAction) sandbox.emit('invoice.payment_action_required', invoice)
  sandbox.emit('invoice.payment_failed', invoice)
  if (isFirst) return
  setDelinquent(sandbox, invoice, true)
  if (!subscription) return
  change(sandbox, 'customer.subscription.updated', subscription, (each) => {
    if (each.status === 'active' || each.status === 'trialing') each.status = 'past_due'
  })
}

/** Applies the outcome of a payment to its invoice and its subscription. */
export const settle = (
  sandbox: Sandbox,
  intent: PaymentIntent,
  outcome: ChargeOutcome,
  trigger: Trigger = 'manual',
): void => {
  const invoice = sandbox.state.invoices[intent._invoice]
  if (!invoice || (invoice.status !== 'open' && invoice.status !== 'uncollectible')) return
  if (outcome.kind === 'paid') {
    settlePaid(sandbox, invoice, intent, trigger)
    disputeByItself(sandbox, intent)
    return
  }
  settleUnpaid(sandbox, invoice, trigger, outcome.kind === 'action')
}

/** Tries to charge an open invoice. If it needs 3-D Secure, it waits for that, even off session. */
export const collect = (
  sandbox: Sandbox,
  invoice: Invoice,
  paymentMethod: PaymentMethod,
  { offSession, trigger }: { offSession: boolean; trigger: Trigger },
): ChargeOutcome => {
  const intent = paymentIntentOf(sandbox, invoice)
  if (!intent) throw new Error(`invoice ${invoice.id} has no payment`)
  const outcome = charge(sandbox, intent, paymentMethod, {
    offSession,
    mayWait: true,
    returnUrl: null,
  })
  settle(sandbox, intent, outcome, trigger)
  return outcome
}

/** Records a failed attempt for an invoice without any payment method. */
export const recordMissingPaymentMethod = (sandbox: Sandbox, invoice: Invoice): void =>
  settleUnpaid(sandbox, invoice, 'automatic', false)
