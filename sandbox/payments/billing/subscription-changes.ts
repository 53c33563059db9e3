import { invalidRequest } from '../errors.ts'
import type { Price } from '../objects/catalog.ts'
import type { Subscription, SubscriptionItem } from '../objects/subscriptions.ts'
import { change } from '../sandbox.ts'
import type { Sandbox } from '../sandbox.ts'
import { activeDiscounts, totalOf } from './invoice-drafts.ts'
import { planOf } from './subscription-items.ts'
import { periodLine } from './subscription-lines.ts'
import { currentPeriod, setPeriod } from './subscription-period.ts'
import { endTrial, invoicePending, startPeriod } from './subscriptions.ts'

export type ProrationBehavior = 'always_invoice' | 'create_prorations' | 'none'

export interface ItemChange {
  item: SubscriptionItem
  price: Price
  quantity: number
}

const isSameCycle = (one: Price, other: Price): boolean =>
  one.recurring?.interval === other.recurring?.interval &&
  one.recurring?.interval_count === other.recurring?.interval_count

/** What an item's unused time is worth, in minor units, its share of the discounts taken off. */
const unusedAmount = (
  sandbox: Sandbox,
  subscription: Subscription,
  item: SubscriptionItem,
  time: number,
): number => {
  const period = currentPeriod(subscription)
  const discounts = activeDiscounts(sandbox, subscription.discounts, time)
  const whole = totalOf(sandbox, [periodLine(sandbox, item, period)], discounts)
  const left = Math.max(0, period.end - time)
  return Math.round((whole * left) / Math.max(1, period.end - period.start))
}

/**
 * Changes prices and quantities. Within a trial nothing is charged; later the unused time is credited and the new price
 * charged for the rest of the period, or, when the billing interval changes, a new period starts at once.
 */
export const changeItems = (
  sandbox: Sandbox,
  subscription: Subscription,
  changes: ItemChange[],
  proration: ProrationBehavior,
): void => {
  const time = sandbox.timeOf(subscription.customer)
  const period = currentPeriod(subscription)
  const isTrial = subscription.status === 'trialing'
  const startsAnew = !isTrial && changes.some(({ item, price }) => !isSameCycle(item.price, price))
  if (subscription.status !== 'active' && !isTrial) {
    throw invalidRequest(
      `You cannot change the items of a subscription whose status is ${subscription.status}.`,
      {
        param: 'items',
      },
    )
  }
  const lineFor = (item: SubscriptionItem, amount: number, description: string) => ({
    amount,
    description,
    item: item.id,
    price: item.price.id,
    product: item.price.product,
    period: { start: time, end: period.end },
  })
  const nameOf = (item: SubscriptionItem) =>
    sandbox.state.products[item.price.product]?.name ?? item.price.product
  change(sandbox, 'customer.subscription.updated', subscription, (each) => {
    for (const { item, price, quantity } of changes) {
      const prorates = !isTrial && proration !== 'none'
      if (prorates) {
        const credit = -unusedAmount(sandbox, each, item, time)
        each._pending_lines.push(lineFor(item, credit, `Unused time on ${nameOf(item)}`))
      }
      item.price = structuredClone(price)
      item.plan = planOf(price)
      item.quantity = quantity
      if (prorates && !startsAnew) {
        each._pending_lines.push(
          lineFor(
            item,
            unusedAmount(sandbox, each, item, time),
            `Remaining time on ${nameOf(item)}`,
          ),
        )
      }
    }
    if (startsAnew) each.billing_cycle_anchor = time
  })
  if (startsAnew)
    startPeriod(sandbox, subscription, time, { reason: 'subscription_update', atOnce: true })
  else if (proration === 'always_invoice') invoicePending(sandbox, subscription)
}

/** Ends a trial now, or moves its end; a subscription past its trial gets a new one. */
export const changeTrial = (
  sandbox: Sandbox,
  subscription: Subscription,
  trialEnd: number | 'now',
): void => {
  const time = sandbox.timeOf(subscription.customer)
  if (trialEnd === 'now') {
    if (subscription.status !== 'trialing') return
    subscription.trial_end = time
    subscription.billing_cycle_anchor = time
    endTrial(sandbox, subscription, { atOnce: true })
    return
  }
  if (trialEnd <= time)
    throw invalidRequest('Timestamp must be an integer Unix timestamp in the future.', {
      param: 'trial_end',
    })
  change(sandbox, 'customer.subscription.updated', subscription, (each) => {
    each.trial_start ??= time
    each.trial_end = trialEnd
    each.status = 'trialing'
    each.billing_cycle_anchor = trialEnd
    each._trial_end_announced = false
    setPeriod(each, { start: time, end: trialEnd })
  })
}
