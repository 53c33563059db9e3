/** Creates and changes the phases of a subscription; `schedule-phases.ts` runs them. */
import { newId } from '../ids.ts'
import type { SchedulePhase, SubscriptionSchedule } from '../objects/subscription-schedules.ts'
import type { Subscription } from '../objects/subscriptions.ts'
import { change } from '../sandbox.ts'
import type { Sandbox } from '../sandbox.ts'
import { currentPeriod } from './subscription-period.ts'

export type PhaseInput = Pick<SchedulePhase, 'end_date' | 'items' | 'start_date'> &
  Partial<SchedulePhase>

export const newPhase = (subscription: Subscription, own: PhaseInput): SchedulePhase => ({
  add_invoice_items: [],
  application_fee_percent: null,
  automatic_tax: subscription.automatic_tax,
  billing_cycle_anchor: null,
  billing_thresholds: null,
  collection_method: null,
  currency: subscription.currency,
  default_payment_method: null,
  default_tax_rates: [],
  description: null,
  discounts: subscription.discounts.map((discount) => ({
    coupon: null,
    discount,
    promotion_code: null,
  })),
  invoice_settings: null,
  metadata: {},
  on_behalf_of: null,
  proration_behavior: 'create_prorations',
  transfer_data: null,
  trial_end: null,
  ...own,
})

/** A schedule whose only phase is the subscription as it is, to its period's end. */
export const scheduleFrom = (
  sandbox: Sandbox,
  subscription: Subscription,
): SubscriptionSchedule => {
  const { start, end } = currentPeriod(subscription)
  const phase = newPhase(subscription, {
    start_date: start,
    end_date: end,
    items: subscription.items.data.map(({ price, quantity }) => ({
      billing_thresholds: null,
      discounts: [],
      metadata: {},
      plan: price.id,
      price: price.id,
      quantity,
      tax_rates: [],
    })),
    trial_end: subscription.status === 'trialing' ? subscription.trial_end : null,
  })
  const schedule: SubscriptionSchedule = {
    id: newId('sub_sched'),
    object: 'subscription_schedule',
    application: null,
    billing_mode: subscription.billing_mode,
    canceled_at: null,
    completed_at: null,
    created: sandbox.timeOf(subscription.customer),
    current_phase: { start_date: start, end_date: end },
    customer: subscription.customer,
    customer_account: null,
    default_settings: {
      application_fee_percent: null,
      automatic_tax: subscription.automatic_tax,
      billing_cycle_anchor: 'automatic',
      billing_thresholds: null,
      collection_method: 'charge_automatically',
      default_payment_method: subscription.default_payment_method,
      description: subscription.description,
      invoice_settings: {
        account_tax_ids: null,
        custom_fields: null,
        days_until_due: null,
        description: null,
        footer: null,
        issuer: { type: 'self' },
      },
      on_behalf_of: null,
      transfer_data: null,
    },
    end_behavior: 'release',
    livemode: false,
    metadata: {},
    pause_schedules: [],
    phases: [phase],
    released_at: null,
    released_subscription: null,
    status: 'active',
    subscription: subscription.id,
    test_clock: subscription.test_clock,
  }
  sandbox.state.subscriptionSchedules[schedule.id] = schedule
  sandbox.emit('subscription_schedule.created', schedule)
  change(sandbox, 'customer.subscription.updated', subscription, (each) => {
    each.schedule = schedule.id
  })
  return schedule
}

const unlink = (sandbox: Sandbox, schedule: SubscriptionSchedule): void => {
  const subscription = sandbox.state.subscriptions[schedule.subscription ?? '']
  if (!subscription) return
  change(sandbox, 'customer.subscription.updated', subscription, (each) => {
    each.schedule = null
  })
}

/** Ends the schedule; the subscription continues as it is. */
export const releaseSchedule = (sandbox: Sandbox, schedule: SubscriptionSchedule): void => {
  unlink(sandbox, schedule)
  schedule.status = 'released'
  schedule.current_phase = null
  schedule.released_at = sandbox.timeOf(schedule.customer)
  schedule.released_subscription = schedule.subscription
  schedule.subscription = null
  sandbox.emit('subscription_schedule.released', schedule)
}

/** Ends the schedule of a subscription that ends: completed by its own plan, canceled otherwise. */
export const endSchedule = (
  sandbox: Sandbox,
  subscription: Subscription,
  status: 'canceled' | 'completed',
): void => {
  const schedule = sandbox.state.subscriptionSchedules[subscription.schedule ?? '']
  if (schedule?.status !== 'active') return
  const time = sandbox.timeOf(schedule.customer)
  schedule.status = status
  schedule.current_phase = null
  if (status === 'canceled') schedule.canceled_at = time
  else schedule.completed_at = time
  sandbox.emit(`subscription_schedule.${status}`, schedule)
}
