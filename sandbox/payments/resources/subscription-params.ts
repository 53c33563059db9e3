/** The parameters of requests about subscriptions. */
import type { Decoder } from '../params.ts'
import {
  atLeast,
  flag,
  integer,
  listOf,
  metadata,
  objectOf,
  oneOf,
  orUnset,
  required,
  text,
} from '../params.ts'

const trialEnd: Decoder<number | 'now'> = (value, path) =>
  value === 'now' ? 'now' : integer(value, path)

export const cancellationDetails = objectOf({
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

export const createShape = {
  ...fields,
  automatic_tax: objectOf({ enabled: required(flag) }),
  billing_mode: objectOf({ type: required(oneOf('flexible')) }),
  currency: text,
  customer: required(text),
  items: required(listOf(objectOf({ price: required(text), quantity: atLeast(1), metadata }))),
  trial_from_plan: flag,
  trial_period_days: atLeast(1),
}

export const updateShape = {
  ...fields,
  billing_cycle_anchor: oneOf('unchanged'),
  cancellation_details: cancellationDetails,
  payment_behavior: oneOf(
    'allow_incomplete',
    'default_incomplete',
    'error_if_incomplete',
    'pending_if_incomplete',
  ),
  items: listOf(objectOf({ id: text, price: text, quantity: atLeast(1), metadata })),
  proration_date: integer,
}
