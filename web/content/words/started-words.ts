import { formatMoney, subtract } from '#core/model/money.ts'
import { discountOf } from '#core/model/plan.ts'
import type { Subscription } from '#core/model/subscription.ts'
import { runningTrial } from '#core/model/trial.ts'
import { formatDayAndMonth } from './money-words.ts'

/** What the order did to the money: "$0.00 today, $89.99 on 10 December." Null for later days. */
const chargedWords = (subscription: Subscription, now: Date): string | null => {
  const { consent, status } = subscription
  const isToday = consent && new Date(consent.agreedAt).toDateString() === now.toDateString()
  const trial = runningTrial(subscription, null)
  if (trial !== null) {
    const today = isToday ? `${formatMoney({ ...trial.charge, amount: 0 })} today, ` : ''
    return `${today}${formatMoney(trial.charge)} on ${formatDayAndMonth(trial.chargesAt)}.`
  }
  if (!isToday || consent.trialEnd !== null || status !== 'active') return null
  const { amount } = discountOf(consent, consent.discount)
  return `${formatMoney(subtract(consent.price, amount))} paid today.`
}

/** "You’re in. $0.00 today, $89.99 on 10 December." */
export const startedWords = (subscription: Subscription | null, now: Date): string => {
  const charged = subscription && chargedWords(subscription, now)
  return charged === null ? 'You’re in.' : `You’re in. ${charged}`
}
