import type { Money } from '#core/model/money.ts'
import type { Profile } from '#core/model/profile.ts'
import type { Subscription } from '#core/model/subscription.ts'
import type { Ports } from '#core/ports/ports.ts'

export type WithdrawalOutcome =
  /** The subscription has ended, and the money is being refunded. */
  | { readonly kind: 'withdrawn'; readonly subscription: Subscription; readonly refunded: Money }
  /** The password has to be entered again. Nothing was ended or refunded. */
  | { readonly kind: 'recent-login-required' }
  /**
   * It is too late to withdraw, or the subscription has ended; the profile has the current state.
   */
  | { readonly kind: 'withdrawal-over' | 'ended'; readonly profile: Profile }

/**
 * Ends the subscription immediately and refunds everything that was charged for it. The idempotency
 * key is the subscription's own: a double click, a retry or another tab asks for the same refund,
 * never a second one.
 */
export const withdraw =
  ({ adminApi }: Pick<Ports, 'adminApi'>) =>
  async (subscriptionId: string): Promise<WithdrawalOutcome> => {
    const outcome = await adminApi.withdraw(subscriptionId, `withdraw-${subscriptionId}`)
    switch (outcome.kind) {
      case 'withdrawn':
      case 'recent-login-required':
        return outcome
      case 'withdrawal-over':
      case 'ended':
        return { kind: outcome.kind, profile: await adminApi.profile() }
    }
  }
