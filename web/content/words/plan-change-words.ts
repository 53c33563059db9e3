import { formatMoney } from '#core/model/money.ts'
import type { Money } from '#core/model/money.ts'
import type { Interval, Product, Promotion } from '#core/model/plan.ts'
import type { PlanChangeLine, PlanChangePreview } from '#core/model/plan-change.ts'
import type { ShownTerms, Subscription } from '#core/model/subscription.ts'
import type { PlanChangeRefusal } from '#core/use-cases/change-plan.ts'
import { termsVersion } from '../terms-version.ts'
import { cardName, newAmountWords } from './card-words.ts'
import { changeAgreement } from './consent-words.ts'
import { formatDate, perInterval, plain } from './money-words.ts'

type Facts = {
  readonly subscription: Subscription
  /** The interval is null if the plan is no longer offered. */
  readonly present: { readonly name: string; readonly interval: Interval | null }
  readonly next: Product
}

const DAY = 24 * 60 * 60 * 1000

/** "−$7.36" */
export const signedMoney = (money: Money): string =>
  money.amount < 0 ? `−${formatMoney({ ...money, amount: -money.amount })}` : formatMoney(money)

const unusedDays = ({ start, end }: PlanChangeLine['period']): string => {
  const count = Math.max(1, Math.round((Date.parse(end) - Date.parse(start)) / DAY))
  return count === 1 ? '1 unused day' : `${count} unused days`
}

/** What a line of the preview is for. */
export const lineLabel = (
  { kind, period }: PlanChangeLine,
  { next, subscription }: Facts,
): string => {
  switch (kind) {
    case 'plan':
      return `${next.name}, from today`
    case 'unused':
      return unusedDays(period)
    case 'discount':
      return subscription.discount?.code ?? 'Discount'
    case 'tax':
      return 'Tax'
  }
}

/** "Today, to Visa 4242" */
export const dueLabel = ({ paymentMethod }: Subscription): string =>
  paymentMethod === null ? 'Today' : `Today, to ${paymentMethod.brand} ${paymentMethod.last4}`

/** The new plan with its price and, if a promotion reduces it, the first charge. */
const planWords = ({ nextCharge }: PlanChangePreview, { name, price, interval }: Product) => {
  const words = `${name} for ${formatMoney(price)} ${perInterval(interval)}`
  return nextCharge.amount.amount === price.amount
    ? words
    : `${words}; your promotion makes the first charge ${formatMoney(nextCharge.amount)}`
}

/** What the change costs, and when it is charged. */
export const changeWords = (
  preview: PlanChangePreview,
  { subscription, present, next }: Facts,
): string => {
  const { effective, nextCharge } = preview
  const date = formatDate(new Date(nextCharge.date))
  if (effective === 'period-end')
    return `${present.name} until ${date}, then ${planWords(preview, next)}. Nothing to pay today.`
  if (subscription.status === 'trialing')
    return `Your free trial continues until ${date}, then ${planWords(preview, next)}. Nothing to pay today.`
  return `You pay for ${perInterval(next.interval)}, less a credit for the unused part of this ${present.interval ?? 'period'}. Next charge: ${formatMoney(nextCharge.amount)} on ${date}.`
}

export const endingWords = ({ code }: Promotion, { name }: Pick<Product, 'name'>): string =>
  `${code} doesn’t work with ${name}, so your promotion ends with this change.`

/** The sentences shown beside the button of a change, which are stored with the change. */
export const shownChange = (
  preview: PlanChangePreview,
  facts: Facts,
): { readonly sentences: readonly string[]; readonly consent: ShownTerms } => {
  const { endingPromotion } = preview
  const sentences = [
    changeWords(preview, facts),
    ...(endingPromotion === null ? [] : [endingWords(endingPromotion, facts.next)]),
    changeAgreement(preview),
  ]
  return { sentences, consent: { text: plain(sentences.join(' ')), version: termsVersion } }
}

export const changeLabel = ({ dueToday }: PlanChangePreview): string =>
  dueToday.amount === 0 ? 'Change plan' : `Pay ${formatMoney(dueToday)} and change`

export const changeBusyLabel = ({ dueToday }: PlanChangePreview): string =>
  dueToday.amount === 0 ? 'Changing your plan' : `Paying ${formatMoney(dueToday)}`

/** What was changed, and what was paid for it. */
export const changedWords = (
  { effective, dueToday, nextCharge }: PlanChangePreview,
  {
    subscription,
    present,
    next,
  }: {
    readonly subscription: Pick<Subscription, 'paymentMethod'>
    readonly present: Pick<Product, 'name'>
    readonly next: Pick<Product, 'name'>
  },
): string => {
  const { paymentMethod } = subscription
  const card = paymentMethod === null ? 'your card' : cardName(paymentMethod)
  const paid =
    dueToday.amount === 0
      ? 'Nothing was charged.'
      : `We charged ${formatMoney(dueToday)} to ${card}.`
  const change =
    effective === 'now'
      ? `You’re on ${next.name} now.`
      : `${present.name} until ${formatDate(new Date(nextCharge.date))}, then ${next.name}.`
  return `Done. ${change} ${paid}`
}

/** Why the plan was not changed. The provider's own sentence stays as it is; ours follows. */
export const unchangedWords = (
  refusal:
    | PlanChangeRefusal
    | { readonly kind: 'preview-stale'; readonly was: Money; readonly due: Money | null },
): { readonly reason: string; readonly advice: string } => {
  const unchanged = 'Nothing was charged, and your plan is unchanged.'
  const advice = `${unchanged} You can try again or use another card.`
  switch (refusal.kind) {
    case 'declined':
      return { reason: refusal.message, advice }
    case 'authentication-failed':
      return { reason: refusal.message, advice: unchanged }
    case 'rejected':
      return { reason: 'We couldn’t charge your card.', advice }
    case 'preview-stale':
      return refusal.due?.amount === refusal.was.amount
        ? {
            reason: 'That took a while, so we checked again.',
            advice: 'The amount hasn’t changed. Nothing was charged.',
          }
        : {
            reason: 'The amount has changed.',
            advice: `${refusal.due ? newAmountWords(refusal.was, refusal.due) : 'Please check it.'} Nothing was charged.`,
          }
  }
}
