import { newId } from '../ids.ts'
import type { PaymentIntent } from '../objects/intents.ts'
import type { Invoice, InvoiceLine } from '../objects/invoices.ts'
import type { PaymentMethod } from '../objects/payment-methods.ts'
import type { Coupon, Discount } from '../objects/promotions.ts'
import type { Subscription } from '../objects/subscriptions.ts'
import { change } from '../sandbox.ts'
import type { Sandbox } from '../sandbox.ts'
import { discountAmounts } from './discount-arithmetic.ts'
import { cancelPaymentIntent, charge, newPaymentIntent } from './payment-intents.ts'
import type { ChargeOutcome } from './payment-intents.ts'
import { attach } from './payment-methods.ts'

const DAY = 86_400

/** Days from one failed attempt to the next; after the last one the subscription is canceled. */
const RETRY_AFTER_DAYS = [3, 5, 7]

export interface LineInput {
  amount: number
  description: string
  item: string
  price: string
  product: string
  quantity: number
  unitAmount: number
  proration: boolean
  period: { start: number; end: number }
}

const couponOf = (sandbox: Sandbox, discount: Discount): Coupon => {
  const coupon = sandbox.state.coupons[discount.source.coupon]
  if (!coupon) throw new Error(`discount ${discount.id} has no coupon`)
  return coupon
}

/** The subscription's discounts that still count at `time`. */
export const activeDiscounts = (sandbox: Sandbox, ids: string[], time: number): Discount[] =>
  ids
    .map((id) => sandbox.state.discounts[id])
    .filter(
      (discount): discount is Discount => discount !== undefined && (discount.end === null || discount.end > time),
    )

/** What `lines` cost once `discounts` are taken off, in minor units. */
export const totalOf = (sandbox: Sandbox, lines: LineInput[], discounts: Discount[]): number => {
  const off = discountAmounts(
    lines,
    discounts.map((each) => couponOf(sandbox, each)),
  )
  return lines.reduce((sum, line) => sum + line.amount, 0) - off.flat().reduce((sum, amount) => sum + amount, 0)
}

const emptyList = <T>(url: string, data: T[]) => ({ object: 'list' as const, data, has_more: false, url })

const lineOf = (
  input: LineInput,
  invoice: string,
  subscription: Subscription,
  discounts: { amount: number; discount: string }[],
): InvoiceLine => ({
  id: newId('il'),
  object: 'line_item',
  amount: input.amount,
  currency: subscription.currency,
  description: input.description,
  discount_amounts: discounts,
  discountable: !input.proration,
  discounts: [],
  invoice,
  livemode: false,
  metadata: subscription.metadata,
  parent: {
    invoice_item_details: null,
    subscription_item_details: {
      invoice_item: null,
      proration: input.proration,
      proration_details: input.proration ? { credited_items: null } : null,
      subscription: subscription.id,
      subscription_item: input.item,
    },
    type: 'subscription_item_details',
  },
  period: input.period,
  pretax_credit_amounts: [],
  pricing: {
    price_details: { price: input.price, product: input.product },
    type: 'price_details',
    unit_amount_decimal: String(input.unitAmount),
  },
  quantity: input.quantity,
  quantity_decimal: String(input.quantity),
  subscription: subscription.id,
  subtotal: input.amount,
  taxes: [],
})

/** Makes a draft invoice of a subscription; discounts of duration `once` are used up by the first that costs anything. */
export const draftInvoice = (
  sandbox: Sandbox,
  subscription: Subscription,
  reason: Invoice['billing_reason'],
  lines: LineInput[],
  period: { start: number; end: number },
): Invoice => {
  const customer = sandbox.state.customers[subscription.customer]
  if (!customer) throw new Error(`subscription ${subscription.id} has no customer`)
  const time = sandbox.timeOf(customer.id)
  const id = newId('in')
  const discounts = activeDiscounts(sandbox, subscription.discounts, time)
  const off = discountAmounts(
    lines,
    discounts.map((each) => couponOf(sandbox, each)),
  )
  const subtotal = lines.reduce((sum, line) => sum + line.amount, 0)
  const total = totalOf(sandbox, lines, discounts)
  const due = total + customer.balance
  const invoice: Invoice = {
    id,
    object: 'invoice',
    account_country: 'US',
    account_name: 'Payments sandbox',
    account_tax_ids: null,
    amount_due: Math.max(0, due),
    amount_overpaid: 0,
    amount_paid: 0,
    amount_remaining: Math.max(0, due),
    amount_shipping: 0,
    application: null,
    attempt_count: 0,
    attempted: false,
    auto_advance: true,
    automatic_tax: { disabled_reason: null, enabled: false, liability: null, provider: null, status: null },
    automatically_finalizes_at: null,
    billing_reason: reason,
    collection_method: 'charge_automatically',
    confirmation_secret: null,
    created: time,
    currency: subscription.currency,
    custom_fields: null,
    customer: customer.id,
    customer_account: null,
    customer_address: customer.address,
    customer_email: customer.email,
    customer_name: customer.name,
    customer_phone: customer.phone,
    customer_shipping: null,
    customer_tax_exempt: 'none',
    customer_tax_ids: [],
    default_payment_method: null,
    default_source: null,
    default_tax_rates: [],
    description: null,
    discounts: discounts.map((each) => each.id),
    due_date: null,
    effective_at: null,
    ending_balance: null,
    footer: null,
    from_invoice: null,
    hosted_invoice_url: null,
    invoice_pdf: null,
    issuer: { type: 'self' },
    last_finalization_error: null,
    latest_revision: null,
    lines: emptyList(
      `/v1/invoices/${id}/lines`,
      lines.map((line, index) =>
        lineOf(
          line,
          id,
          subscription,
          discounts.map((discount, each) => ({ amount: off[each]?.[index] ?? 0, discount: discount.id })),
        ),
      ),
    ),
    livemode: false,
    metadata: {},
    next_payment_attempt: null,
    number: null,
    on_behalf_of: null,
    parent: {
      quote_details: null,
      subscription_details: { metadata: subscription.metadata, subscription: subscription.id },
      type: 'subscription_details',
    },
    payment_settings: { default_mandate: null, payment_method_options: null, payment_method_types: null },
    payments: emptyList('/v1/invoice_payments', []),
    period_end: period.end,
    period_start: period.start,
    post_payment_credit_notes_amount: 0,
    pre_payment_credit_notes_amount: 0,
    receipt_number: null,
    rendering: null,
    shipping_cost: null,
    shipping_details: null,
    starting_balance: customer.balance,
    statement_descriptor: null,
    status: 'draft',
    status_transitions: { finalized_at: null, marked_uncollectible_at: null, paid_at: null, voided_at: null },
    subtotal,
    subtotal_excluding_tax: subtotal,
    test_clock: customer.test_clock,
    total,
    total_discount_amounts: discounts.map((discount, each) => ({
      amount: (off[each] ?? []).reduce((sum, amount) => sum + amount, 0),
      discount: discount.id,
    })),
    total_excluding_tax: total,
    total_pretax_credit_amounts: [],
    total_taxes: [],
    webhooks_delivered_at: null,
  }
  sandbox.state.invoices[id] = invoice
  subscription.latest_invoice = id
  subscription.discounts = discounts
    .filter((each) => subtotal <= 0 || couponOf(sandbox, each).duration !== 'once')
    .map((each) => each.id)
  return invoice
}

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
export const finalizeInvoice = (sandbox: Sandbox, invoice: Invoice, paymentMethod: string | null): void => {
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
    (each) => each.status === 'open' && each.parent.subscription_details.subscription === subscription.id,
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
  invoice.next_payment_attempt = mayRetry ? sandbox.timeOf(invoice.customer) + retryAfter * DAY : null
  if (needsAction) sandbox.emit('invoice.payment_action_required', invoice)
  sandbox.emit('invoice.payment_failed', invoice)
  const customer = sandbox.state.customers[invoice.customer]
  if (customer && !isFirst) customer.delinquent = true
  if (!subscription || isFirst) return
  change(sandbox, 'customer.subscription.updated', subscription, (each) => {
    if (each.status === 'active' || each.status === 'trialing') each.status = 'past_due'
  })
}

/** Carries what became of a payment over to its invoice and its subscription. */
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
