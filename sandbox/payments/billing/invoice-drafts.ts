import { newId } from '../ids.ts'
import type { Invoice, InvoiceLine, Tax } from '../objects/invoices.ts'
import type { Coupon, Discount } from '../objects/promotions.ts'
import type { Subscription } from '../objects/subscriptions.ts'
import type { Sandbox } from '../sandbox.ts'
import { dropDiscounts } from './discounts.ts'
import { discountAmounts } from './discount-arithmetic.ts'
import { countryOf, sumOf, taxIn } from './taxes.ts'

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

/** The subscription's discounts that still apply at `time`. */
export const activeDiscounts = (sandbox: Sandbox, ids: string[], time: number): Discount[] =>
  ids
    .map((id) => sandbox.state.discounts[id])
    .filter(
      (discount): discount is Discount =>
        discount !== undefined && (discount.end === null || discount.end > time),
    )

/** What `lines` cost once `discounts` are taken off, in minor units. */
export const totalOf = (sandbox: Sandbox, lines: LineInput[], discounts: Discount[]): number => {
  const off = discountAmounts(
    lines,
    discounts.map((each) => couponOf(sandbox, each)),
  )
  return (
    lines.reduce((sum, line) => sum + line.amount, 0) -
    off.flat().reduce((sum, amount) => sum + amount, 0)
  )
}

const emptyList = <T>(url: string, data: T[]) => ({
  object: 'list' as const,
  data,
  has_more: false,
  url,
})

const lineOf = (
  input: LineInput,
  invoice: string,
  subscription: Subscription,
  discounts: { amount: number; discount: string }[],
  taxes: Tax[],
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
  taxes,
})

interface InvoiceInput {
  id: string
  reason: Invoice['billing_reason']
  lines: LineInput[]
  period: { start: number; end: number }
  discounts: Discount[]
}

/** A draft invoice of a subscription, which is not stored yet. */
export const buildInvoice = (
  sandbox: Sandbox,
  subscription: Subscription,
  { id, reason, lines, period, discounts }: InvoiceInput,
): Invoice => {
  const customer = sandbox.state.customers[subscription.customer]
  if (!customer) throw new Error(`subscription ${subscription.id} has no customer`)
  const time = sandbox.timeOf(customer.id)
  const off = discountAmounts(
    lines,
    discounts.map((each) => couponOf(sandbox, each)),
  )
  const subtotal = lines.reduce((sum, line) => sum + line.amount, 0)
  const total = totalOf(sandbox, lines, discounts)
  const due = total + customer.balance
  const { enabled } = subscription.automatic_tax
  const country = enabled ? countryOf(sandbox, subscription) : null
  const netOf = ({ amount }: LineInput, line: number) =>
    amount - off.reduce((sum, amounts) => sum + (amounts[line] ?? 0), 0)
  const taxes = enabled ? lines.map((line, index) => taxIn(netOf(line, index), country)) : []
  const totalTaxes = sumOf(taxes)
  const tax = totalTaxes.reduce((sum, { amount }) => sum + amount, 0)
  return {
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
    automatic_tax: {
      ...subscription.automatic_tax,
      provider: enabled ? 'stripe' : null,
      status: enabled ? 'complete' : null,
    },
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
          discounts.map((discount, each) => ({
            amount: off[each]?.[index] ?? 0,
            discount: discount.id,
          })),
          taxes.slice(index, index + 1),
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
    payment_settings: {
      default_mandate: null,
      payment_method_options: null,
      payment_method_types: null,
    },
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
    status_transitions: {
      finalized_at: null,
      marked_uncollectible_at: null,
      paid_at: null,
      voided_at: null,
    },
    subtotal,
    subtotal_excluding_tax: subtotal - tax,
    test_clock: customer.test_clock,
    total,
    total_discount_amounts: discounts.map((discount, each) => ({
      amount: (off[each] ?? []).reduce((sum, amount) => sum + amount, 0),
      discount: discount.id,
    })),
    total_excluding_tax: total - tax,
    total_pretax_credit_amounts: [],
    total_taxes: totalTaxes,
    webhooks_delivered_at: null,
  }
}

/**
 * The ids of the discounts that remain after an invoice. Those of duration `once` are used up by an
 * invoice that costs anything.
 */
export const discountsAfter = (
  sandbox: Sandbox,
  invoice: Invoice,
  discounts: Discount[],
): string[] =>
  discounts
    .filter((each) => invoice.subtotal <= 0 || couponOf(sandbox, each).duration !== 'once')
    .map((each) => each.id)

/**
 * Creates a draft invoice of a subscription, and removes the discounts that it uses up from the
 * subscription.
 */
export const draftInvoice = (
  sandbox: Sandbox,
  subscription: Subscription,
  reason: Invoice['billing_reason'],
  lines: LineInput[],
  period: { start: number; end: number },
): Invoice => {
  const time = sandbox.timeOf(subscription.customer)
  const discounts = activeDiscounts(sandbox, subscription.discounts, time)
  const id = newId('in')
  const invoice = buildInvoice(sandbox, subscription, { id, reason, lines, period, discounts })
  sandbox.state.invoices[id] = invoice
  subscription.latest_invoice = id
  dropDiscounts(sandbox, subscription, discountsAfter(sandbox, invoice, discounts))
  return invoice
}
