import type { Invoice } from '#core/model/invoice.ts'
import { formatMoney } from '#core/model/money.ts'
import type { Money } from '#core/model/money.ts'
import { isLive } from '#core/model/subscription.ts'
import type { SavedCard, Subscription } from '#core/model/subscription.ts'
import { formatDayAndMonth } from './money-words.ts'

/** "Visa ending in 4242" */
const cardInWords = (card: Pick<SavedCard, 'brand' | 'last4'> | null): string =>
  card === null ? 'the card you paid with' : `${card.brand} ending in ${card.last4}`

type Facts = {
  readonly subscription: Pick<Subscription, 'status' | 'paymentMethod'>
  /** What is paid back. */
  readonly amount: Money
}

/** "Until 10 December you can have your money back: $89.99." */
export const offerWords = (until: Date, amount: Money): string =>
  `Until ${formatDayAndMonth(until)} you can have your money back: ${formatMoney(amount)}.`

/** Until when, and that nobody has to explain. */
export const noReasonWords = (until: Date): string =>
  `You have until ${formatDayAndMonth(until)}, and you don’t need a reason.`

/** What will happen, one sentence for each. */
export const consequenceWords = ({ subscription, amount }: Facts): readonly string[] => [
  `All ${formatMoney(amount)} goes back to ${cardInWords(subscription.paymentMethod)}.`,
  isLive(subscription)
    ? 'Your plan ends as soon as you confirm, and the app closes.'
    : 'Your plan has already ended, so nothing else changes.',
  'Your account and your results stay.',
]

/** The question of the second step. */
export const confirmWords = ({ subscription, amount }: Facts, planName: string): string =>
  isLive(subscription)
    ? `Refund ${formatMoney(amount)} and end ${planName} now?`
    : `Refund ${formatMoney(amount)}?`

export const withdrawLabel = ({ subscription, amount }: Facts): string =>
  `Refund ${formatMoney(amount)}${isLive(subscription) ? ' and end my plan' : ''}`

export const withdrawBusyLabel = (amount: Money): string => `Refunding ${formatMoney(amount)}`

/** What leaves everything as it is. */
export const keepLabel = ({ subscription }: Pick<Facts, 'subscription'>): string =>
  isLive(subscription) ? 'Keep my plan' : 'Not now'

export const paidOnWords = ({ createdAt }: Pick<Invoice, 'createdAt'>): string =>
  `Paid on ${formatDayAndMonth(new Date(createdAt))}`

export const backToWords = ({ paymentMethod }: Facts['subscription']): string =>
  `Back to ${cardInWords(paymentMethod)}`

/** Said right after the withdrawal. */
export const onItsWayWords = (amount: Money, card: SavedCard | null): string =>
  `${formatMoney(amount)} is on its way back to ${cardInWords(card)}. Banks take 5 to 10 days.`

/** Said of it ever after. */
export const sentBackWords = (amount: Money, card: SavedCard | null): string =>
  `We sent ${formatMoney(amount)} back to ${cardInWords(card)}.`

/** How an invoice stands whose money is back. */
export const refundedWords = (total: Money, refunded: Money): string =>
  refunded.amount < total.amount ? `${formatMoney(refunded)} refunded` : 'Refunded'
