import type { Cause, Keyed } from './notices.ts'
import { hasEnded, isInGoodStanding, isLive } from './subscription.ts'
import type { Money, PlannedChange, Product, Promotion, Subscribed } from './subscription.ts'

const dayMs = 24 * 60 * 60 * 1000
/** How long before its end a trial is announced, in days. */
const trialLeadDays: Readonly<Record<Product['interval'], number>> = { month: 3, year: 7 }
/** How long before a renewal it is announced, in days; monthly plans renew unannounced. */
export const renewalLeadDays = 30
export const longestTrialLeadDays = Math.max(...Object.values(trialLeadDays))

const before = (moment: Date, days: number): Date => new Date(moment.getTime() - days * dayMs)

const priceOf = ({ priceAmount, priceCurrency }: Subscribed): Money => ({
  amount: priceAmount,
  currency: priceCurrency,
})

const less = ({ amount, currency }: Money, promotion: Promotion): Money => {
  const off =
    promotion.percentOff === undefined
      ? (promotion.amountOff?.amount ?? 0)
      : Math.round((amount * promotion.percentOff) / 100)
  return { amount: Math.max(0, amount - off), currency }
}

const firstCharge = (row: Subscribed): Money =>
  row.discount === null ? priceOf(row) : less(priceOf(row), row.discount)

/** Adds months like the provider: six months after 31 August is the last day of February. */
const monthsLater = (date: Date, months: number): Date => {
  const later = new Date(date)
  later.setUTCMonth(date.getUTCMonth() + months)
  if (later.getUTCDate() !== date.getUTCDate()) later.setUTCDate(0)
  return later
}

/**
 * The price of a renewal, less a promotion that still applies then. A promotion on the first charge
 * only does not.
 */
const renewalCharge = (row: Subscribed, renewsAt: Date): Money => {
  const { discount, startedAt } = row
  if (discount === null || discount.duration === 'once') return priceOf(row)
  if (discount.duration === 'forever') return less(priceOf(row), discount)
  const until = monthsLater(startedAt!, discount.months ?? 0)
  return renewsAt < until ? less(priceOf(row), discount) : priceOf(row)
}

/** What is charged when the current period ends. */
const nextCharge = (row: Subscribed): Money =>
  row.state === 'trialing' ? firstCharge(row) : renewalCharge(row, row.currentPeriodEnd!)

/**
 * When the reminder of a trial's end is due. A trial too short for the lead time of a yearly plan
 * gets that of a monthly plan; for an even shorter one the first mail is enough, and the result is
 * null.
 */
export const trialReminderAt = (
  startedAt: Date,
  trialEnd: Date,
  interval: Product['interval'],
): Date | null =>
  [trialLeadDays[interval], trialLeadDays.month]
    .map((days) => before(trialEnd, days))
    .find((due) => startedAt < due) ?? null

/** When access ends while a payment is failing; null once it has ended. */
const graceEnd = ({ graceEndsAt }: Subscribed, now: Date): string | null =>
  graceEndsAt !== null && graceEndsAt > now ? graceEndsAt.toISOString() : null

/** Whether a payment is overdue, or its collection was given up. */
const isUnpaid = (state: string): boolean => state === 'past_due' || state === 'unpaid'

type PlanChanged = Extract<Cause, { readonly kind: 'plan-changed' }>

const planStarted = (row: Subscribed, charged: Money | null): PlanChanged => {
  const { productId, priceId } = row
  return {
    kind: 'plan-changed',
    productId,
    priceId,
    price: priceOf(row),
    startsAt: null,
    charged: charged === null || charged.amount === 0 ? null : charged,
    nextCharge: nextCharge(row),
    nextChargeAt: row.currentPeriodEnd!.toISOString(),
  }
}

const planPending = (row: Subscribed, change: PlannedChange): PlanChanged => {
  const { productId, priceId, price, date, keepsDiscount } = change
  const changed = { ...row, priceAmount: price.amount, priceCurrency: price.currency }
  return {
    kind: 'plan-changed',
    productId,
    priceId,
    price,
    startsAt: date,
    charged: null,
    nextCharge: keepsDiscount ? renewalCharge(changed, new Date(date)) : price,
    nextChargeAt: date,
  }
}

/** The change of plan between two stored states; null when it was announced before. */
const planChangeOf = (
  earlier: Subscribed,
  row: Subscribed,
  charged: Money | null,
): PlanChanged | null => {
  if (earlier.startedAt === null || !isLive(row.state)) return null
  const { pendingChange: announced } = earlier
  const { pendingChange: pending } = row
  if (pending !== null && pending.productId !== announced?.productId)
    return planPending(row, pending)
  const isNew = row.productId !== earlier.productId && row.productId !== announced?.productId
  return isNew ? planStarted(row, charged) : null
}

/** Whether a pending change was taken back, so that the current plan continues. */
const keepsPlan = (earlier: Subscribed, row: Subscribed): boolean =>
  earlier.pendingChange !== null &&
  row.pendingChange === null &&
  row.productId === earlier.productId &&
  row.currentPeriodEnd?.getTime() === earlier.currentPeriodEnd?.getTime()

/**
 * The notices that follow from a subscription's change from one stored state to another. `charged`
 * is the amount charged immediately for a change of plan.
 */
export const causesOf = (
  earlier: Subscribed,
  row: Subscribed,
  charged: Money | null = null,
  now = new Date(),
): readonly Keyed[] => {
  const { id, productId } = row
  // The ticket makes the key unique, so that a later cancellation is a cause of its own.
  const nth = (kind: Cause['kind']) => `${kind}:${id}:${row.appliedTicket}`
  const keyed: Keyed[] = []
  if (row.startedAt === null) return keyed
  if (earlier.startedAt === null) {
    const [startedAt, periodEnd] = [
      row.startedAt.toISOString(),
      row.currentPeriodEnd!.toISOString(),
    ]
    // Without a trial, the provider has already used up a promotion for one charge.
    const charged = { ...row, discount: row.discount ?? earlier.discount }
    const isForever = row.discount?.duration === 'forever'
    keyed.push({
      key: `subscribed:${id}`,
      cause: {
        kind: 'subscribed',
        productId,
        price: isForever ? firstCharge(row) : priceOf(row),
        firstCharge: firstCharge(row.state === 'trialing' ? row : charged),
        startedAt,
        trialEnd: row.state === 'trialing' ? (row.trialEnd?.toISOString() ?? null) : null,
        periodEnd,
      },
    })
  }
  if (isUnpaid(earlier.state) && row.state === 'active') {
    keyed.push({
      key: nth('payment-recovered'),
      cause: {
        kind: 'payment-recovered',
        productId,
        price: renewalCharge(row, row.currentPeriodEnd!),
        periodEnd: row.currentPeriodEnd!.toISOString(),
        isCancelled: row.cancelAtPeriodEnd,
      },
    })
  }
  if (!earlier.cancelAtPeriodEnd && row.cancelAtPeriodEnd && isLive(row.state)) {
    keyed.push({
      key: nth('cancelled'),
      cause: {
        kind: 'cancelled',
        productId,
        accessUntil: row.currentPeriodEnd!.toISOString(),
        isTrial: row.state === 'trialing',
        isClosed: row.charged?.refund != null,
        ...(isUnpaid(row.state) && {
          owed: row.openInvoice?.amount ?? null,
          graceEndsAt: graceEnd(row, now),
        }),
      },
    })
  }
  const change = planChangeOf(earlier, row, charged)
  if (change !== null) keyed.push({ key: nth('plan-changed'), cause: change })
  // Omitted after a change of plan, since that mail names the next charge, too.
  else if (
    (earlier.cancelAtPeriodEnd || keepsPlan(earlier, row)) &&
    !row.cancelAtPeriodEnd &&
    isInGoodStanding(row.state)
  ) {
    keyed.push({
      key: nth('resumed'),
      cause: {
        kind: 'resumed',
        productId,
        charge: nextCharge(row),
        chargedAt: row.currentPeriodEnd!.toISOString(),
        isKept: !earlier.cancelAtPeriodEnd,
        isClosed: row.charged?.refund != null,
      },
    })
  }
  if (earlier.state === 'past_due' && row.state === 'unpaid' && row.openInvoice !== null) {
    const { openInvoice, cancelAtPeriodEnd: isCancelled } = row
    keyed.push({
      key: nth('on-hold'),
      cause: { kind: 'on-hold', productId, owed: openInvoice.amount, isCancelled },
    })
  }
  const isOwnWish = earlier.cancelAtPeriodEnd || row.withdrawnAt !== null
  if (isUnpaid(earlier.state) && row.state === 'canceled' && !isOwnWish)
    keyed.push({ key: nth('ended-unpaid'), cause: { kind: 'ended-unpaid', productId } })
  const refund = row.charged?.refund ?? null
  // The bank itself notifies the cardholder of a dispute.
  const isRefundTold = refund?.by === 'shop' && (earlier.charged?.refund ?? null) === null
  // Omitted after a refund, since that mail announces the end, too.
  if (isInGoodStanding(earlier.state) && row.state === 'canceled' && !isOwnWish && !isRefundTold)
    keyed.push({ key: nth('ended'), cause: { kind: 'ended', productId } })
  if (isRefundTold) {
    const before = earlier.charged?.refunded.amount ?? 0
    keyed.push({
      key: `refunded:${id}:${refund.charge}`,
      cause: {
        kind: 'refunded',
        productId,
        amount: refund.amount,
        isInAll: refund.amount.amount > (row.charged?.refunded.amount ?? 0) - before,
        card: refund.card,
        refundedAt: refund.at,
        hasEnded: hasEnded(row.state),
      },
    })
  }
  return keyed
}

/**
 * The causes that become due by date: the approaching end of a trial, or renewal of an annual plan.
 */
export const datedCausesOf = (
  row: Subscribed,
  interval: Product['interval'],
  now: Date,
): readonly Keyed[] => {
  const { id, productId, state, startedAt, trialEnd, currentPeriodEnd } = row
  if (row.cancelAtPeriodEnd || startedAt === null) return []
  if (state === 'trialing' && trialEnd !== null) {
    const due = trialReminderAt(startedAt, trialEnd, interval)
    if (due === null || now < due || now >= trialEnd) return []
    const ends = trialEnd.toISOString()
    // A plan that replaced the ordered one gets a reminder of its own.
    const isOrdered = row.consent === null || row.consent.productId === productId
    return [
      {
        key: `trial-ending:${id}:${ends}${isOrdered ? '' : `:${productId}`}`,
        cause: {
          kind: 'trial-ending',
          productId,
          charge: firstCharge(row),
          startedAt: startedAt.toISOString(),
          trialEnd: ends,
        },
      },
    ]
  }
  // With a pending change, the current plan does not renew.
  if (row.pendingChange !== null) return []
  if (state === 'active' && interval === 'year' && currentPeriodEnd !== null) {
    if (now < before(currentPeriodEnd, renewalLeadDays) || now >= currentPeriodEnd) return []
    const renewsAt = currentPeriodEnd.toISOString()
    return [
      {
        key: `renewal-ahead:${id}:${renewsAt}`,
        cause: {
          kind: 'renewal-ahead',
          productId,
          charge: renewalCharge(row, currentPeriodEnd),
          renewsAt,
        },
      },
    ]
  }
  return []
}

/** An attempt to charge an invoice that failed. */
export type FailedAttempt = {
  readonly invoiceId: string
  /** Counts the provider's attempts at this invoice. */
  readonly attempt: number
  readonly amount: Money
  readonly attemptedAt: Date
  readonly nextAttemptAt: Date | null
}

/**
 * What to notify the user of after a failed attempt to charge. Null before the subscription has
 * started: the buyer saw that failure on the site.
 */
export const failedAttemptCause = (
  row: Subscribed,
  failed: FailedAttempt,
  now = new Date(),
): Keyed | null =>
  row.startedAt === null
    ? null
    : {
        key: `payment-failed:${failed.invoiceId}:${failed.attempt}`,
        cause: {
          kind: 'payment-failed',
          productId: row.productId,
          amount: failed.amount,
          attemptedAt: failed.attemptedAt.toISOString(),
          nextAttemptAt: failed.nextAttemptAt?.toISOString() ?? null,
          card: row.card && { brand: row.card.brand, last4: row.card.last4 },
          accessUntil: graceEnd(row, now),
          isCancelled: row.cancelAtPeriodEnd,
        },
      }
