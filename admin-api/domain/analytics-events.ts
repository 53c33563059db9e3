import type { FailedAttempt } from './notice-rules.ts'
import type { Touch } from './profile.ts'
import { hasEnded, isUnpaidFor } from './subscription.ts'
import type { Money, Subscribed } from './subscription.ts'

/** `plan` is our id of the product; `amount` is in minor units. */
type OfPlan = { readonly plan: string }
type Amounting = OfPlan & { readonly amount: number; readonly currency: string }

/**
 * Event names and their properties. No property may hold an email, a name, a card or free text.
 * What the site counts is in `core/model/analytics-events.ts`.
 */
export type AnalyticsEvents = {
  /** The first period after a trial is paid; `amount` is what was charged for it. */
  trial_converted: Amounting
  /** A later period is paid. */
  subscription_renewed: Amounting
  /** `attempt` counts the charges of one invoice. */
  payment_failed: Amounting & { readonly attempt: number }
  /** A failing payment has succeeded, or was waived; `amount` is what had failed. */
  payment_recovered: Amounting
  /** The subscription will not renew: it ends immediately or with its period. */
  subscription_cancelled: OfPlan & {
    readonly reason: 'requested' | 'unpaid' | 'withdrawn'
    readonly inTrial: boolean
  }
  /** `amount` is what was refunded this time, in part or in full, by us or through a dispute. */
  payment_refunded: Amounting
}

/** `time` is when it happened, in Unix milliseconds. */
export type AnalyticsEvent = {
  [Name in keyof AnalyticsEvents]: {
    readonly kind: Name
    readonly properties: AnalyticsEvents[Name]
    readonly time: number
  }
}[keyof AnalyticsEvents]

/** An event with the key that lets it be recorded, and counted, once. */
export type KeyedEvent = { readonly key: string; readonly cause: AnalyticsEvent }

const amounting = ({ productId }: Pick<Subscribed, 'productId'>, money: Money): Amounting => ({
  plan: productId,
  amount: money.amount,
  currency: money.currency,
})

/** Whether it will not renew. */
const stops = ({ state, cancelAtPeriodEnd }: Subscribed): boolean =>
  cancelAtPeriodEnd || state === 'unpaid' || hasEnded(state)

const reasonOf = (earlier: Subscribed, row: Subscribed) => {
  if (row.withdrawnAt !== null) return 'withdrawn'
  return !row.cancelAtPeriodEnd && isUnpaidFor(earlier.state) ? 'unpaid' : 'requested'
}

/** The events that follow from a subscription's change from one stored state to the next. */
export const eventsOf = (
  earlier: Subscribed,
  row: Subscribed,
  now: Date,
): readonly KeyedEvent[] => {
  if (earlier.startedAt === null) return []
  const time = now.getTime()
  const keyed: KeyedEvent[] = []
  if (isUnpaidFor(earlier.state) && row.state === 'active' && earlier.openInvoice !== null) {
    keyed.push({
      key: `payment_recovered:${row.id}:${row.appliedTicket}`,
      cause: {
        kind: 'payment_recovered',
        properties: amounting(row, earlier.openInvoice.amount),
        time,
      },
    })
  }
  if (!stops(earlier) && stops(row)) {
    const { productId: plan } = row
    const inTrial = earlier.state === 'trialing'
    keyed.push({
      key: `subscription_cancelled:${row.id}:${row.appliedTicket}`,
      cause: {
        kind: 'subscription_cancelled',
        properties: { plan, reason: reasonOf(earlier, row), inTrial },
        time,
      },
    })
  }
  const before = earlier.charged?.refunded.amount ?? 0
  const refunded = row.charged?.refunded
  if (refunded !== undefined && refunded.amount > before) {
    keyed.push({
      key: `payment_refunded:${row.id}:${refunded.amount}`,
      cause: {
        kind: 'payment_refunded',
        properties: amounting(row, { ...refunded, amount: refunded.amount - before }),
        time,
      },
    })
  }
  return keyed
}

/** The event of a failed attempt; null before the subscription started. */
export const failedAttemptEvent = (row: Subscribed, failed: FailedAttempt): KeyedEvent | null =>
  row.startedAt === null
    ? null
    : {
        key: `payment_failed:${failed.invoiceId}:${failed.attempt}`,
        cause: {
          kind: 'payment_failed',
          properties: { ...amounting(row, failed.amount), attempt: failed.attempt },
          time: failed.attemptedAt.getTime(),
        },
      }

/** A paid invoice of a subscription, other than the first one. */
export type PaidInvoice = {
  readonly invoiceId: string
  readonly amount: Money
  readonly paidAt: Date
  /** The starts of the periods that the invoice is for. */
  readonly periodStarts: readonly Date[]
  /** Whether it is for the next period; false for a change of plan. */
  readonly isForCycle: boolean
}

/** The event for a paid invoice: a converted trial or a renewal; null for a change of plan. */
export const paidInvoiceEvent = (row: Subscribed, paid: PaidInvoice): KeyedEvent | null => {
  const { trialEnd, id } = row
  const properties = amounting(row, paid.amount)
  const time = paid.paidAt.getTime()
  if (paid.periodStarts.some((start) => start.getTime() === trialEnd?.getTime()))
    return {
      key: `trial_converted:${id}`,
      cause: { kind: 'trial_converted', properties, time },
    }
  return paid.isForCycle
    ? {
        key: `subscription_renewed:${paid.invoiceId}`,
        cause: { kind: 'subscription_renewed', properties, time },
      }
    : null
}

/** A campaign name that may hold an email is omitted. */
const touchProperties = (prefix: string, touch: Touch | null): Record<string, string> =>
  Object.fromEntries(
    Object.entries(touch ?? {})
      .filter(([, value]) => !/@|%(25)*40/i.test(value))
      .map(([name, value]) => [`${prefix}_${name}`, value]),
  )

/** The campaigns that led the user here, under the names that the site's events give them. */
export const attributionProperties = (attribution: {
  readonly firstTouch: Touch | null
  readonly lastTouch: Touch | null
}): Readonly<Record<string, string>> => ({
  ...touchProperties('first_touch', attribution.firstTouch),
  ...touchProperties('last_touch', attribution.lastTouch),
})
