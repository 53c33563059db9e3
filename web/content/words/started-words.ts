import { formatMoney, subtract } from '#core/model/money.ts'
import { nextCharge } from '#core/model/next-charge.ts'
import { hasAccess } from '#core/model/payment-standing.ts'
import { discountOf } from '#core/model/plan.ts'
import type { Subscription } from '#core/model/subscription.ts'
import { runningTrial } from '#core/model/trial.ts'
import { formatDate, formatDayAndMonth } from './money-words.ts'

/** What was charged with the order, and the next charge; null when neither is certain. */
const chargedWords = (subscription: Subscription, now: Date): string | null => {
  const { consent, status, cancelAtPeriodEnd, pendingChange } = subscription
  const isToday = consent && new Date(consent.agreedAt).toDateString() === now.toDateString()
  const trial = runningTrial(subscription, null)
  if (trial !== null) {
    const today = isToday ? `${formatMoney({ ...trial.charge, amount: 0 })} today, ` : ''
    return `${today}${formatMoney(trial.charge)} on ${formatDayAndMonth(trial.chargesAt)}.`
  }
  if (status !== 'active' || cancelAtPeriodEnd || pendingChange !== null) return null
  const charge = formatMoney(nextCharge(subscription))
  const next = `${charge} on ${formatDate(new Date(subscription.currentPeriodEnd))}.`
  if (!isToday || consent.trialEnd !== null) return `Next charge: ${next}`
  const paid = formatMoney(subtract(consent.price, discountOf(consent, consent.discount).amount))
  return `${paid} paid today, next charge ${next}`
}

/** Says why a plan gives no access to the app at the moment; null if it gives access. */
export const closedWords = (
  subscription: Subscription,
  now: Date,
): { readonly heading: string; readonly next: string } | null => {
  if (hasAccess(subscription, now)) return null
  return subscription.status === 'paused'
    ? {
        heading: 'Your plan is paused',
        next: 'You can’t use the app in the meantime. Your account shows how to restart your plan.',
      }
    : {
        heading: 'Your plan is on hold',
        next: 'You can use the app again once you’ve paid. Your account shows what’s due.',
      }
}

/**
 * "You’re in. $0.00 today, $89.99 on 10 December.", or "You’re in. $89.99 paid today, next charge
 * $89.99 on 26 November 2027."
 */
export const startedWords = (subscription: Subscription | null, now: Date): string => {
  const charged = subscription && chargedWords(subscription, now)
  return charged === null ? 'You’re in.' : `You’re in. ${charged}`
}
