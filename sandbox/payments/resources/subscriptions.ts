import { dropDiscounts, requestedDiscounts, redeem } from '../billing/discounts.ts'
import { findOwnPaymentMethod } from '../billing/payment-methods.ts'
import { changeItems, changeTrial } from '../billing/subscription-changes.ts'
import type { ChangeTerms, ItemChange } from '../billing/subscription-changes.ts'
import { currentPeriod } from '../billing/subscription-period.ts'
import { createSubscription, requirePayable } from '../billing/new-subscription.ts'
import type { ItemInput } from '../billing/new-subscription.ts'
import { previewInvoice } from '../billing/preview.ts'
import { endSubscription, payingMethod } from '../billing/subscriptions.ts'
import { endpoint, listPage, paging } from '../endpoint.ts'
import { invalidRequest, noSuch } from '../errors.ts'
import type { Decoder } from '../params.ts'
import type { PaymentMethod } from '../objects/payment-methods.ts'
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
import { findCustomer } from './customers.ts'
import { itemChanges } from './item-changes.ts'
import { subscribable } from './prices.ts'

const STATUSES = [
  'active',
  'canceled',
  'incomplete',
  'incomplete_expired',
  'past_due',
  'paused',
  'trialing',
  'unpaid',
] as const

const find = (sandbox: Sandbox, id: string): Subscription => {
  const subscription = sandbox.state.subscriptions[id]
  if (!subscription) throw noSuch('subscription', id)
  return subscription
}

const trialEnd: Decoder<number | 'now'> = (value, path) =>
  value === 'now' ? 'now' : integer(value, path)

const cancellationDetails = objectOf({
  comment: orUnset(text),
  feedback: orUnset(
    oneOf(
      'customer_service',
      'low_quality',
      'missing_features',
      'other',
      'switched_service',
      'too_complex',
      'too_expensive',
      'unused',
    ),
  ),
})

const fields = {
  cancel_at: orUnset(integer),
  cancel_at_period_end: flag,
  collection_method: oneOf('charge_automatically'),
  default_payment_method: text,
  description: orUnset(text),
  discounts: orUnset(listOf(objectOf({ coupon: text, promotion_code: text, discount: text }))),
  metadata,
  off_session: flag,
  payment_behavior: oneOf('allow_incomplete', 'default_incomplete', 'error_if_incomplete'),
  payment_settings: objectOf({
    payment_method_types: listOf(oneOf('card')),
    save_default_payment_method: oneOf('off', 'on_subscription'),
  }),
  proration_behavior: oneOf('always_invoice', 'create_prorations', 'none'),
  trial_end: trialEnd,
  trial_settings: objectOf({
    end_behavior: required(
      objectOf({ missing_payment_method: required(oneOf('cancel', 'create_invoice', 'pause')) }),
    ),
  }),
}

const createShape = {
  ...fields,
  billing_mode: objectOf({ type: required(oneOf('flexible')) }),
  currency: text,
  customer: required(text),
  items: required(listOf(objectOf({ price: required(text), quantity: atLeast(1), metadata }))),
  trial_from_plan: flag,
  trial_period_days: atLeast(1),
}

const updateShape = {
  ...fields,
  billing_cycle_anchor: oneOf('unchanged'),
  cancellation_details: cancellationDetails,
  items: listOf(objectOf({ id: text, price: text, quantity: atLeast(1), metadata })),
  proration_date: integer,
}

const trialEndOf = (
  time: number,
  params: Decoded<typeof createShape>,
  items: ItemInput[],
): number | null => {
  const { trial_end: end, trial_period_days: days } = params
  if (end !== undefined && days !== undefined) {
    throw invalidRequest(
      'You may only specify one of these parameters: trial_end, trial_period_days.',
    )
  }
  if (end === 'now') return null
  if (end !== undefined && end <= time) {
    throw invalidRequest('Timestamp must be an integer Unix timestamp in the future.', {
      param: 'trial_end',
    })
  }
  const fromPlan = params.trial_from_plan ? items[0]?.price.recurring?.trial_period_days : undefined
  const trialDays = days ?? fromPlan
  if (trialDays !== undefined && trialDays !== null && trialDays > 730) {
    throw invalidRequest('`trial_period_days` must be at most 730.', { param: 'trial_period_days' })
  }
  return end ?? (trialDays ? time + trialDays * 86_400 : null)
}

const create = (sandbox: Sandbox, params: Decoded<typeof createShape>): Subscription => {
  const customer = findCustomer(sandbox, params.customer, 'customer')
  const time = sandbox.timeOf(customer.id)
  if (params.items.length === 0)
    throw invalidRequest('You must pass at least one item.', { param: 'items' })
  const items = params.items.map((item, index) => ({
    price: subscribable(sandbox, item.price, `items[${index}][price]`),
    quantity: item.quantity ?? 1,
    metadata: mergeMetadata({}, item.metadata),
  }))
  const cycles = new Set(
    items.map(
      ({ price }) =>
        `${price.recurring?.interval}/${price.recurring?.interval_count}/${price.currency}`,
    ),
  )
  if (cycles.size > 1) {
    throw invalidRequest(
      'The sandbox bills all items of a subscription in one currency and at one interval.',
      {
        param: 'items',
      },
    )
  }
  if (params.currency !== undefined && params.currency !== items[0]?.price.currency) {
    throw invalidRequest('The price specified does not support the currency given.', {
      param: 'currency',
    })
  }
  const paymentMethod =
    params.default_payment_method === undefined
      ? null
      : findOwnPaymentMethod(
          sandbox,
          customer.id,
          params.default_payment_method,
          'default_payment_method',
        )
  const amount = items.reduce((sum, { price, quantity }) => sum + price.unit_amount * quantity, 0)
  return createSubscription(sandbox, {
    customer: customer.id,
    items,
    discounts: requestedDiscounts(sandbox, customer, params.discounts ?? [], {
      amount,
      existing: [],
    }),
    defaultPaymentMethod: paymentMethod?.id ?? null,
    trialEnd: trialEndOf(time, params, items),
    cancelAtPeriodEnd: params.cancel_at_period_end ?? false,
    cancelAt: params.cancel_at ?? null,
    paymentBehavior: params.payment_behavior ?? 'allow_incomplete',
    offSession: params.off_session ?? false,
    savePaymentMethod: params.payment_settings?.save_default_payment_method ?? 'off',
    missingPaymentMethod:
      params.trial_settings?.end_behavior.missing_payment_method ?? 'create_invoice',
    description: params.description ?? null,
    metadata: mergeMetadata({}, params.metadata),
  })
}

const isOver = ({ status }: Subscription): boolean =>
  status === 'canceled' || status === 'incomplete_expired'

const applyCancellation = (
  sandbox: Sandbox,
  each: Subscription,
  params: Decoded<typeof updateShape>,
): void => {
  const time = sandbox.timeOf(each.customer)
  if (params.cancel_at_period_end !== undefined && params.cancel_at) {
    throw invalidRequest(
      'You may only specify one of these parameters: cancel_at, cancel_at_period_end.',
    )
  }
  if (params.cancel_at !== undefined) {
    if (params.cancel_at !== null && params.cancel_at <= time) {
      throw invalidRequest('`cancel_at` must be in the future.', { param: 'cancel_at' })
    }
    each.cancel_at = params.cancel_at
    each.cancel_at_period_end = false
  }
  if (params.cancel_at_period_end !== undefined) {
    each.cancel_at_period_end = params.cancel_at_period_end
    each.cancel_at = params.cancel_at_period_end ? currentPeriod(each).end : null
  }
  if (params.cancel_at === undefined && params.cancel_at_period_end === undefined) return
  each.canceled_at = each.cancel_at === null ? null : (each.canceled_at ?? time)
  each.cancellation_details.reason = each.cancel_at === null ? null : 'cancellation_requested'
}

const changeTerms = (
  sandbox: Sandbox,
  subscription: Subscription,
  params: Decoded<typeof updateShape>,
): ChangeTerms => {
  const { start, end } = currentPeriod(subscription)
  const time = params.proration_date ?? sandbox.timeOf(subscription.customer)
  if (time < start || time > end)
    throw invalidRequest('Cannot specify a proration_date outside of the current billing period.', {
      param: 'proration_date',
    })
  return {
    proration: params.proration_behavior ?? 'create_prorations',
    time,
    offSession: params.off_session ?? false,
    awaits: params.payment_behavior === 'default_incomplete',
  }
}

/** Throws what the invoice of a change would fail with, before anything is changed. */
const refuseUnpayableChange = (
  sandbox: Sandbox,
  subscription: Subscription,
  changes: ItemChange[],
  terms: ChangeTerms & { method: PaymentMethod | null },
): void => {
  const { proration, time, offSession } = terms
  const preview = previewInvoice(sandbox, subscription, {
    changes,
    proration,
    time,
    discounts: null,
  })
  if (preview.amount_due === 0 || preview.created > time) return
  requirePayable(terms.method ?? payingMethod(sandbox, subscription), offSession)
}

/** A schedule decides when its subscription ends. */
const refuseWhileScheduled = (
  subscription: Subscription,
  params: Decoded<typeof updateShape>,
): void => {
  const cancels = params.cancel_at !== undefined || params.cancel_at_period_end !== undefined
  if (subscription.schedule === null || !cancels) return
  throw invalidRequest(
    `The subscription is managed by the subscription schedule \`${subscription.schedule}\`, and updating any ` +
      'cancelation behavior directly is not allowed. Please update the schedule instead.',
  )
}

const update = (
  sandbox: Sandbox,
  subscription: Subscription,
  params: Decoded<typeof updateShape>,
): Subscription => {
  const allowedWhenOver = ['cancellation_details', 'metadata']
  if (isOver(subscription) && Object.keys(params).some((key) => !allowedWhenOver.includes(key))) {
    throw invalidRequest(
      'A canceled subscription can only update its cancellation_details and metadata.',
      {
        code: 'invalid_canceled_subscription_fields',
      },
    )
  }
  refuseWhileScheduled(subscription, params)
  const customer = findCustomer(sandbox, subscription.customer, 'customer')
  const changes = params.items ? itemChanges(sandbox, subscription, params.items) : []
  const method =
    params.default_payment_method === undefined
      ? null
      : findOwnPaymentMethod(
          sandbox,
          customer.id,
          params.default_payment_method,
          'default_payment_method',
        )
  const terms = changeTerms(sandbox, subscription, params)
  if (params.payment_behavior === 'error_if_incomplete' && changes.length > 0)
    refuseUnpayableChange(sandbox, subscription, changes, { ...terms, method })
  const amount = subscription.items.data.reduce(
    (sum, { price, quantity }) => sum + price.unit_amount * quantity,
    0,
  )
  const discounts =
    params.discounts === undefined
      ? null
      : requestedDiscounts(sandbox, customer, params.discounts ?? [], {
          amount,
          existing: subscription.discounts,
        })
  change(sandbox, 'customer.subscription.updated', subscription, (each) => {
    applyCancellation(sandbox, each, params)
    if (method) each.default_payment_method = method.id
    if (params.description !== undefined) each.description = params.description
    if (discounts) {
      redeem(sandbox, discounts, each.id)
      dropDiscounts(
        sandbox,
        each,
        discounts.map(({ id }) => id),
      )
    }
    const saves = params.payment_settings?.save_default_payment_method
    if (saves) each.payment_settings.save_default_payment_method = saves
    if (params.trial_settings) {
      each.trial_settings.end_behavior.missing_payment_method =
        params.trial_settings.end_behavior.missing_payment_method
    }
    Object.assign(each.cancellation_details, params.cancellation_details)
    each.metadata = mergeMetadata(each.metadata, params.metadata)
  })
  if (changes.length > 0) changeItems(sandbox, subscription, changes, terms)
  if (params.trial_end !== undefined)
    changeTrial(sandbox, subscription, params.trial_end, terms.offSession)
  return subscription
}

const hasStatus = (subscription: Subscription, wanted: string | undefined): boolean => {
  if (wanted === 'all') return true
  if (wanted === 'ended') return isOver(subscription)
  return wanted === undefined ? subscription.status !== 'canceled' : subscription.status === wanted
}

export const subscriptionEndpoints = [
  endpoint('POST', '/v1/subscriptions', createShape, (sandbox, { params }) =>
    create(sandbox, params),
  ),
  endpoint(
    'GET',
    '/v1/subscriptions',
    {
      ...paging,
      created: range,
      customer: text,
      price: text,
      status: oneOf(...STATUSES, 'all', 'ended'),
      test_clock: text,
    },
    (sandbox, { params }) =>
      listPage(
        '/v1/subscriptions',
        Object.values(sandbox.state.subscriptions).filter(
          (each) =>
            hasStatus(each, params.status) &&
            (params.customer === undefined || each.customer === params.customer) &&
            (params.price === undefined ||
              each.items.data.some((item) => item.price.id === params.price)) &&
            (params.created === undefined || isWithin(each.created, params.created)) &&
            (params.customer !== undefined || each.test_clock === (params.test_clock ?? null)),
        ),
        params,
      ),
  ),
  endpoint('GET', '/v1/subscriptions/:id', {}, (sandbox, { id }) => find(sandbox, id)),
  endpoint('POST', '/v1/subscriptions/:id', updateShape, (sandbox, { params, id }) =>
    update(sandbox, find(sandbox, id), params),
  ),
  endpoint(
    'DELETE',
    '/v1/subscriptions/:id',
    { cancellation_details: cancellationDetails, invoice_now: flag, prorate: flag },
    (sandbox, { params, id }) => {
      const subscription = find(sandbox, id)
      if (isOver(subscription)) throw noSuch('subscription', id)
      if (params.prorate || params.invoice_now) {
        throw invalidRequest('The sandbox does not bill when a subscription is canceled.', {
          param: params.prorate ? 'prorate' : 'invoice_now',
        })
      }
      Object.assign(subscription.cancellation_details, params.cancellation_details)
      endSubscription(sandbox, subscription, 'cancellation_requested')
      return subscription
    },
  ),
]
