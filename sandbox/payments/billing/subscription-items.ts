import { newId } from '../ids.ts'
import type { Price } from '../objects/catalog.ts'
import type { Subscription, SubscriptionItem } from '../objects/subscriptions.ts'

/** The `plan` that subscription items still carry in addition to their price. */
export const planOf = (price: Price): Record<string, unknown> => ({
  id: price.id,
  object: 'plan',
  active: price.active,
  amount: price.unit_amount,
  amount_decimal: price.unit_amount_decimal,
  billing_scheme: price.billing_scheme,
  created: price.created,
  currency: price.currency,
  interval: price.recurring?.interval ?? null,
  interval_count: price.recurring?.interval_count ?? null,
  livemode: false,
  metadata: price.metadata,
  meter: null,
  nickname: price.nickname,
  product: price.product,
  tiers_mode: null,
  transform_usage: null,
  trial_period_days: price.recurring?.trial_period_days ?? null,
  usage_type: 'licensed',
})

export const newItem = (
  subscription: Subscription,
  price: Price,
  quantity: number,
  metadata: Record<string, string>,
): SubscriptionItem => ({
  id: newId('si', 14),
  object: 'subscription_item',
  billing_thresholds: null,
  created: subscription.created,
  current_period_end: 0,
  current_period_start: 0,
  current_trial: null,
  discounts: [],
  metadata,
  plan: planOf(price),
  price: structuredClone(price),
  quantity,
  subscription: subscription.id,
  tax_rates: [],
})
