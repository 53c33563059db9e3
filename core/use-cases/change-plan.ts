import type { PlanChangePreview } from '#core/model/plan-change.ts'
import type { Profile } from '#core/model/profile.ts'
import type { ShownTerms, Subscription } from '#core/model/subscription.ts'
import type { ChangePlanOutcome as Answer } from '#core/ports/admin-api.ts'
import type { Ports } from '#core/ports/ports.ts'

export type ChangePlanInput = {
  readonly subscriptionId: string
  readonly preview: PlanChangePreview
  readonly consent: ShownTerms
}

export type ChangePlanOutcome =
  | { readonly kind: 'changed'; readonly subscription: Subscription }
  | PlanChangeRefusal
  /** The change would no longer do what the preview showed. A new preview is needed. */
  | { readonly kind: 'preview-stale' }
  /** The subscription is no longer what it was; the profile has the current state. */
  | { readonly kind: 'not-changeable' | 'ended'; readonly profile: Profile }

/** Why the plan was not changed. Another attempt needs a new preview. */
export type PlanChangeRefusal =
  | { readonly kind: 'declined' | 'authentication-failed'; readonly message: string }
  /** The card was not accepted; another one may be. */
  | { readonly kind: 'rejected' }

/**
 * Makes a previewed change of plan, and pays what is due today with the card on file. A card that
 * cannot pay leaves everything as it was.
 */
export const changePlan =
  ({ adminApi, payments }: Pick<Ports, 'adminApi' | 'payments'>) =>
  async ({ subscriptionId, preview, consent }: ChangePlanInput): Promise<ChangePlanOutcome> => {
    // One preview, one key: a retry after a lost response charges nothing twice.
    const { id, productId } = preview
    const change = () => adminApi.changePlan(subscriptionId, { id, productId, consent }, id)

    const first = await change()
    if (first.kind !== 'action-required') return conclude(adminApi, first)
    const authentication = await payments.authenticate(first.clientSecret)
    if (authentication.kind !== 'authenticated') return authentication
    return conclude(adminApi, await change())
  }

const conclude = async (
  adminApi: Ports['adminApi'],
  outcome: Answer,
): Promise<ChangePlanOutcome> => {
  switch (outcome.kind) {
    case 'changed':
    case 'preview-stale':
      return outcome
    case 'declined':
      return { kind: 'declined', message: outcome.message }
    case 'action-required':
      return { kind: 'rejected' }
    case 'not-changeable':
    case 'ended':
      return { kind: outcome.kind, profile: await adminApi.profile() }
  }
}
