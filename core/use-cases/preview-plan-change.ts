import type { PlanChangePreview } from '#core/model/plan-change.ts'
import type { PlanId } from '#core/model/plan.ts'
import type { Profile } from '#core/model/profile.ts'
import type { Ports } from '#core/ports/ports.ts'

export type PreviewPlanChangeOutcome =
  | { readonly kind: 'previewed'; readonly preview: PlanChangePreview }
  /** The subscription is no longer what it was; the profile has the current state. */
  | { readonly kind: 'not-changeable' | 'ended'; readonly profile: Profile }

/** Shows what a change to another plan would cost and do, and orders nothing. */
export const previewPlanChange =
  ({ adminApi }: Pick<Ports, 'adminApi'>) =>
  async (input: {
    readonly subscriptionId: string
    readonly productId: PlanId
  }): Promise<PreviewPlanChangeOutcome> => {
    const outcome = await adminApi.previewPlanChange(input.subscriptionId, input.productId)
    switch (outcome.kind) {
      case 'previewed':
        return outcome
      case 'not-changeable':
      case 'ended':
        return { kind: outcome.kind, profile: await adminApi.profile() }
    }
  }
