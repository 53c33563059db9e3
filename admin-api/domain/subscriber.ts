import { isInGoodStanding, isUnpaidFor } from './subscription.ts'
import type { Charged } from './subscription.ts'

type User = { readonly id: string; readonly createdAt: Date }

type Purchase = {
  readonly productId: string
  readonly state: string
  readonly startedAt: Date | null
  readonly trialEnd: Date | null
  readonly currentPeriodStart: Date | null
  readonly currentPeriodEnd: Date | null
  readonly cancelAtPeriodEnd: boolean
  readonly canceledAt: Date | null
  readonly billingIssueSince: Date | null
  readonly graceEndsAt: Date | null
  readonly charged: Charged | null
}

/** The entitlement that every plan grants. */
const entitlement = 'coaching'

const text = (moment: Date | null): string | null => moment?.toISOString() ?? null

const refundedAt = ({ charged }: Purchase): string | null => charged?.refund?.at ?? null

/** How long the payment provider retries an event, such as that of a renewal. */
const renewalDelayMs = 3 * 24 * 60 * 60 * 1000

const paidUntil = (
  { state, currentPeriodStart, currentPeriodEnd, cancelAtPeriodEnd, canceledAt }: Purchase,
  now: Date,
): Date => {
  if (isUnpaidFor(state) && currentPeriodStart !== null) return currentPeriodStart
  if (isInGoodStanding(state) && !cancelAtPeriodEnd && currentPeriodEnd! <= now)
    return new Date(currentPeriodEnd!.getTime() + renewalDelayMs)
  return state === 'canceled' && canceledAt !== null && canceledAt < currentPeriodEnd!
    ? canceledAt
    : currentPeriodEnd!
}

/**
 * Until when the purchase gives access, apart from a grace period. An unpaid period does not count,
 * and one that was ended early or refunded counts until that moment. A plan that renews gives
 * access for three more days, because the event of the renewal may be late.
 */
const expiryOf = (purchase: Purchase, now: Date): Date => {
  const [until, refunded] = [paidUntil(purchase, now), refundedAt(purchase)]
  return refunded !== null && new Date(refunded) < until ? new Date(refunded) : until
}

/**
 * Builds RevenueCat v1's subscriber from the started subscriptions, newest first. Only the newest
 * one of each product counts.
 */
export const toSubscriber = (
  user: User,
  purchases: readonly Purchase[],
  { now, isSandbox }: { now: Date; isSandbox: boolean },
) => {
  const newest = [
    ...new Map(purchases.toReversed().map((purchase) => [purchase.productId, purchase])).values(),
  ]
  const subscription = (purchase: Purchase) => ({
    expires_date: expiryOf(purchase, now).toISOString(),
    purchase_date: purchase.startedAt!.toISOString(),
    original_purchase_date: purchase.startedAt!.toISOString(),
    period_type:
      purchase.trialEnd !== null && purchase.trialEnd > now
        ? ('trial' as const)
        : ('normal' as const),
    store: 'stripe' as const,
    is_sandbox: isSandbox,
    ownership_type: 'PURCHASED' as const,
    unsubscribe_detected_at:
      purchase.cancelAtPeriodEnd || purchase.state === 'canceled'
        ? text(purchase.canceledAt ?? now)
        : null,
    billing_issues_detected_at: text(purchase.billingIssueSince),
    grace_period_expires_date: text(purchase.graceEndsAt),
    refunded_at: refundedAt(purchase),
  })
  const entitling = purchases[0]
  return {
    original_app_user_id: user.id,
    first_seen: user.createdAt.toISOString(),
    original_purchase_date: text(purchases.at(-1)?.startedAt ?? null),
    management_url: null,
    entitlements:
      entitling === undefined
        ? {}
        : {
            [entitlement]: {
              expires_date: expiryOf(entitling, now).toISOString(),
              grace_period_expires_date: text(entitling.graceEndsAt),
              product_identifier: entitling.productId,
              purchase_date: entitling.startedAt!.toISOString(),
            },
          },
    subscriptions: Object.fromEntries(
      newest.map((purchase) => [purchase.productId, subscription(purchase)]),
    ),
    non_subscriptions: {},
  }
}
