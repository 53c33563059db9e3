import type { SubscriptionSchedule } from '../objects/subscription-schedules.ts'
import type { Subscription } from '../objects/subscriptions.ts'
import { change } from '../sandbox.ts'
import type { Sandbox } from '../sandbox.ts'
import { dropDiscounts } from './discounts.ts'
import { changeItems, isSameCycle } from './subscription-changes.ts'
import type { ItemChange } from './subscription-changes.ts'
import { planOf } from './subscription-items.ts'
import { currentPeriod } from './subscription-period.ts'
import { endSchedule, releaseSchedule } from './subscription-schedules.ts'
import { endSubscription } from './subscriptions.ts'

/** When the current phase ends; null for a schedule that is over. */
export const phaseEnd = ({ status, current_phase }: SubscriptionSchedule): number | null =>
  status === 'active' ? (current_phase?.end_date ?? null) : null

/** What the phase that begins at `time` changes in a subscription; nothing if none begins. */
export const phaseChanges = (
  sandbox: Sandbox,
  subscription: Subscription,
  time: number,
): ItemChange[] => {
  const schedule = sandbox.state.subscriptionSchedules[subscription.schedule ?? '']
  if (schedule?.status !== 'active') return []
  const next = schedule.phases.find(({ start_date }) => start_date === time)
  return subscription.items.data.flatMap((item, index): ItemChange[] => {
    const wanted = next?.items[index]
    const price = sandbox.state.prices[wanted?.price ?? '']
    return wanted && price ? [{ item, price, quantity: wanted.quantity }] : []
  })
}

/**
 * Applies a phase that begins together with a period. The renewal then bills the new price, so
 * nothing is prorated.
 */
export const changeAtRenewal = (
  subscription: Subscription,
  changes: ItemChange[],
  time: number,
): void => {
  for (const { item, price, quantity } of changes) {
    if (!isSameCycle(item.price, price)) subscription.billing_cycle_anchor = time
    item.price = structuredClone(price)
    item.plan = planOf(price)
    item.quantity = quantity
  }
}

/** Ends a schedule's current phase, and begins the next one or does what was chosen for the end. */
export const startNextPhase = (sandbox: Sandbox, schedule: SubscriptionSchedule): void => {
  const subscription = sandbox.state.subscriptions[schedule.subscription ?? '']
  const time = phaseEnd(schedule)
  if (!subscription || time === null) return
  const next = schedule.phases.find(({ start_date }) => start_date === time)
  if (!next) {
    if (schedule.end_behavior === 'release') return releaseSchedule(sandbox, schedule)
    endSchedule(sandbox, subscription, 'completed')
    return endSubscription(sandbox, subscription, 'cancellation_requested')
  }
  change(sandbox, 'subscription_schedule.updated', schedule, (each) => {
    each.current_phase = { start_date: next.start_date, end_date: next.end_date }
  })
  const changes = phaseChanges(sandbox, subscription, time)
  change(sandbox, 'customer.subscription.updated', subscription, (each) => {
    each.default_payment_method =
      next.default_payment_method ??
      schedule.default_settings.default_payment_method ??
      each.default_payment_method
    const wanted = next.discounts.map(({ discount }) => discount)
    dropDiscounts(
      sandbox,
      each,
      each.discounts.filter((id) => wanted.includes(id)),
    )
  })
  if (currentPeriod(subscription).end === time) {
    change(sandbox, 'customer.subscription.updated', subscription, (each) =>
      changeAtRenewal(each, changes, time),
    )
    return
  }
  changeItems(sandbox, subscription, changes, {
    proration: next.proration_behavior,
    time,
    offSession: true,
    awaits: false,
  })
}
