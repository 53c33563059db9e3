import { Type } from 'typebox'
import { closed, moment, nullable, oneOf } from './schemas.ts'

/** What a user has bought, in RevenueCat v1's shape. */
export const subscriberSchema = Type.Object(
  {
    original_app_user_id: Type.String(),
    first_seen: moment,
    original_purchase_date: nullable(moment),
    management_url: Type.Null(),
    entitlements: Type.Record(
      Type.String(),
      Type.Object(
        {
          expires_date: nullable(moment),
          grace_period_expires_date: nullable(moment),
          product_identifier: Type.String(),
          purchase_date: moment,
        },
        closed,
      ),
    ),
    subscriptions: Type.Record(
      Type.String(),
      Type.Object(
        {
          expires_date: moment,
          purchase_date: moment,
          original_purchase_date: moment,
          period_type: oneOf('trial', 'normal'),
          store: Type.Literal('stripe'),
          is_sandbox: Type.Boolean(),
          ownership_type: Type.Literal('PURCHASED'),
          unsubscribe_detected_at: nullable(moment),
          billing_issues_detected_at: nullable(moment),
          grace_period_expires_date: nullable(moment),
          refunded_at: nullable(moment),
        },
        closed,
      ),
    ),
    non_subscriptions: Type.Object({}, closed),
  },
  closed,
)
