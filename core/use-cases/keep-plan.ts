import type { Profile } from '#core/model/profile.ts'
import type { Subscription } from '#core/model/subscription.ts'
import type { Ports } from '#core/ports/ports.ts'

export type KeepPlanOutcome =
  | { readonly kind: 'changed'; readonly subscription: Subscription }
  /** The change can no longer be cancelled; the profile has the current state. */
  | { readonly kind: 'changed-meanwhile' | 'ended'; readonly profile: Profile }

/** Cancels a pending change of plan, so that the current plan continues. Charges nothing. */
export const keepPlan =
  ({ adminApi }: Pick<Ports, 'adminApi'>) =>
  async ({ id, productId }: Pick<Subscription, 'id' | 'productId'>): Promise<KeepPlanOutcome> => {
    const outcome = await orderFreeChange(adminApi, id, productId)
    return outcome.kind === 'changed'
      ? outcome
      : { kind: outcome.kind, profile: await adminApi.profile() }
  }

const orderFreeChange = async (
  adminApi: Ports['adminApi'],
  id: string,
  productId: string,
): Promise<
  | { readonly kind: 'changed'; readonly subscription: Subscription }
  | { readonly kind: 'changed-meanwhile' | 'ended' }
> => {
  const previewed = await adminApi.previewPlanChange(id, productId)
  if (previewed.kind === 'ended') return previewed
  // The visitor was shown no amount, so nothing may be charged.
  if (previewed.kind === 'not-changeable' || previewed.preview.dueToday.amount > 0)
    return { kind: 'changed-meanwhile' }
  const { preview } = previewed
  const outcome = await adminApi.changePlan(id, preview, preview.id)
  return outcome.kind === 'changed' || outcome.kind === 'ended'
    ? outcome
    : { kind: 'changed-meanwhile' }
}
