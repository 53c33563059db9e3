import { subtract } from '#core/model/money.ts'
import type { Money } from '#core/model/money.ts'
import { discountOf } from '#core/model/plan.ts'
import type { Product, Promotion } from '#core/model/plan.ts'
import type { PlanChangeLine, PlanChangePreview } from '#core/model/plan-change.ts'
import type { Subscription } from '#core/model/subscription.ts'

const DAY = 24 * 60 * 60 * 1000

/** What was paid for the current period. */
export type PaidPeriod = { readonly start: string; readonly paid: Money }

export type PlanChange = Omit<PlanChangePreview, 'id'>

type Facts = {
  readonly subscription: Subscription
  /** Null in a trial. */
  readonly period: PaidPeriod | null
  readonly next: Product
  /** Whether the subscription's promotion also applies to the next plan. */
  readonly keepsPromotion: boolean
  readonly now: Date
}

export const oneInterval = (from: Date, interval: Product['interval']): Date => {
  const end = new Date(from)
  if (interval === 'year') end.setUTCFullYear(end.getUTCFullYear() + 1)
  else end.setUTCMonth(end.getUTCMonth() + 1)
  return end
}

/** What the product costs with the promotion. */
export const dueOf = (product: Pick<Product, 'price'>, promotion: Promotion | null): Money =>
  subtract(product.price, discountOf(product, promotion).amount)

/** The promotion for the next charges; one for a single charge ends with the first. */
const runningPromotion = ({
  discount,
  status,
}: Pick<Subscription, 'discount' | 'status'>): Promotion | null =>
  status !== 'trialing' && discount?.duration === 'once' ? null : discount

/** The period that begins at `start`, and what is paid for it after the first charge. */
export const periodFrom = (subscription: Subscription, start: Date): PaidPeriod => ({
  start: start.toISOString(),
  paid: dueOf(subscription, runningPromotion(subscription)),
})

const daysBetween = (start: number, end: number) => Math.round((end - start) / DAY)

/** The credit for the unused days of the current period, in minor units. */
const unusedPart = (
  { currentPeriodEnd }: Subscription,
  { start, paid }: PaidPeriod,
  now: Date,
): number => {
  const end = Date.parse(currentPeriodEnd)
  const share = daysBetween(now.getTime(), end) / daysBetween(Date.parse(start), end)
  return Math.round(paid.amount * share)
}

const linesOf = (
  { subscription, next, now }: Facts,
  period: PaidPeriod,
  promotion: Promotion | null,
): readonly PlanChangeLine[] => {
  const { currency } = next.price
  const start = now.toISOString()
  const coming = { start, end: oneInterval(now, next.interval).toISOString() }
  const discount = { amount: -discountOf(next, promotion).amount, currency }
  const unused = { amount: -unusedPart(subscription, period, now), currency }
  const lines: readonly PlanChangeLine[] = [
    { kind: 'plan', amount: next.price, period: coming },
    { kind: 'discount', amount: discount, period: coming },
    { kind: 'unused', amount: unused, period: { start, end: subscription.currentPeriodEnd } },
  ]
  return lines.filter(({ amount }) => amount.amount !== 0)
}

/** What a change to another plan does, or to the current plan while a change is pending. */
export const planChangeOf = (facts: Facts): PlanChange => {
  const { subscription, period, next, keepsPromotion, now } = facts
  const { price, productId, currentPeriodEnd } = subscription
  const running = runningPromotion(subscription)
  const kept = keepsPromotion ? running : null
  const amount = dueOf(next, kept)
  const nothing = {
    productId: next.id,
    dueToday: { ...next.price, amount: 0 },
    lines: [],
    nextCharge: { date: currentPeriodEnd, amount },
    endingPromotion: keepsPromotion ? null : running,
  }
  if (next.id === productId || period === null) return { ...nothing, effective: 'now' }
  if (next.price.amount <= price.amount) return { ...nothing, effective: 'period-end' }
  const lines = linesOf(facts, period, kept)
  const sum = lines.reduce((total, line) => total + line.amount.amount, 0)
  return {
    ...nothing,
    effective: 'now',
    dueToday: { ...next.price, amount: Math.max(0, sum) },
    lines,
    nextCharge: { date: oneInterval(now, next.interval).toISOString(), amount },
  }
}
