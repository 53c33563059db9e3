import { findOwnPaymentMethod } from '../billing/payment-methods.ts'
import { addIntervals } from '../billing/periods.ts'
import { newPhase, releaseSchedule, scheduleFrom } from '../billing/subscription-schedules.ts'
import { endSubscription } from '../billing/subscriptions.ts'
import { AUTOMATIC_TAX, NO_TAX } from '../billing/taxes.ts'
import { endpoint, listPage, paging } from '../endpoint.ts'
import { invalidRequest, missingParam, noSuch } from '../errors.ts'
import type { SchedulePhase, SubscriptionSchedule } from '../objects/subscription-schedules.ts'
import type { Subscription } from '../objects/subscriptions.ts'
import {
  atLeast,
  flag,
  integer,
  isWithin,
  listOf,
  mergeMetadata,
  metadata,
  objectOf,
  oneOf,
  orUnset,
  range,
  required,
  text,
} from '../params.ts'
import type { Decoded } from '../params.ts'
import { change } from '../sandbox.ts'
import type { Sandbox } from '../sandbox.ts'
import { subscribable } from './prices.ts'

const BASE = '/v1/subscription_schedules'

const find = (sandbox: Sandbox, id: string): SubscriptionSchedule => {
  const schedule = sandbox.state.subscriptionSchedules[id]
  if (!schedule) throw noSuch('subscription schedule', id)
  return schedule
}

const findActive = (sandbox: Sandbox, id: string): [SubscriptionSchedule, Subscription] => {
  const schedule = find(sandbox, id)
  const subscription = sandbox.state.subscriptions[schedule.subscription ?? '']
  if (schedule.status === 'active' && subscription) return [schedule, subscription]
  throw invalidRequest(
    `You cannot change a subscription schedule that is currently in the \`${schedule.status}\` status.`,
  )
}

const prorationBehavior = oneOf('always_invoice', 'create_prorations', 'none')

const phaseShape = {
  automatic_tax: objectOf({ enabled: required(flag) }),
  default_payment_method: text,
  discounts: orUnset(listOf(objectOf({ coupon: text, promotion_code: text, discount: text }))),
  duration: objectOf({
    interval: required(oneOf('day', 'week', 'month', 'year')),
    interval_count: atLeast(1),
  }),
  end_date: integer,
  items: required(listOf(objectOf({ price: required(text), quantity: atLeast(1), metadata }))),
  metadata,
  proration_behavior: prorationBehavior,
  start_date: integer,
}

const endOf = (
  sandbox: Sandbox,
  start: number,
  phase: Decoded<typeof phaseShape>,
  index: number,
): number => {
  if (phase.end_date !== undefined) return phase.end_date
  const price = phase.items[0] && subscribable(sandbox, phase.items[0].price, `phases[${index}]`)
  const interval = phase.duration?.interval ?? price?.recurring?.interval ?? 'month'
  const count = phase.duration
    ? (phase.duration.interval_count ?? 1)
    : (price?.recurring?.interval_count ?? 1)
  return addIntervals(start, interval, count)
}

const phaseDiscounts = (
  inputs: { discount?: string }[],
  subscription: Subscription,
  path: string,
): SchedulePhase['discounts'] =>
  inputs.map(({ discount }, index) => {
    const param = `${path}[discounts][${index}]`
    if (discount === undefined)
      throw invalidRequest('The sandbox adds no discounts in a phase: name one that is there.', {
        param,
      })
    if (!subscription.discounts.includes(discount)) throw noSuch('discount', discount, param)
    return { coupon: null, discount, promotion_code: null }
  })

const phasesOf = (
  sandbox: Sandbox,
  schedule: SubscriptionSchedule,
  subscription: Subscription,
  inputs: Decoded<typeof phaseShape>[],
): SchedulePhase[] => {
  const phases: SchedulePhase[] = []
  for (const [index, input] of inputs.entries()) {
    const before = phases.at(-1)
    const start = before?.end_date ?? schedule.current_phase?.start_date ?? 0
    const end = endOf(sandbox, start, input, index)
    if (input.start_date !== undefined && input.start_date !== start) {
      throw invalidRequest(
        before
          ? 'The phases of a subscription schedule must follow one another without a gap.'
          : 'You cannot modify the start date of the current phase.',
        { param: `phases[${index}][start_date]` },
      )
    }
    if (end <= start) {
      throw invalidRequest('A phase must end after it starts.', {
        param: `phases[${index}][end_date]`,
      })
    }
    const items = input.items.map((item, each) => {
      const price = subscribable(sandbox, item.price, `phases[${index}][items][${each}][price]`)
      return {
        billing_thresholds: null,
        discounts: [],
        metadata: mergeMetadata({}, item.metadata),
        plan: price.id,
        price: price.id,
        quantity: item.quantity ?? 1,
        tax_rates: [],
      }
    })
    if (items.length !== subscription.items.data.length) {
      throw invalidRequest('The sandbox keeps the number of items of a subscription.', {
        param: `phases[${index}][items]`,
      })
    }
    phases.push(
      newPhase(subscription, {
        default_payment_method: input.default_payment_method ?? null,
        ...(input.automatic_tax && {
          automatic_tax: input.automatic_tax.enabled ? AUTOMATIC_TAX : NO_TAX,
        }),
        ...(input.discounts !== undefined && {
          discounts: phaseDiscounts(input.discounts ?? [], subscription, `phases[${index}]`),
        }),
        start_date: start,
        end_date: end,
        items,
        metadata: mergeMetadata({}, input.metadata),
        proration_behavior: input.proration_behavior ?? 'create_prorations',
        trial_end: index === 0 ? (schedule.phases[0]?.trial_end ?? null) : null,
      }),
    )
  }
  return phases
}

const endBehavior = oneOf('cancel', 'release')

export const subscriptionScheduleEndpoints = [
  endpoint('POST', BASE, { from_subscription: text, metadata }, (sandbox, { params }) => {
    const id = params.from_subscription
    if (id === undefined) throw missingParam('from_subscription')
    const subscription = sandbox.state.subscriptions[id]
    if (!subscription) throw noSuch('subscription', id, 'from_subscription')
    if (subscription.schedule !== null) {
      throw invalidRequest(
        `You cannot migrate a subscription that is already attached to a schedule: \`${subscription.schedule}\`.`,
      )
    }
    if (!['active', 'past_due', 'trialing'].includes(subscription.status)) {
      throw invalidRequest(
        `You cannot migrate a subscription that is currently in the \`${subscription.status}\` status.`,
      )
    }
    const schedule = scheduleFrom(sandbox, subscription)
    schedule.metadata = mergeMetadata({}, params.metadata)
    return schedule
  }),
  endpoint('GET', BASE, { ...paging, created: range, customer: text }, (sandbox, { params }) =>
    listPage(
      BASE,
      Object.values(sandbox.state.subscriptionSchedules).filter(
        (each) =>
          (params.customer === undefined || each.customer === params.customer) &&
          (params.created === undefined || isWithin(each.created, params.created)),
      ),
      params,
    ),
  ),
  endpoint('GET', `${BASE}/:id`, {}, (sandbox, { id }) => find(sandbox, id)),
  endpoint(
    'POST',
    `${BASE}/:id`,
    {
      default_settings: objectOf({ default_payment_method: text }),
      end_behavior: endBehavior,
      metadata,
      phases: listOf(objectOf(phaseShape)),
      proration_behavior: prorationBehavior,
    },
    (sandbox, { params, id }) => {
      const [schedule, subscription] = findActive(sandbox, id)
      const phases = params.phases
        ? phasesOf(sandbox, schedule, subscription, params.phases)
        : schedule.phases
      const methodId = params.default_settings?.default_payment_method
      const method =
        methodId === undefined
          ? null
          : findOwnPaymentMethod(
              sandbox,
              subscription.customer,
              methodId,
              'default_settings[default_payment_method]',
            )
      change(sandbox, 'subscription_schedule.updated', schedule, (each) => {
        each.phases = phases
        if (method) each.default_settings.default_payment_method = method.id
        each.end_behavior = params.end_behavior ?? each.end_behavior
        each.metadata = mergeMetadata(each.metadata, params.metadata)
        const [first] = phases
        if (first) each.current_phase = { start_date: first.start_date, end_date: first.end_date }
      })
      return schedule
    },
  ),
  endpoint('POST', `${BASE}/:id/release`, {}, (sandbox, { id }) => {
    const [schedule] = findActive(sandbox, id)
    releaseSchedule(sandbox, schedule)
    return schedule
  }),
  endpoint('POST', `${BASE}/:id/cancel`, {}, (sandbox, { id }) => {
    const [schedule, subscription] = findActive(sandbox, id)
    endSubscription(sandbox, subscription, 'cancellation_requested')
    return schedule
  }),
]
