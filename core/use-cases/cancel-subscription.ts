import type { Profile } from '#core/model/profile.ts'
import type { Subscription } from '#core/model/subscription.ts'
import type { ChangeSubscriptionOutcome } from '#core/ports/admin-api.ts'
import type { Ports } from '#core/ports/ports.ts'

export type SubscriptionChangeOutcome =
  | { readonly kind: 'changed'; readonly subscription: Subscription }
  /** It has ended meanwhile; the profile has the current state. */
  | { readonly kind: 'ended'; readonly profile: Profile }

/**
 * Lets the subscription end with the trial or the paid period; immediately while a new period is
 * not charged yet.
 */
export const cancelSubscription =
  ({ adminApi }: Pick<Ports, 'adminApi'>) =>
  async (id: string): Promise<SubscriptionChangeOutcome> =>
    conclude(adminApi, await adminApi.cancelSubscription(id))

/** Undoes a cancellation, so that the subscription continues. */
export const resumeSubscription =
  ({ adminApi }: Pick<Ports, 'adminApi'>) =>
  async (id: string): Promise<SubscriptionChangeOutcome> =>
    conclude(adminApi, await adminApi.resumeSubscription(id))

const conclude = async (
  adminApi: Ports['adminApi'],
  outcome: ChangeSubscriptionOutcome,
): Promise<SubscriptionChangeOutcome> => {
  switch (outcome.kind) {
    case 'changed':
      return outcome
    case 'ended':
      return { kind: 'ended', profile: await adminApi.profile() }
  }
}
