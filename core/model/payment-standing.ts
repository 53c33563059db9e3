import type { SavedCard, Subscription } from './subscription.ts'

/** Whether the subscription gives access to the coaching now. */
export const hasAccess = (
  { status, graceEndsAt }: Pick<Subscription, 'status' | 'graceEndsAt'>,
  now: Date,
): boolean => {
  switch (status) {
    case 'trialing':
    case 'active':
      return true
    case 'past_due':
      return graceEndsAt !== null && now.getTime() < Date.parse(graceEndsAt)
    case 'incomplete':
    case 'incomplete_expired':
    case 'canceled':
    case 'unpaid':
    case 'paused':
      return false
  }
}

/** Whether the user has to pay an open invoice, with the same card or another one. */
export const isPaymentFailing = ({
  status,
  openInvoice,
}: Pick<Subscription, 'status' | 'openInvoice'>): boolean =>
  openInvoice !== null && (status === 'past_due' || status === 'unpaid')

export type CardValidity = 'valid' | 'expires-this-month' | 'expires-next-month' | 'expired'

/** Whether a card is expired or soon will be, by the month in UTC. */
export const validityOf = (
  { expMonth, expYear }: Pick<SavedCard, 'expMonth' | 'expYear'>,
  now: Date,
): CardValidity => {
  const monthsLeft = (expYear - now.getUTCFullYear()) * 12 + (expMonth - 1 - now.getUTCMonth())
  if (monthsLeft < 0) return 'expired'
  if (monthsLeft === 0) return 'expires-this-month'
  return monthsLeft === 1 ? 'expires-next-month' : 'valid'
}
