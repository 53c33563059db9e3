import { requestedDiscounts } from '../billing/discounts.ts'
import { findOwnPaymentMethod } from '../billing/payment-methods.ts'
import { createSubscription } from '../billing/new-subscription.ts'
import type { ItemInput } from '../billing/new-subscription.ts'
import { endSubscription } from '../billing/subscriptions.ts'
import { endpoint, listPage, paging } from '../endpoint.ts'
import { invalidRequest, noSuch } from '../errors.ts'
import type { Subscription } from '../objects/subscriptions.ts'
import { flag, isWithin, mergeMetadata, oneOf, range, required, text } from '../params.ts'
import type { Decoded } from '../params.ts'
import type { Sandbox } from '../sandbox.ts'
import { findCustomer } from './customers.ts'
import { subscribable } from './prices.ts'
import { cancellationDetails, createShape, updateShape } from './subscription-params.ts'
import { isOver, update } from './subscription-update.ts'

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
    automaticTax: params.automatic_tax?.enabled ?? false,
    items,
    discounts: requestedDiscounts(sandbox, customer, params.discounts ?? [], {
      amount,
      currency: items[0]?.price.currency ?? 'usd',
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

const hasStatus = (subscription: Subscription, wanted: string | undefined): boolean => {
  if (wanted === 'all') return true
  if (wanted === 'ended') return isOver(subscription)
  return wanted === undefined ? subscription.status !== 'canceled' : subscription.status === wanted
}

/** The only clause of Stripe's search language that this product uses. */
const metadataClause = /^metadata\['(\w+)'\]:'([^']*)'$/

const searchResult = (
  sandbox: Sandbox,
  { query, limit = 10 }: { query: string; limit?: number },
) => {
  const [, key = '', value] = metadataClause.exec(query) ?? []
  if (value === undefined) {
    throw invalidRequest(`The sandbox searches only for metadata['key']:'value'.`, {
      param: 'query',
    })
  }
  const found = Object.values(sandbox.state.subscriptions)
    .toReversed()
    .filter(({ metadata }) => metadata[key] === value)
  return {
    object: 'search_result' as const,
    data: found.slice(0, limit),
    has_more: found.length > limit,
    next_page: null,
    url: '/v1/subscriptions/search',
  }
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
  endpoint(
    'GET',
    '/v1/subscriptions/search',
    { limit: paging.limit, query: required(text) },
    (sandbox, { params }) => searchResult(sandbox, params),
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
