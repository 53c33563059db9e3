import type { Profile } from '#core/model/profile.ts'
import type { Subscription } from '#core/model/subscription.ts'
import type { ChangeSubscriptionOutcome } from '#core/ports/admin-api.ts'
import type { Ports } from '#core/ports/ports.ts'

export type SubscriptionChangeOutcome =
  | { readonly kind: 'changed'; readonly subscription: Subscription }
  /** It ended meanwhile; the profile says what there is now. */
  | { readonly kind: 'ended'; readonly profile: Profile }

/** Lets the subscription end with the period that is paid for, or with the trial. */
export const cancelSubscription =
  ({ adminApi }: Pick<Ports, 'adminApi'>) =>
  async (id: string): Promise<SubscriptionChangeOutcome> =>
    conclude(adminApi, await adminApi.cancelSubscription(id))

/** Lets a cancelled subscription go on after all. */
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
