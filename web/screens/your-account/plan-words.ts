import { formatMoney, subtract } from '#core/model/money.ts'
import { discountOf } from '#core/model/plan.ts'
import type { Product } from '#core/model/plan.ts'
import type { Subscription } from '#core/model/subscription.ts'
import { formatDate, perInterval, promotionWords } from '../../content/words/money-words.ts'

export type PlanSummary = {
  readonly badge: string
  /** `good` is running, `resting` is ending or ended, `wanting` needs the visitor to act. */
  readonly tone: 'good' | 'resting' | 'wanting'
  /** The one thing to know. */
  readonly statement: string
  /** What follows from it. */
  readonly sentence: string
  readonly rows: readonly { readonly label: string; readonly value: string }[]
  /** What can be done about it here. */
  readonly action: 'cancel' | 'resume' | 'choose'
}

const planRow = ({ price, productId }: Subscription, product: Product | null) => ({
  label: product?.name ?? productId,
  value: product ? `${formatMoney(price)} ${perInterval(product.interval)}` : formatMoney(price),
})

const promotionRow = ({ discount }: Subscription) =>
  discount === null ? [] : [{ label: discount.code, value: promotionWords(discount) }]

const chargeRow = (label: string, { price, discount }: Subscription, end: string) => {
  const amount = formatMoney(subtract(price, discountOf({ price }, discount).amount))
  return { label, value: `${amount} on ${end}` }
}

const hasNone: PlanSummary = {
  badge: 'No plan',
  tone: 'resting',
  statement: 'You have no plan yet',
  sentence: 'Your results are yours to keep. A plan adds the coach in the app.',
  rows: [],
  action: 'choose',
}

/** How the subscription stands, in words: what it costs, until when it is paid for, and what comes next. */
export const planSummary = (
  subscription: Subscription | null,
  product: Product | null,
  now: Date,
): PlanSummary => {
  if (subscription === null) return hasNone
  const { status, currentPeriodEnd, cancelAtPeriodEnd } = subscription
  const endsAt = new Date(currentPeriodEnd)
  const end = formatDate(endsAt)
  const rows = [planRow(subscription, product), ...promotionRow(subscription)]
  const isRunning = status === 'trialing' || status === 'active'

  if (isRunning && cancelAtPeriodEnd) {
    return {
      badge: 'Cancelled',
      tone: 'resting',
      statement: `Yours until ${end}`,
      sentence: 'You keep full access until then. Nothing more will be charged.',
      rows: [planRow(subscription, product), { label: 'Next charge', value: 'None' }],
      action: 'resume',
    }
  }
  switch (status) {
    case 'trialing':
      return {
        badge: 'Free trial',
        tone: 'good',
        statement: `Free until ${end}`,
        sentence: 'Cancel before then and you pay nothing.',
        rows: [...rows, chargeRow('First charge', subscription, end)],
        action: 'cancel',
      }
    case 'active':
      return {
        badge: 'Active',
        tone: 'good',
        statement: `Renews on ${end}`,
        sentence: 'It continues until you cancel.',
        rows: [...rows, chargeRow('Next charge', subscription, end)],
        action: 'cancel',
      }
    case 'past_due':
    case 'unpaid':
      return {
        badge: 'Payment due',
        tone: 'wanting',
        statement: 'The last payment did not go through',
        sentence: 'It happens: cards expire, and banks ask for another check. Nothing is lost.',
        rows,
        action: cancelAtPeriodEnd ? 'resume' : 'cancel',
      }
    case 'paused':
      return {
        badge: 'Paused',
        tone: 'resting',
        statement: 'Your plan is paused',
        sentence: 'Nothing is charged while it’s paused.',
        rows,
        action: cancelAtPeriodEnd ? 'resume' : 'cancel',
      }
    case 'canceled':
      return {
        badge: 'Ended',
        tone: 'resting',
        statement: endsAt <= now ? `Ended on ${end}` : 'Your plan has ended',
        sentence: 'Your results are still here. You can choose a plan again whenever you like.',
        rows: [],
        action: 'choose',
      }
    case 'incomplete':
    case 'incomplete_expired':
      return hasNone
  }
}
