import type { Invoice } from '#core/model/invoice.ts'
import { formatMoney } from '#core/model/money.ts'
import type { Money } from '#core/model/money.ts'
import { isLive } from '#core/model/subscription.ts'
import type { Subscription } from '#core/model/subscription.ts'
import { formatDayAndMonth, formatTime } from './money-words.ts'

/** The card is not named by its number, since another may be on file now. */
const cardPaidWith = 'the card you paid with'

/** "10 December, 09:00": on the last day the time of day matters. */
const momentWords = (date: Date): string => `${formatDayAndMonth(date)}, ${formatTime(date)}`

type Facts = {
  readonly subscription: Pick<Subscription, 'status'>
  /** The amount to refund. */
  readonly amount: Money
}

/** "You can get $89.99 back until 10 December, 09:00." */
export const offerWords = (until: Date, amount: Money): string =>
  `You can get ${formatMoney(amount)} back until ${momentWords(until)}.`

/** Says until when one can withdraw, and that no reason is needed. */
export const noReasonWords = (until: Date): string =>
  `You have until ${momentWords(until)}, and you don’t need a reason.`

/** What will happen, one sentence for each. */
export const consequenceWords = ({ subscription, amount }: Facts): readonly string[] => [
  `All ${formatMoney(amount)} goes back to ${cardPaidWith}.`,
  isLive(subscription)
    ? 'Your plan ends as soon as you confirm, and with it your access to the app.'
    : 'Your plan has already ended, so nothing else changes.',
  'You keep your account and your results.',
]

/** The question of the second step. */
export const confirmWords = ({ subscription, amount }: Facts, planName: string): string =>
  isLive(subscription)
    ? `Refund ${formatMoney(amount)} and end ${planName} now?`
    : `Refund ${formatMoney(amount)}?`

export const withdrawLabel = ({ subscription, amount }: Facts): string =>
  `Refund ${formatMoney(amount)}${isLive(subscription) ? ' and end my plan' : ''}`

export const withdrawBusyLabel = (amount: Money): string => `Refunding ${formatMoney(amount)}`

/** The label of the button that closes the form without withdrawing. */
export const keepLabel = ({ subscription }: Pick<Facts, 'subscription'>): string =>
  isLive(subscription) ? 'Keep my plan' : 'Not now'

export const paidOnWords = ({ createdAt }: Pick<Invoice, 'createdAt'>): string =>
  `Paid on ${formatDayAndMonth(new Date(createdAt))}`

export const backToWords = `Back to ${cardPaidWith}`

/** Said right after the withdrawal. */
export const onItsWayWords = (amount: Money): string =>
  `${formatMoney(amount)} is on its way back to ${cardPaidWith}. Banks take 5 to 10 days.`

/** Said right after a withdrawal that refunded nothing. */
export const nothingRefundedWords = (
  refusal: 'withdrawal-over' | 'ended' | 'nothing-left',
  subscription: Pick<Subscription, 'status'> | null,
): string => {
  switch (refusal) {
    case 'ended':
      return 'Your plan had already ended, so nothing was refunded just now.'
    case 'nothing-left':
      return 'Nothing was refunded just now: there’s nothing left to refund, or your bank is still deciding a dispute.'
    case 'withdrawal-over':
      return `The 14-day refund period has ended. Nothing was refunded${subscription && isLive(subscription) ? ', and your plan hasn’t changed' : ''}.`
  }
}

/** Shown with the plan after a refund, whoever made it. */
export const sentBackWords = (amount: Money): string =>
  `${formatMoney(amount)} went back to ${cardPaidWith}.`

/** The status of an invoice that was refunded. */
export const refundedWords = (total: Money, refunded: Money): string =>
  refunded.amount < total.amount ? `Paid, ${formatMoney(refunded)} refunded` : 'Refunded'
