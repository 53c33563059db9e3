import { formatMoney, subtract } from '#core/model/money.ts'
import type { RefusedCode } from '#core/model/plan-choice.ts'
import { discountOf, firstCharge } from '#core/model/plan.ts'
import type { Interval, Product, Promotion } from '#core/model/plan.ts'
import { tooManyAttempts } from '#core/model/wait-words.ts'

/** Keeps words on one line: the end of a card's number, a phone number. */
export const unbroken = (words: string): string => words.replaceAll(' ', '\u00a0')

/** The same words with plain spaces, as agreed terms are stored. */
export const plain = (words: string): string => words.replaceAll('\u00a0', ' ')

/** A date in the visitor's time zone. In large text, only the year may wrap. */
export const formatDateAs = (date: Date, parts: Intl.DateTimeFormatOptions): string =>
  new Intl.DateTimeFormat('en-GB', parts).format(date).replace(' ', '\u00a0')

/** "5 December 2026" */
export const formatDate = (date: Date): string =>
  formatDateAs(date, { day: 'numeric', month: 'long', year: 'numeric' })

/** "5 December", for dates whose year is obvious. */
export const formatDayAndMonth = (date: Date): string =>
  formatDateAs(date, { day: 'numeric', month: 'long' })

/** "09:00", in the visitor's time zone. */
export const formatTime = (date: Date): string =>
  new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' }).format(date)

/** "5 Dec 2026", for columns. */
export const formatShortDate = (date: Date): string =>
  formatDateAs(date, { day: 'numeric', month: 'short', year: 'numeric' })

/** "a month" or "a year". */
export const perInterval = (interval: Interval): string => `a ${interval}`

export const days = (count: number): string => (count === 1 ? '1 day' : `${count} days`)

const monthsWords = (count: number): string => (count === 1 ? '1 month' : `${count} months`)

/** "20% off your first charge" */
export const promotionWords = ({ percentOff, amountOff, duration, months }: Promotion): string => {
  const off =
    percentOff === undefined
      ? amountOff
        ? `${formatMoney(amountOff)} off`
        : 'A discount'
      : `${percentOff}% off`
  switch (duration) {
    case 'once':
      return `${off} your first charge`
    case 'repeating':
      return `${off} for ${monthsWords(months ?? 1)}`
    case 'forever':
      return `${off} every charge`
  }
}

/**
 * The trial and a discounted first charge, or the charge due today: "14 days free, then $71.99".
 */
export const shortChargeWords = (product: Product, promotion: Promotion | null): string => {
  const discounted =
    promotion && formatMoney(subtract(product.price, discountOf(product, promotion).amount))
  if (product.trialDays === 0) return `${discounted ?? formatMoney(product.price)} today`
  return `${days(product.trialDays)} free${discounted ? `, then ${discounted}` : ''}`
}

/** How to cancel before the first charge; empty without a trial. */
const cancelWords = (product: Product, promotion: Promotion | null, now: Date): string =>
  product.trialDays > 0
    ? `Cancel before ${formatDate(firstCharge(product, promotion, now).at)} and pay nothing.`
    : ''

/** The label of the button that starts the subscription. */
export const startLabel = (product: Product, promotion: Promotion | null): string => {
  const { trialDays, price } = product
  if (trialDays > 0) return `Start ${trialDays} free ${trialDays === 1 ? 'day' : 'days'}`
  const due = subtract(price, discountOf(product, promotion).amount)
  return due.amount > 0 ? 'Start and pay today' : `Start for ${formatMoney(due)} today`
}

/** The charges after the first one. */
export const laterCharges = (product: Product, promotion: Promotion | null): string => {
  const regular = `${formatMoney(product.price)} ${perInterval(product.interval)}`
  if (promotion?.duration === 'forever')
    return `Renews at ${regular}, less your discount, until you cancel.`
  if (promotion?.duration === 'repeating') {
    return `Renews at ${regular} after the ${promotion.months ?? 1}-month promotion ends, until you cancel.`
  }
  return `Renews at ${regular} until you cancel.`
}

/** How to cancel before the first charge, and what the later charges are. */
export const termsWords = (product: Product, promotion: Promotion | null, now: Date): string =>
  [cancelWords(product, promotion, now), laterCharges(product, promotion)].filter(Boolean).join(' ')

/** One sentence for each way a promotion code can be refused. */
export const refusalWords = (refusal: RefusedCode, planName: string): string => {
  switch (refusal.kind) {
    case 'unknown':
      return 'We don’t recognise this code. Please check the spelling.'
    case 'expired':
      return 'This code has expired.'
    case 'used-up':
      return 'This code has been used the maximum number of times.'
    case 'not-for-this-plan':
      return `This code doesn’t work with the ${planName} plan.`
    case 'used-before':
      return 'You’ve already used this code. It only works once per person.'
    case 'rate-limited':
      return tooManyAttempts(refusal.retryAfterSeconds)
  }
}
