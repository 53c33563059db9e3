import { formatMoney } from '#core/model/money.ts'
import type { Money } from '#core/model/money.ts'
import { nextCharge } from '#core/model/next-charge.ts'
import type { Product } from '#core/model/plan.ts'
import { hasAccess } from '#core/model/payment-standing.ts'
import type { PendingChange, Subscription } from '#core/model/subscription.ts'
import { failureWords, nextTryWords } from '../../content/words/card-words.ts'
import { days, formatDate, perInterval, promotionWords } from '../../content/words/money-words.ts'
import { sentBackWords } from '../../content/words/withdrawal-words.ts'
import type { PlanSign } from './plan-sign.tsx'

export type PlanSummary = {
  readonly badge: string
  /** The badge's shape, which tells the states apart without colour. */
  readonly sign: PlanSign
  /** The most important fact about the plan. */
  readonly statement: string
  /** A sentence of explanation. */
  readonly sentence: string
  readonly rows: readonly { readonly label: string; readonly value: string }[]
  /** The action offered in this state. */
  readonly action: 'cancel' | 'resume' | 'choose'
  /** Whether the visitor should enter another card. */
  readonly isCardNeeded?: true
  /** Whether a change to another plan is pending. */
  readonly isChanging?: true
}

const DAY = 24 * 60 * 60 * 1000

const productOf = (products: readonly Product[], productId: string): Product | null =>
  products.find(({ id }) => id === productId) ?? null

/** The plan's name, or its id if it is no longer offered. */
export const planName = (products: readonly Product[], productId: string): string =>
  productOf(products, productId)?.name ?? productId

const planRow = ({ price, productId }: Subscription, products: readonly Product[]) => {
  const product = productOf(products, productId)
  const amount = formatMoney(price)
  return {
    label: product?.name ?? 'Your plan',
    value: product ? `${amount} ${perInterval(product.interval)}` : amount,
  }
}

const promotionRow = ({ discount }: Subscription) =>
  discount === null ? [] : [{ label: discount.code, value: promotionWords(discount) }]

const chargeRow = (label: string, subscription: Subscription, end: string) => ({
  label,
  value: `${formatMoney(nextCharge(subscription))} on ${end}`,
})

/** What resuming a cancelled plan costs, shown below the day until which it is paid. */
const resumeWords = (subscription: Subscription): string =>
  `If you resume, ${formatMoney(nextCharge(subscription))} is due that day.`

/** "14 days left." */
const daysLeft = (end: Date, now: Date): string => {
  const left = Math.ceil((end.getTime() - now.getTime()) / DAY)
  return left > 0 ? `${days(left)} left. ` : ''
}

/** What is said while a payment is failing: before the grace period ends, and after it. */
const failing = (
  { status, openInvoice, graceEndsAt }: Subscription,
  now: Date,
): Pick<PlanSummary, 'badge' | 'sign' | 'statement' | 'sentence'> => {
  if (openInvoice === null) {
    return {
      badge: 'Payment failed',
      sign: 'triangle',
      statement: 'Your last payment didn’t go through',
      sentence: 'It happens: cards expire, and banks ask for another check. Nothing is lost.',
    }
  }
  const failure = failureWords(openInvoice)
  const nextTry = openInvoice.nextAttemptAt === null ? '' : ` ${nextTryWords(openInvoice)}`
  if (hasAccess({ status, graceEndsAt }, now) && graceEndsAt !== null) {
    return {
      badge: 'Payment failed',
      sign: 'triangle',
      statement: `Access until ${formatDate(new Date(graceEndsAt))}`,
      sentence: `${failure} ${nextTryWords(openInvoice)}`,
    }
  }
  return {
    badge: 'On hold',
    sign: 'square',
    statement: `Waiting for ${formatMoney(openInvoice.amount)}`,
    sentence: `${failure} You can’t use the app until it’s paid. Your results are still here.${nextTry}`,
  }
}

/** "to Monthly on 3 March 2027" */
const pendingWords = ({ productId, date }: PendingChange, products: readonly Product[]): string =>
  `to ${planName(products, productId)} on ${formatDate(new Date(date))}`

/** What is said while a change to another plan waits for the next period. */
const changing = (
  subscription: Subscription,
  pending: PendingChange,
  products: readonly Product[],
): PlanSummary => {
  const { productId } = pending
  const next = productOf(products, productId)
  const nextRow = next && planRow({ ...subscription, productId, price: next.price }, products)
  return {
    badge: 'Change planned',
    sign: 'diamond',
    statement: `Changes ${pendingWords(pending, products)}`,
    sentence: `You keep ${planName(products, subscription.productId)} until then.`,
    rows: [
      planRow(subscription, products),
      ...(nextRow ? [{ ...nextRow, label: `Then ${nextRow.label}` }] : []),
    ],
    action: 'cancel',
    isChanging: true,
  }
}

/**
 * The words for a plan that continues although a refund ended access. `next` is what it does then:
 * "renews on 5 December 2026".
 */
const closed = (
  { cancelAtPeriodEnd }: Subscription,
  refunded: Money,
  end: string,
  next: string,
): Pick<PlanSummary, 'badge' | 'sign' | 'statement' | 'sentence'> => ({
  badge: cancelAtPeriodEnd ? 'Cancelled' : 'On hold',
  sign: cancelAtPeriodEnd ? 'ring' : 'square',
  statement: 'You can’t use the app',
  sentence: `${sentBackWords(refunded)} ${
    cancelAtPeriodEnd
      ? `Your plan ends on ${end}, and nothing more will be charged.`
      : `Your plan still ${next}, unless you cancel it.`
  }`,
})

const hasNone: PlanSummary = {
  badge: 'No plan',
  sign: 'bar',
  statement: 'You have no plan yet',
  sentence: 'Your results are yours to keep. A plan adds the coach in the app.',
  rows: [],
  action: 'choose',
}

/**
 * The state of a subscription in words: its price, until when it is paid for, and what comes next.
 * `refunded` is the refunded amount; `isClosed` once the last charge is refunded in full.
 */
export const planSummary = (
  subscription: Subscription | null,
  products: readonly Product[],
  now: Date,
  refunded: Money | null = null,
  isClosed = false,
): PlanSummary => {
  if (subscription === null) return hasNone
  const { status, currentPeriodEnd, cancelAtPeriodEnd, pendingChange } = subscription
  const endsAt = new Date(currentPeriodEnd)
  const end = formatDate(endsAt)
  const rows = [planRow(subscription, products), ...promotionRow(subscription)]
  const isRunning = status === 'trialing' || status === 'active'
  const cancelled = cancelAtPeriodEnd
    ? ` You’ve cancelled, so your plan won’t renew after ${end}.`
    : ''
  const next =
    pendingChange === null ? `renews on ${end}` : `changes ${pendingWords(pendingChange, products)}`
  const whenClosed = isClosed && refunded && closed(subscription, refunded, end, next)

  if (isRunning && cancelAtPeriodEnd) {
    return {
      badge: 'Cancelled',
      sign: 'ring',
      statement: `Yours until ${end}`,
      sentence: `You keep full access until then. ${resumeWords(subscription)}`,
      ...whenClosed,
      rows: [planRow(subscription, products), { label: 'Next charge', value: 'None' }],
      action: 'resume',
    }
  }
  if (isRunning && pendingChange !== null)
    return { ...changing(subscription, pendingChange, products), ...whenClosed }
  switch (status) {
    case 'trialing':
      return {
        badge: 'Free trial',
        sign: 'part',
        statement: `Free until ${end}`,
        sentence: `${daysLeft(endsAt, now)}Cancel before then and you pay nothing.`,
        rows: [...rows, chargeRow('First charge', subscription, end)],
        action: 'cancel',
      }
    case 'active':
      return {
        badge: 'Active',
        sign: 'dot',
        statement: `Renews on ${end}`,
        sentence: 'Your plan continues until you cancel.',
        ...whenClosed,
        // When the app is closed, the sentence already says when the plan renews.
        rows: whenClosed ? rows : [...rows, chargeRow('Next charge', subscription, end)],
        action: 'cancel',
      }
    case 'past_due':
    case 'unpaid': {
      const failed = failing(subscription, now)
      return {
        ...failed,
        sentence: failed.sentence + cancelled,
        rows: [planRow(subscription, products)],
        action: cancelAtPeriodEnd ? 'resume' : 'cancel',
        isCardNeeded: true,
      }
    }
    case 'paused':
      return {
        badge: 'Paused',
        sign: 'square',
        statement: 'Your plan is paused',
        sentence: `Nothing is charged while it’s paused, and you can’t use the app. Your results are still here. Contact us and we’ll start it again.${cancelled}`,
        rows,
        action: cancelAtPeriodEnd ? 'resume' : 'cancel',
      }
    case 'canceled':
      return {
        badge: 'Ended',
        sign: 'bar',
        // After a refund, the date of the period's end would be wrong.
        statement: refunded === null && endsAt <= now ? `Ended on ${end}` : 'Your plan has ended',
        sentence: `${refunded === null ? '' : `${sentBackWords(refunded)} `}Your account and results stay, and nothing more is charged. Choose a plan whenever you like; it starts without another free trial.`,
        rows: [],
        action: 'choose',
      }
    case 'incomplete':
    case 'incomplete_expired':
      return hasNone
  }
}
