import type { Stripe } from 'stripe'
import { Problem } from '../problem.ts'
import type { Offer } from './catalogue.ts'
import { idOf } from './expandable.ts'
import type { Renew } from './in-turn.ts'
import { payInvoice, refusalOf } from './pay-invoice.ts'
import { takeBackPlanChange, unlessRefused } from './pending-plan-change.ts'
import type { WaitFor } from './plan-change-consent.ts'
import { digestOfInvoice, itemOf } from './plan-change-quote.ts'
import type { Current, PlanChange } from './plan-change-quote.ts'
import { previewStale, syncPlan, unlessEnded } from './plan-change-state.ts'
import type { OwnRow, PlanChangeParts } from './plan-change-state.ts'
import type { Shown } from './preview-id.ts'
import { changeRow, discountsOf, isForProduct, paymentOf } from './subscription-state.ts'

/** Whether the subscription already has the plan, or will change to it. */
export const isMade = ({ row: { productId, pendingChange } }: Current, wanted: string): boolean =>
  (pendingChange?.productId ?? productId) === wanted

type OpenInvoice = Stripe.Invoice & { readonly id: string }

/** The invoice that a change to a price waits for; null when there is none. */
const waitingInvoiceOf = (
  { pending_update: update, latest_invoice: invoice }: Stripe.Subscription,
  { priceId }: Offer,
): OpenInvoice | null => {
  const isWaiting = update?.subscription_items?.some(({ price }) => price.id === priceId) === true
  if (!isWaiting || invoice === null || typeof invoice === 'string') return null
  return invoice.status === 'open' && invoice.id !== undefined
    ? { ...invoice, id: invoice.id }
    : null
}

type Waiting = {
  readonly invoice: OpenInvoice
  readonly waitFor: WaitFor
  readonly pay: () => Promise<void>
}

/** Pays a waiting invoice through `pay`. A declined payment takes back the waiting change. */
const settle = async (
  parts: PlanChangeParts,
  row: OwnRow,
  { subscription }: Current,
  { product }: Offer,
  { invoice, waitFor, pay }: Waiting,
): Promise<Current> => {
  await waitFor(invoice.id)
  try {
    await pay()
  } catch (error) {
    if (!(error instanceof Problem) || error.code !== 'payment/declined') throw error
    await takeBackPlanChange(parts.stripe, subscription)
    const after = await syncPlan(parts, row)
    // The invoice was paid meanwhile, so the change is made.
    if (isMade(after, product.id)) return after
    throw error
  }
  return syncPlan(parts, row)
}

export type OrderedChange = {
  readonly shown: Shown
  readonly key: string
  readonly waitFor: WaitFor
  readonly renew: Renew
}

/** Changes the price now; the change takes effect once what is due for it is paid. */
const changeNow = async (
  parts: PlanChangeParts,
  row: OwnRow,
  { subscription }: Current,
  offer: Offer,
  { shown, key, waitFor, renew }: OrderedChange,
): Promise<Current> => {
  const { stripe } = parts
  const changed = unlessEnded(
    await changeRow(parts, row.id, async () => {
      await renew()
      return stripe.subscriptions.update(
        subscription.id,
        {
          items: [{ id: itemOf(subscription).id, price: offer.priceId }],
          payment_behavior: 'pending_if_incomplete',
          proration_behavior: 'always_invoice',
          proration_date: shown.prorationDate,
        },
        { idempotencyKey: key },
      )
    }),
  )
  const invoice = waitingInvoiceOf(changed.subscription, offer)
  if (invoice === null) return changed
  const pay = async () => {
    const refusal = refusalOf(await paymentOf(stripe, invoice))
    if (refusal !== null) throw refusal
  }
  return settle(parts, row, changed, offer, { invoice, waitFor, pay })
}

/** During the trial nothing is prorated, and the trial's end stays the same. */
const changeInTrial = async (
  parts: PlanChangeParts,
  row: OwnRow,
  { subscription }: Current,
  offer: Offer,
  { renew }: OrderedChange,
): Promise<Current> =>
  unlessEnded(
    await changeRow(parts, row.id, async () => {
      await renew()
      return parts.stripe.subscriptions.update(subscription.id, {
        items: [{ id: itemOf(subscription).id, price: offer.priceId }],
        proration_behavior: 'none',
        // Makes the provider refuse the change once the trial is over, when it would be charged.
        ...(subscription.trial_end !== null && { trial_end: subscription.trial_end }),
      })
    }),
  )

type Phase = Stripe.SubscriptionScheduleUpdateParams.Phase

/** The discounts of a phase. An empty string means none; without it the customer's would apply. */
const phaseDiscounts = (ids: readonly string[]): Pick<Phase, 'discounts'> => ({
  discounts: ids.length === 0 ? '' : ids.map((discount) => ({ discount })),
})

const changeAtPeriodEnd = async (
  parts: PlanChangeParts,
  row: OwnRow,
  { subscription }: Current,
  { priceId, stripeProductId, product }: Offer,
  { renew }: OrderedChange,
): Promise<Current> => {
  const { subscriptionSchedules } = parts.stripe
  await renew()
  const schedule = await subscriptionSchedules.create({ from_subscription: subscription.id })
  const [present] = schedule.phases
  if (present === undefined)
    throw new Error(`The payment provider's schedule ${schedule.id} has no phase.`)
  if (present.end_date !== itemOf(subscription).current_period_end) {
    // A new period has just begun, so the change would take effect a period later than shown.
    await unlessRefused(subscriptionSchedules.release(schedule.id))
    throw previewStale()
  }
  const { enabled } = subscription.automatic_tax
  const tax = enabled ? { automatic_tax: { enabled } } : {}
  const held = discountsOf(subscription)
  const kept = held.filter(({ coupon }) => isForProduct(coupon, stripeProductId))
  await renew()
  await subscriptionSchedules.update(schedule.id, {
    end_behavior: 'release',
    phases: [
      {
        items: present.items.map(({ price, quantity }) => ({
          price: idOf(price) ?? '',
          quantity: quantity ?? 1,
        })),
        start_date: present.start_date,
        end_date: present.end_date,
        ...tax,
        ...phaseDiscounts(held.map(({ id }) => id)),
      },
      {
        items: [{ price: priceId, quantity: 1 }],
        duration: { interval: product.interval, interval_count: 1 },
        proration_behavior: 'none',
        ...tax,
        ...phaseDiscounts(kept.map(({ id }) => id)),
      },
    ],
  })
  const scheduled = await syncPlan(parts, row)
  if (!scheduled.row.cancelAtPeriodEnd) return scheduled
  // The subscription was cancelled just before the change was scheduled: the cancellation wins.
  await takeBackPlanChange(parts.stripe, scheduled.subscription)
  throw previewStale()
}

/** Makes the change, after taking back one that is pending. */
export const makePlanChange = async (
  parts: PlanChangeParts,
  row: OwnRow,
  current: Current,
  change: PlanChange,
  ordered: OrderedChange,
): Promise<Current> => {
  const { schedule, pending_update: update } = current.subscription
  if (schedule !== null || update !== null) {
    await ordered.renew()
    await takeBackPlanChange(parts.stripe, current.subscription)
  }
  switch (change.kind) {
    case 'taken-back':
      return syncPlan(parts, row)
    case 'in-trial':
      return changeInTrial(parts, row, current, change.offer, ordered)
    case 'charged':
      return changeNow(parts, row, current, change.offer, ordered)
    case 'at-period-end':
      return changeAtPeriodEnd(parts, row, current, change.offer, ordered)
  }
}

/** Pays the invoice of an earlier request for the same change; null when there is none. */
export const payWaitingChange = async (
  parts: PlanChangeParts,
  row: OwnRow,
  current: Current,
  change: PlanChange,
  { shown, waitFor, renew }: OrderedChange,
): Promise<Current | null> => {
  if (change.kind !== 'charged') return null
  const { subscription } = current
  const invoice = waitingInvoiceOf(subscription, change.offer)
  if (invoice === null || digestOfInvoice(invoice) !== shown.due) return null
  const card = idOf(subscription.default_payment_method)
  const pay = () => payInvoice(parts.stripe, invoice, card, renew)
  return settle(parts, row, current, change.offer, { invoice, waitFor, pay })
}
