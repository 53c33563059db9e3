import type { Subscription } from '#core/model/subscription.ts'

/** What deleting the account does to the plan, and what to do instead, if anything. */
export const planEndWords = ({
  status,
  cancelAtPeriodEnd,
}: Pick<Subscription, 'status' | 'cancelAtPeriodEnd'>): string => {
  switch (status) {
    case 'trialing':
      return cancelAtPeriodEnd
        ? 'Your free days end right away.'
        : 'Your free days end right away. To keep them, cancel your plan instead.'
    case 'active':
      return cancelAtPeriodEnd
        ? 'Your plan ends right away, not at the end of the period you’ve paid for.'
        : 'Your plan ends right away, not at the end of the period you’ve paid for. To keep it until then, cancel your plan instead.'
    case 'past_due':
    case 'unpaid':
    case 'paused':
    case 'canceled':
    case 'incomplete':
    case 'incomplete_expired':
      return 'Your plan ends right away.'
  }
}
