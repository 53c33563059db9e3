import type { Subscription } from '../objects/subscriptions.ts'
import { periodEnd } from './periods.ts'

const cycleOf = (subscription: Pick<Subscription, 'items'>) => {
  const recurring = subscription.items.data[0]?.price.recurring
  if (!recurring) throw new Error('a subscription item has no recurring price')
  return recurring
}

export const currentPeriod = (subscription: Subscription): { start: number; end: number } => {
  const item = subscription.items.data[0]
  if (!item) throw new Error(`subscription ${subscription.id} has no item`)
  return { start: item.current_period_start, end: item.current_period_end }
}

export const setPeriod = (
  subscription: Subscription,
  { start, end }: { start: number; end: number },
): void => {
  for (const item of subscription.items.data) {
    item.current_period_start = start
    item.current_period_end = end
  }
  if (subscription.cancel_at_period_end) subscription.cancel_at = end
}

/** The period that starts at `start` in the subscription's cycle. */
export const periodFrom = (
  subscription: Subscription,
  start: number,
): { start: number; end: number } => {
  const { interval, interval_count: count } = cycleOf(subscription)
  return { start, end: periodEnd(subscription.billing_cycle_anchor, start, interval, count) }
}
