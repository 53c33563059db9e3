import type { Stripe } from 'stripe'
import type { SubscriptionRow } from '../data/subscriptions.ts'
import type { Money, Promotion } from '../domain/subscription.ts'
import { Problem } from '../problem.ts'
import type { Catalogue, Offer } from './catalogue.ts'
import { idOf } from './expandable.ts'
import { digestOf } from './preview-id.ts'
import { unknownProduct } from './subscribe.ts'
import { discountsOf, isForProduct } from './subscription-state.ts'
import type { HeldDiscount } from './subscription-state.ts'
import { unbilledRenewalOf } from './unbilled-renewal.ts'

export type ChargeLine = {
  /** `unused` credits the rest of the current period. */
  readonly kind: 'plan' | 'unused' | 'discount' | 'tax'
  /** Negative for a credit or a discount. */
  readonly amount: Money
  readonly period: { readonly start: string; readonly end: string }
}

/** What a change of plan would do, in the payment provider's amounts. */
export type Quote = {
  readonly effective: 'now' | 'period_end'
  readonly dueToday: Money
  readonly lines: readonly ChargeLine[]
  readonly nextCharge: { readonly date: string; readonly amount: Money }
  /** The current promotion, if it does not apply to the new plan; else null. */
  readonly endingPromotion: Promotion | null
}

/**
 * How the change to a plan happens: charged now, free during the trial, at the period's end, or by
 * taking back the pending change.
 */
export type PlanChange =
  | { readonly kind: 'charged' | 'in-trial' | 'at-period-end'; readonly offer: Offer }
  | { readonly kind: 'taken-back' }

export type Current = {
  readonly row: SubscriptionRow
  readonly subscription: Stripe.Subscription
}

export const notChangeable = (): Problem =>
  new Problem(409, 'subscription/not-changeable', 'The plan cannot be changed to this one now.')

/** The one item of a subscription, which holds its plan. */
export const itemOf = ({ id, items }: Stripe.Subscription): Stripe.SubscriptionItem => {
  const [item] = items.data
  if (item === undefined) throw new Error(`The payment provider's subscription ${id} has no item.`)
  return item
}

/**
 * How a subscription changes to a product. Plans are compared by the amount of one charge, so that
 * the unused part of the current period never exceeds the new price. Throws 409
 * `subscription/not-changeable`, and 422 for an unknown product.
 */
export const planChangeTo = async (
  catalogue: Catalogue,
  { row, subscription }: Current,
  productId: string,
): Promise<PlanChange> => {
  const isPresent = row.productId === productId
  const offer = isPresent ? null : await catalogue.find(productId)
  if (!isPresent && offer === null) throw unknownProduct()
  const isInTrial = row.state === 'trialing'
  if (row.cancelAtPeriodEnd || (row.state !== 'active' && !isInTrial)) throw notChangeable()
  if (offer === null) {
    if (row.pendingChange === null) throw notChangeable()
    return { kind: 'taken-back' }
  }
  // The provider would give credit for a period that was already refunded.
  if ((row.charged?.refund ?? null) !== null) throw notChangeable()
  // The current plan's new period would be charged as well, an hour after the change.
  if (unbilledRenewalOf(subscription) !== null) throw notChangeable()
  const { unit_amount: present, currency } = itemOf(subscription).price
  const { price } = offer.product
  if (present === null || price.currency !== currency) throw notChangeable()
  if (isInTrial) return { kind: 'in-trial', offer }
  return { kind: price.amount > present ? 'charged' : 'at-period-end', offer }
}

const moment = (seconds: number): string => new Date(seconds * 1000).toISOString()

const sum = (parts: readonly { readonly amount: number }[] | null): number =>
  (parts ?? []).reduce((total, { amount }) => total + amount, 0)

const kinds = ['plan', 'unused', 'discount', 'tax'] as const

/** The lines that make up an invoice's amount due. */
const linesOf = (invoice: Stripe.Invoice): readonly ChargeLine[] => {
  const { currency, lines, total_discount_amounts: discounts, total_taxes: taxes } = invoice
  const charged = lines.data.map(({ amount, period }) => ({
    kind: amount < 0 ? ('unused' as const) : ('plan' as const),
    amount,
    period,
  }))
  const whole = charged.findLast(({ kind }) => kind === 'plan')?.period
  const off = { kind: 'discount' as const, amount: -sum(discounts), period: whole }
  const tax = {
    kind: 'tax' as const,
    amount: sum((taxes ?? []).filter(({ tax_behavior: behavior }) => behavior === 'exclusive')),
    period: whole,
  }
  // The customer's balance at the provider is shown as part of the discount.
  const balance = invoice.amount_due - invoice.total
  return [...charged, { ...off, amount: off.amount + balance }, tax]
    .filter(({ amount }) => amount !== 0)
    .toSorted((one, other) => kinds.indexOf(one.kind) - kinds.indexOf(other.kind))
    .map(({ kind, amount, period }) => ({
      kind,
      amount: { amount, currency },
      period: {
        start: moment(period?.start ?? invoice.period_start),
        end: moment(period?.end ?? invoice.period_end),
      },
    }))
}

const dueOf = (invoice: Stripe.Invoice): Pick<Quote, 'dueToday' | 'lines'> => ({
  dueToday: { amount: invoice.amount_due, currency: invoice.currency },
  lines: linesOf(invoice),
})

/**
 * Identifies what is due immediately. The lines' times are omitted, since the new period may begin
 * a moment later than in the preview.
 */
const digestOfDue = (
  effective: Quote['effective'],
  { dueToday, lines }: ReturnType<typeof dueOf>,
) =>
  digestOf([
    effective,
    dueToday,
    lines.map(({ kind, amount }) => `${kind} ${amount.amount}`).toSorted(),
  ])

export const digestOfInvoice = (invoice: Stripe.Invoice): string =>
  digestOfDue('now', dueOf(invoice))

export const digestsOfQuote = (quote: Quote): { readonly due: string; readonly all: string } => {
  const due = digestOfDue(quote.effective, quote)
  const { nextCharge, endingPromotion } = quote
  const date = quote.lines.length === 0 ? nextCharge.date : null
  return { due, all: digestOf([due, nextCharge.amount, date, endingPromotion?.id ?? null]) }
}

type Ahead = { readonly priceId: string; readonly discounts: readonly HeldDiscount[] }

/** Previews the invoice for a whole period at a price. */
const previewWhole = (
  stripe: Stripe,
  subscription: Stripe.Subscription,
  { priceId, discounts }: Ahead,
): Promise<Stripe.Invoice> =>
  stripe.invoices.createPreview({
    subscription: subscription.id,
    discounts: discounts.length === 0 ? '' : discounts.map(({ id }) => ({ discount: id })),
    subscription_details: {
      items: [{ id: itemOf(subscription).id, price: priceId }],
      proration_behavior: 'none',
    },
  })

/** The discounts that still apply to a charge at `date`, in Unix seconds. */
const heldAt = (subscription: Stripe.Subscription, date: number): readonly HeldDiscount[] =>
  discountsOf(subscription).filter(({ end }) => end === null || end > date)

const endingPromotion = (
  subscription: Stripe.Subscription,
  { stripeProductId }: Offer,
): Promotion | null => {
  const present = idOf(itemOf(subscription).price.product) ?? ''
  const ending = discountsOf(subscription).find(
    ({ coupon }) => isForProduct(coupon, present) && !isForProduct(coupon, stripeProductId),
  )
  return ending?.promotion ?? null
}

const quoteCharged = async (
  stripe: Stripe,
  subscription: Stripe.Subscription,
  offer: Offer,
  prorationDate: number | null,
) => {
  const invoice = await stripe.invoices.createPreview({
    subscription: subscription.id,
    subscription_details: {
      items: [{ id: itemOf(subscription).id, price: offer.priceId }],
      proration_behavior: 'always_invoice',
      ...(prorationDate !== null && { proration_date: prorationDate }),
    },
  })
  const ends = Math.max(
    ...invoice.lines.data.filter(({ amount }) => amount >= 0).map(({ period }) => period.end),
  )
  const discounts = heldAt(subscription, ends).filter(({ coupon }) => coupon.duration !== 'once')
  const next = await previewWhole(stripe, subscription, { priceId: offer.priceId, discounts })
  return {
    quote: {
      effective: 'now' as const,
      ...dueOf(invoice),
      // Without the balance, which today's charge uses.
      nextCharge: {
        date: moment(ends),
        amount: { amount: next.total, currency: next.currency },
      },
      endingPromotion: endingPromotion(subscription, offer),
    },
    prorationDate: invoice.parent?.subscription_details?.subscription_proration_date ?? null,
  }
}

/** Asks the provider what a change would cost, prorated at a date or else at its current time. */
export const quotePlanChange = async (
  stripe: Stripe,
  { subscription }: Current,
  change: PlanChange,
  prorationDate: number | null,
): Promise<{ readonly quote: Quote; readonly prorationDate: number | null }> => {
  if (change.kind === 'charged')
    return quoteCharged(stripe, subscription, change.offer, prorationDate)
  const { current_period_end: ends, price } = itemOf(subscription)
  const next = await previewWhole(stripe, subscription, {
    priceId: change.kind === 'taken-back' ? price.id : change.offer.priceId,
    discounts: heldAt(subscription, ends),
  })
  return {
    quote: {
      effective: change.kind === 'at-period-end' ? 'period_end' : 'now',
      dueToday: { amount: 0, currency: next.currency },
      lines: [],
      nextCharge: {
        date: moment(ends),
        amount: { amount: next.amount_due, currency: next.currency },
      },
      endingPromotion:
        change.kind === 'taken-back' ? null : endingPromotion(subscription, change.offer),
    },
    prorationDate: null,
  }
}
