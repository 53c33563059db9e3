import { formatMoney } from '#core/model/money.ts'
import type { Money } from '#core/model/money.ts'
import { hasAccess, validityOf } from '#core/model/payment-standing.ts'
import type { OpenInvoice, SavedCard, Subscription } from '#core/model/subscription.ts'
import { tooManyAttempts } from '#core/model/wait-words.ts'
import type { RepairRefusal } from '#core/use-cases/repair-card.ts'
import { formatDayAndMonth, unbroken } from './money-words.ts'

/** "Visa ending 4242" */
export const cardName = ({ brand, last4 }: Pick<SavedCard, 'brand' | 'last4'>): string =>
  `${brand} ${unbroken(`ending ${last4}`)}`

/** How long a card is valid. `warning` is set from the month before it expires. */
export const expiryWords = (
  card: Pick<SavedCard, 'expMonth' | 'expYear'>,
  now: Date,
): { readonly warning: string | null; readonly date: string } => {
  const date = `${String(card.expMonth).padStart(2, '0')}/${card.expYear}`
  switch (validityOf(card, now)) {
    case 'valid':
      return { warning: null, date: `Expires ${date}` }
    case 'expires-next-month':
      return { warning: 'Expires next month', date }
    case 'expires-this-month':
      return { warning: 'Expires this month', date }
    case 'expired':
      return { warning: 'Has expired', date }
  }
}

/** "$89.99 didn’t go through on 21 November." */
export const failureWords = ({ amount, attemptedAt }: OpenInvoice): string =>
  `${formatMoney(amount)} didn’t go through on ${formatDayAndMonth(new Date(attemptedAt))}.`

/** When the previous card is charged again. */
export const nextTryWords = ({ nextAttemptAt }: OpenInvoice): string =>
  nextAttemptAt === null
    ? 'We won’t try this card again.'
    : `We’ll try again on ${formatDayAndMonth(new Date(nextAttemptAt))}.`

/** What a failing payment means for access to the app. */
export const accessWords = (
  subscription: Pick<Subscription, 'status' | 'graceEndsAt'>,
  now: Date,
): string =>
  hasAccess(subscription, now) && subscription.graceEndsAt !== null
    ? `You keep full access until ${formatDayAndMonth(new Date(subscription.graceEndsAt))}.`
    : 'You can use the app again as soon as it’s paid.'

/** What entering another card will do. */
export const replacingWords = (owed: Money | null): string =>
  owed === null
    ? 'It becomes the card for your plan. Nothing is charged now.'
    : `It pays the ${formatMoney(owed)} due now and becomes the card for your plan.`

export const replaceLabel = (owed: Money | null): string =>
  owed === null ? 'Save this card' : `Pay ${formatMoney(owed)} with this card`

export const replaceBusyLabel = (owed: Money | null): string =>
  owed === null ? 'Saving your card' : `Paying ${formatMoney(owed)}`

/** What entering another card did. A plan that renews is charged to it from now on. */
export const replacedWords = (
  paid: Money | null,
  { paymentMethod, cancelAtPeriodEnd }: Pick<Subscription, 'paymentMethod' | 'cancelAtPeriodEnd'>,
  firstName: string | null,
): string => {
  const name = paymentMethod === null ? 'your new card' : cardName(paymentMethod)
  if (paid === null)
    return `Saved. ${cancelAtPeriodEnd ? 'Your plan still won’t renew' : `From now on we’ll charge ${name}`}.`
  const thanks = firstName === null ? 'Thank you.' : `Thank you, ${firstName}.`
  const said = `Paid. ${thanks} Your payment of ${formatMoney(paid)} went through`
  return cancelAtPeriodEnd ? `${said}.` : `${said}, and from now on we’ll charge ${name}.`
}

/**
 * The advice after the provider's own sentence about a card. After a failed bank check, that
 * sentence already says to try another card.
 */
export const declinedAdvice = (kind: 'declined' | 'authentication-failed'): string =>
  kind === 'declined'
    ? 'Nothing was charged. You can try again or use another card.'
    : 'Nothing was charged.'

/** How the amount due has changed. `due` is null when nothing is due. */
export const newAmountWords = (was: Money | null, due: Money | null): string => {
  if (due === null) return 'Nothing is due now.'
  if (was === null) return `${formatMoney(due)} is due now.`
  return was.amount === due.amount
    ? 'Please check it.'
    : `It was ${formatMoney(was)}; now it’s ${formatMoney(due)}.`
}

/**
 * Why a card could not replace the previous one. The provider's own sentence stays as it is; ours
 * follows.
 */
export const refusedCardWords = (
  refusal: RepairRefusal,
): { readonly reason: string; readonly advice: string | null } => {
  switch (refusal.kind) {
    case 'declined':
    case 'authentication-failed':
      return { reason: refusal.message, advice: declinedAdvice(refusal.kind) }
    case 'rejected':
      return {
        reason: 'We couldn’t use this card.',
        advice: 'Nothing was charged. Please enter it again or use another card.',
      }
    case 'due-changed':
      return {
        reason: 'The amount due has changed.',
        advice: `${newAmountWords(refusal.was, refusal.due)} Nothing was charged.`,
      }
    case 'rate-limited':
      return { reason: tooManyAttempts(refusal.retryAfterSeconds), advice: null }
  }
}
