import type { Stripe } from 'stripe'
import { presentSubscription } from '../data/subscriptions.ts'
import type { SubscriptionRow } from '../data/subscriptions.ts'
import { isLive } from '../domain/subscription.ts'
import type { Agreement, Subscription } from '../domain/subscription.ts'
import { Problem } from '../problem.ts'
import type { Catalogue, Offer } from './catalogue.ts'
import { idOf } from './expandable.ts'
import { inProgress, inTurn } from './in-turn.ts'
import type { Renew } from './in-turn.ts'
import { findOwnSubscription, subscriptionEnded } from './own-subscription.ts'
import { payInvoice, refusalOf } from './pay-invoice.ts'
import { takeBackPlanChange, unlessRefused } from './pending-plan-change.ts'
import type { LedgerKeys } from './person.ts'
import { withConsent } from './plan-change-consent.ts'
import type { WaitFor } from './plan-change-consent.ts'
import {
  digestOfInvoice,
  digestsOfQuote,
  itemOf,
  notChangeable,
  planChangeTo,
  quotePlanChange,
} from './plan-change-quote.ts'
import type { Current, PlanChange, Quote } from './plan-change-quote.ts'
import { digestOf, readPreviewId, writePreviewId } from './preview-id.ts'
import type { Shown } from './preview-id.ts'
import { isRefusal } from './stripe-errors.ts'
import {
  changeRow,
  discountsOf,
  isForProduct,
  paymentOf,
  subscriptionExpansions,
  syncRow,
} from './subscription-state.ts'
import type { SyncParts } from './subscription-state.ts'
import { underKey } from './under-key.ts'

type Parts = SyncParts & {
  readonly catalogue: Catalogue
  readonly ledgerKeys: LedgerKeys
  readonly clock: () => Date
}

export type PlanChangePreview = Quote & { readonly id: string; readonly productId: string }

export type ChangeOrder = {
  readonly productId: string
  readonly previewId: string
  /** Absent when the change needs no consent. */
  readonly consent?: Agreement
}

const expand = subscriptionExpansions

const minute = 60 * 1000
/** How long a preview can be ordered. */
const previewMs = 15 * minute

const previewStale = (): Problem =>
  new Problem(
    409,
    'subscription/preview-stale',
    'The change would no longer do what was shown. Please look at it again.',
  )

type Own = Awaited<ReturnType<typeof findOwnSubscription>>

const unlessEnded = (synced: Current | null): Current => {
  if (synced === null || !isLive(synced.row.state)) throw subscriptionEnded()
  return synced
}

/** The subscription as the provider has it now. */
const sync = async (parts: Parts, row: Own): Promise<Current> =>
  unlessEnded(
    await syncRow(parts, row.id, () =>
      parts.stripe.subscriptions.retrieve(row.stripeSubscriptionId, { expand }),
    ),
  )

/**
 * The subscription after the provider has refused a change. Rethrows the error unless the
 * subscription has changed meanwhile, which explains the refusal.
 */
const afterRefusal = async (
  parts: Parts,
  row: Own,
  before: Current,
  error: unknown,
): Promise<Current> => {
  if (!isRefusal(error)) throw error
  const after = await sync(parts, row)
  const now = parts.clock()
  // Without the consents, because the one to this change is already stored.
  const stateOf = ({ row: each }: Current) =>
    digestOf({ ...presentSubscription(each, now), changeConsents: [] })
  const isSame = stateOf(after) === stateOf(before)
  if (isSame) throw error
  return after
}

/**
 * What a change of the plan would do now; orders nothing. Throws 404 `subscription/not-found`, 409
 * `subscription/ended` or `subscription/not-changeable`, 422 for an unknown product, or 503
 * `payment/unavailable`.
 */
export const previewPlanChange = async (
  parts: Parts,
  userId: string,
  id: string,
  productId: string,
): Promise<PlanChangePreview> => {
  const row = await findOwnSubscription(parts.db, userId, id)
  if (!isLive(row.state)) throw subscriptionEnded()
  const current = await sync(parts, row)
  const change = await planChangeTo(parts.catalogue, current, productId)
  const { quote, prorationDate } = await quotePlanChange(parts.stripe, current, change, null).catch(
    async (error: unknown) => {
      await afterRefusal(parts, row, current, error)
      throw notChangeable()
    },
  )
  const shown = {
    issuedAt: parts.clock().getTime(),
    prorationDate: prorationDate ?? 0,
    ...digestsOfQuote(quote),
  }
  const of = { userId, subscriptionId: row.id, productId }
  return { id: writePreviewId(parts.ledgerKeys, of, shown), productId, ...quote }
}

/** Whether the subscription already has the plan, or will change to it. */
const isMade = ({ row: { productId, pendingChange } }: Current, wanted: string): boolean =>
  (pendingChange?.productId ?? productId) === wanted

type OpenInvoice = Stripe.Invoice & { readonly id: string }

/** The invoice that a change to a price waits for; null where none does. */
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
  parts: Parts,
  row: Own,
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
    const after = await sync(parts, row)
    // The invoice was paid meanwhile, so the change is made.
    if (isMade(after, product.id)) return after
    throw error
  }
  return sync(parts, row)
}

type Ordered = {
  readonly shown: Shown
  readonly key: string
  readonly waitFor: WaitFor
  readonly renew: Renew
}

/** Changes the price now; the change takes effect once what is due for it is paid. */
const changeNow = async (
  parts: Parts,
  row: Own,
  { subscription }: Current,
  offer: Offer,
  { shown, key, waitFor, renew }: Ordered,
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
  parts: Parts,
  row: Own,
  { subscription }: Current,
  offer: Offer,
  { renew }: Ordered,
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
  parts: Parts,
  row: Own,
  { subscription }: Current,
  { priceId, stripeProductId, product }: Offer,
  { renew }: Ordered,
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
  const scheduled = await sync(parts, row)
  if (!scheduled.row.cancelAtPeriodEnd) return scheduled
  // The subscription was cancelled just before the change was scheduled: the cancellation wins.
  await takeBackPlanChange(parts.stripe, scheduled.subscription)
  throw previewStale()
}

const make = async (
  parts: Parts,
  row: Own,
  current: Current,
  change: PlanChange,
  ordered: Ordered,
): Promise<Current> => {
  const { schedule, pending_update: update } = current.subscription
  if (schedule !== null || update !== null) {
    await ordered.renew()
    await takeBackPlanChange(parts.stripe, current.subscription)
  }
  switch (change.kind) {
    case 'taken-back':
      return sync(parts, row)
    case 'in-trial':
      return changeInTrial(parts, row, current, change.offer, ordered)
    case 'charged':
      return changeNow(parts, row, current, change.offer, ordered)
    case 'at-period-end':
      return changeAtPeriodEnd(parts, row, current, change.offer, ordered)
  }
}

/** Throws 409 `subscription/preview-stale` unless the change would do what was shown. */
const refuseStale = async (
  parts: Parts,
  current: Current,
  change: PlanChange,
  shown: Shown,
): Promise<void> => {
  if (parts.clock().getTime() - shown.issuedAt > previewMs) throw previewStale()
  const prorationDate = shown.prorationDate === 0 ? null : shown.prorationDate
  // The preview was for a period that is over.
  const { current_period_start: began } = itemOf(current.subscription)
  if (prorationDate !== null && prorationDate < began) throw previewStale()
  const { quote } = await quotePlanChange(parts.stripe, current, change, prorationDate)
  if (digestsOfQuote(quote).all !== shown.all) throw previewStale()
}

/** Pays the invoice of an earlier request for the same change; null where there is none. */
const payWaiting = async (
  parts: Parts,
  row: Own,
  current: Current,
  change: PlanChange,
  { shown, waitFor, renew }: Ordered,
): Promise<Current | null> => {
  if (change.kind !== 'charged') return null
  const { subscription } = current
  const invoice = waitingInvoiceOf(subscription, change.offer)
  if (invoice === null || digestOfInvoice(invoice) !== shown.due) return null
  const card = idOf(subscription.default_payment_method)
  const pay = () => payInvoice(parts.stripe, invoice, card, renew)
  return settle(parts, row, current, change.offer, { invoice, waitFor, pay })
}

/** Makes the change unless it would do something other than what was shown. */
const order = async (
  parts: Parts,
  row: Own,
  current: Current,
  change: PlanChange,
  ordered: Ordered,
): Promise<Current> => {
  try {
    await refuseStale(parts, current, change, ordered.shown)
    return await make(parts, row, current, change, ordered)
  } catch (error) {
    return afterRefusal(parts, row, current, error)
  }
}

const place = async (
  parts: Parts,
  row: Own,
  { productId, previewId, consent: agreement }: ChangeOrder,
  { shown, key, renew }: Omit<Ordered, 'waitFor'>,
): Promise<SubscriptionRow> => {
  const current = await sync(parts, row)
  if (isMade(current, productId)) return current.row
  const change = await planChangeTo(parts.catalogue, current, productId)
  const ordered = { shown, renew, key: `plan-change-${row.id}-${digestOf([previewId, key])}` }
  const makeIt = async (waitFor: WaitFor): Promise<SubscriptionRow> => {
    const changed =
      (await payWaiting(parts, row, current, change, { ...ordered, waitFor })) ??
      (await order(parts, row, current, change, { ...ordered, waitFor }))
    if (isMade(changed, productId)) return changed.row
    throw changed.subscription.pending_update === null ? previewStale() : inProgress()
  }
  return agreement === undefined
    ? makeIt(async () => {})
    : withConsent(parts.db, current, change, { agreement, previewId, now: parts.clock() }, makeIt)
}

/**
 * The change as compared with earlier requests under its key. The consent is omitted, since that of
 * the first request is kept.
 */
const sameChange = ({ consent: _consent, ...change }: ChangeOrder) => change

/**
 * Makes a previewed change of the plan: at once, charging what was shown, or at the period's end.
 * A request that is repeated finds the change made, or the payment that it waits for, so nothing
 * is charged twice. Throws 402 `payment/declined` or `payment/requires-action`, 404
 * `subscription/not-found`, 409 `subscription/preview-stale`, `subscription/not-changeable`,
 * `subscription/ended`, `subscription/in-progress`, `account/leaving` or `idempotency/key-reused`,
 * 422 for an unknown product, or 503 `payment/unavailable`.
 */
export const changePlan = async (
  parts: Parts,
  userId: string,
  id: string,
  wanted: ChangeOrder,
  key: string,
): Promise<Subscription> =>
  underKey(
    parts.db,
    { userId, key, body: { subscription: id, ...sameChange(wanted) } },
    async () => {
      const row = await findOwnSubscription(parts.db, userId, id)
      if (!isLive(row.state)) throw subscriptionEnded()
      const of = { userId, subscriptionId: row.id, productId: wanted.productId }
      const shown = readPreviewId(parts.ledgerKeys, of, wanted.previewId)
      if (shown === null) throw previewStale()
      const changed = await inTurn(parts, row, (renew) =>
        place(parts, row, wanted, { shown, key, renew }),
      )
      return presentSubscription(changed, parts.clock())
    },
  )
