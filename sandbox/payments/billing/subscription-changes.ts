import { invalidRequest } from '../errors.ts'
import { newId } from '../ids.ts'
import type { Price } from '../objects/catalog.ts'
import type { Discount } from '../objects/promotions.ts'
import type { Subscription, SubscriptionItem } from '../objects/subscriptions.ts'
import { change } from '../sandbox.ts'
import type { Sandbox } from '../sandbox.ts'
import { activeDiscounts, buildInvoice, discountsAfter, totalOf } from './invoice-drafts.ts'
import { applyPendingUpdate } from './pending-updates.ts'
import { planOf } from './subscription-items.ts'
import { periodLine, takePendingLines } from './subscription-lines.ts'
import { currentPeriod, periodFrom, setPeriod } from './subscription-period.ts'
import { chargeAtOnce, endTrial, invoicePending, startPeriod } from './subscriptions.ts'

export type ProrationBehavior = 'always_invoice' | 'create_prorations' | 'none'

export interface ItemChange {
  item: SubscriptionItem
  price: Price
  quantity: number
}

export const isSameCycle = (one: Price, other: Price): boolean =>
  one.recurring?.interval === other.recurring?.interval &&
  one.recurring?.interval_count === other.recurring?.interval_count

/**
 * The price of an item for the rest of the period, less its share of `discounts`, in minor units.
 */
const remainingAmount = (
  sandbox: Sandbox,
  subscription: Subscription,
  item: SubscriptionItem,
  { time, discounts }: { time: number; discounts: Discount[] },
): number => {
  const period = currentPeriod(subscription)
  const whole = totalOf(sandbox, [periodLine(sandbox, item, period)], discounts)
  const left = Math.max(0, period.end - time)
  return Math.round((whole * left) / Math.max(1, period.end - period.start))
}

/**
 * Writes new prices and quantities to a subscription, with the lines that prorate them. Returns
 * whether a new period has to start, which is the case when the billing interval changes. During a
 * trial nothing is prorated.
 */
export const applyItemChanges = (
  sandbox: Sandbox,
  subscription: Subscription,
  changes: ItemChange[],
  terms: { proration: ProrationBehavior; time: number; discounts: Discount[] },
): boolean => {
  const { end } = currentPeriod(subscription)
  const isTrial = subscription.status === 'trialing'
  const startsAnew = !isTrial && changes.some(({ item, price }) => !isSameCycle(item.price, price))
  const prorates = !isTrial && terms.proration !== 'none'
  const lineFor = (item: SubscriptionItem, amount: number, what: string) => ({
    amount,
    description: `${what} time on ${sandbox.state.products[item.price.product]?.name ?? item.price.product}`,
    item: item.id,
    price: item.price.id,
    product: item.price.product,
    period: { start: terms.time, end },
  })
  for (const { item, price, quantity } of changes) {
    if (prorates) {
      const credit = -remainingAmount(sandbox, subscription, item, terms)
      subscription._pending_lines.push(lineFor(item, credit, 'Unused'))
    }
    item.price = structuredClone(price)
    item.plan = planOf(price)
    item.quantity = quantity
    if (prorates && !startsAnew) {
      const rest = remainingAmount(sandbox, subscription, item, terms)
      subscription._pending_lines.push(lineFor(item, rest, 'Remaining'))
    }
  }
  if (startsAnew) subscription.billing_cycle_anchor = terms.time
  return startsAnew
}

export interface ChangeTerms {
  proration: ProrationBehavior
  /** When the change takes effect, in Unix seconds. */
  time: number
  offSession: boolean
  /** Leaves the payment to be confirmed, as `default_incomplete` asks. */
  awaits: boolean
}

/**
 * Changes prices and quantities. During a trial nothing is charged; later the unused time is
 * credited and the new price charged for the rest of the period, or, when the billing interval
 * changes, a new period starts immediately.
 */
export const changeItems = (
  sandbox: Sandbox,
  subscription: Subscription,
  changes: ItemChange[],
  { proration, time, ...charging }: ChangeTerms,
): void => {
  if (subscription.status === 'incomplete' || subscription.status === 'paused') {
    throw invalidRequest(
      `You cannot change the items of a subscription whose status is ${subscription.status}.`,
      { param: 'items' },
    )
  }
  let startsAnew = false
  change(sandbox, 'customer.subscription.updated', subscription, (each) => {
    const discounts = activeDiscounts(sandbox, each.discounts, time)
    startsAnew = applyItemChanges(sandbox, each, changes, { proration, time, discounts })
  })
  if (startsAnew)
    startPeriod(sandbox, subscription, time, { reason: 'subscription_update', atOnce: charging })
  else if (proration === 'always_invoice') invoicePending(sandbox, subscription, charging)
}

/** How long the invoice of a pending update can be paid, in seconds. */
const PENDING_FOR = 23 * 3600

/**
 * The invoice that a change makes due immediately, with the changed copy of the subscription; null
 * if none is due.
 */
const dueNow = (
  sandbox: Sandbox,
  subscription: Subscription,
  changes: ItemChange[],
  { proration, time }: Pick<ChangeTerms, 'proration' | 'time'>,
) => {
  const copy = structuredClone(subscription)
  const own = changes.map(({ item, ...rest }) => {
    const found = copy.items.data.find(({ id }) => id === item.id)
    return { item: found ?? item, ...rest }
  })
  const discounts = activeDiscounts(sandbox, copy.discounts, time)
  const startsAnew = applyItemChanges(sandbox, copy, own, { proration, time, discounts })
  if (!startsAnew && (proration !== 'always_invoice' || copy._pending_lines.length === 0))
    return null
  const period = periodFrom(copy, time)
  const lines = [
    ...takePendingLines(copy),
    ...(startsAnew ? copy.items.data.map((item) => periodLine(sandbox, item, period)) : []),
  ]
  return { copy, lines, startsAnew }
}

/** Changes prices and quantities once the invoice of the change is paid, within 23 hours. */
export const changeItemsWhenPaid = (
  sandbox: Sandbox,
  subscription: Subscription,
  changes: ItemChange[],
  terms: ChangeTerms,
): void => {
  const due = dueNow(sandbox, subscription, changes, terms)
  if (!due) return changeItems(sandbox, subscription, changes, terms)
  const { copy, lines, startsAnew } = due
  const discounts = activeDiscounts(sandbox, copy.discounts, terms.time)
  const invoice = buildInvoice(sandbox, copy, {
    id: newId('in'),
    reason: 'subscription_update',
    lines,
    period: currentPeriod(subscription),
    discounts,
  })
  sandbox.state.invoices[invoice.id] = invoice
  subscription.latest_invoice = invoice.id
  subscription._pending_change = {
    invoice: invoice.id,
    items: copy.items.data,
    discounts: discountsAfter(sandbox, invoice, discounts),
    startsAt: startsAnew ? terms.time : null,
  }
  sandbox.emit('invoice.created', invoice)
  chargeAtOnce(sandbox, subscription, invoice, terms)
  if (invoice.status === 'paid') return applyPendingUpdate(sandbox, subscription, invoice)
  change(sandbox, 'customer.subscription.updated', subscription, (each) => {
    each.pending_update = {
      billing_cycle_anchor: startsAnew ? terms.time : null,
      cancel_at_period_end: null,
      discount: null,
      discounts: null,
      expires_at: sandbox.timeOf(each.customer) + PENDING_FOR,
      metadata: null,
      subscription_items: copy.items.data,
      trial_end: null,
      trial_from_plan: null,
    }
  })
}

/** Refuses a trial that would end in the past. */
export const checkTrialEnd = (
  sandbox: Sandbox,
  { customer }: Subscription,
  trialEnd: number | 'now' | undefined,
): void => {
  if (typeof trialEnd === 'number' && trialEnd <= sandbox.timeOf(customer))
    throw invalidRequest('Timestamp must be an integer Unix timestamp in the future.', {
      param: 'trial_end',
    })
}

/** Ends a trial now, or moves its end; a subscription past its trial gets a new one. */
export const changeTrial = (
  sandbox: Sandbox,
  subscription: Subscription,
  trialEnd: number | 'now',
  offSession: boolean,
): void => {
  const time = sandbox.timeOf(subscription.customer)
  if (trialEnd === 'now') {
    if (subscription.status !== 'trialing') return
    subscription.trial_end = time
    subscription.billing_cycle_anchor = time
    endTrial(sandbox, subscription, { atOnce: { offSession, awaits: false } })
    return
  }
  change(sandbox, 'customer.subscription.updated', subscription, (each) => {
    each.trial_start ??= time
    each.trial_end = trialEnd
    each.status = 'trialing'
    each.billing_cycle_anchor = trialEnd
    each._trial_end_announced = false
    setPeriod(each, { start: time, end: trialEnd })
  })
}
