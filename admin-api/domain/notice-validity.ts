import { isMailing } from './mailings.ts'
import type { Cause } from './notices.ts'
import { hasEnded, isInGoodStanding, isLive, isUnpaidFor } from './subscription.ts'
import type { Subscribed } from './subscription.ts'

const dayMs = 24 * 60 * 60 * 1000
/** How long after its cause a notice may still be sent; a later one is dropped. */
const latestMs = (cause: Cause): number => (isMailing(cause) ? dayMs : 3 * dayMs)

/** Whether the cause still holds for the subscription as it is now. */
const isTrueNow = (cause: Cause, row: Subscribed | null, now: Date): boolean => {
  if (isMailing(cause) || cause.kind === 'account-deleted' || cause.kind === 'email-changed')
    return true
  if (row === null) return false
  const { state, cancelAtPeriodEnd } = row
  switch (cause.kind) {
    case 'subscribed':
      return !hasEnded(state) && row.productId === cause.productId
    case 'trial-ending':
      return (
        state === 'trialing' &&
        !cancelAtPeriodEnd &&
        row.productId === cause.productId &&
        row.trialEnd?.toISOString() === cause.trialEnd &&
        row.trialEnd > now
      )
    case 'renewal-ahead':
      return (
        state === 'active' &&
        !cancelAtPeriodEnd &&
        row.pendingChange === null &&
        row.productId === cause.productId &&
        row.currentPeriodEnd?.toISOString() === cause.renewsAt &&
        row.currentPeriodEnd > now
      )
    case 'payment-failed':
      // If it has been cancelled since, the mail about that says what is due.
      return state === 'past_due' && cancelAtPeriodEnd === (cause.isCancelled ?? false)
    case 'payment-recovered':
      return state === 'active' && cancelAtPeriodEnd === (cause.isCancelled ?? false)
    case 'cancelled':
      return (
        cancelAtPeriodEnd &&
        isLive(state) &&
        new Date(cause.accessUntil) > now &&
        // If it has been paid since, the mail about the payment says the rest.
        (cause.owed === undefined || isUnpaidFor(state))
      )
    case 'plan-changed':
      return (
        isLive(state) &&
        (cause.startsAt === null ? row.productId : row.pendingChange?.productId) === cause.productId
      )
    case 'resumed':
      return (
        isInGoodStanding(state) &&
        !cancelAtPeriodEnd &&
        row.pendingChange === null &&
        row.productId === cause.productId &&
        row.currentPeriodEnd?.toISOString() === cause.chargedAt
      )
    case 'on-hold':
      return state === 'unpaid' && cancelAtPeriodEnd === (cause.isCancelled ?? false)
    case 'ended':
      return hasEnded(state)
    case 'ended-unpaid':
      return state === 'unpaid' || state === 'canceled'
    case 'refunded':
      return (row.charged?.refund ?? null) !== null
  }
}

/** Whether a recorded notice should be sent: in time, and not overtaken by a later change. */
export const isWorthSending = (
  { cause, createdAt }: { readonly cause: Cause; readonly createdAt: Date },
  row: Subscribed | null,
  now: Date,
): boolean => now.getTime() - createdAt.getTime() < latestMs(cause) && isTrueNow(cause, row, now)
