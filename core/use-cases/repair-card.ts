import type { Money } from '#core/model/money.ts'
import type { Profile } from '#core/model/profile.ts'
import type { Subscription } from '#core/model/subscription.ts'
import type { ReplaceCardOutcome } from '#core/ports/admin-api.ts'
import type { Ports } from '#core/ports/ports.ts'
import { confirmCard } from './confirm-card.ts'
import type { CardInput, CardRefusal } from './confirm-card.ts'

export type RepairCardInput = CardInput & {
  readonly subscriptionId: string
  /** The amount that the form says will be charged immediately; null for nothing. */
  readonly due: Money | null
}

export type RepairCardOutcome =
  | { readonly kind: 'repaired'; readonly subscription: Subscription }
  /** It has ended meanwhile; the profile has the current state. */
  | { readonly kind: 'ended'; readonly profile: Profile }
  /** A different amount is due now; the profile has it. Nothing was charged. */
  | { readonly kind: 'due-changed'; readonly profile: Profile }
  /** The server does not accept the card; another one may work. */
  | { readonly kind: 'rejected' }
  | Exclude<CardRefusal, { readonly kind: 'billing-email-invalid' | 'challenge-failed' }>

/** Why the card was not replaced. */
export type RepairRefusal =
  | { readonly kind: 'declined' | 'authentication-failed'; readonly message: string }
  | { readonly kind: 'rejected' }
  /** `was` is the amount that the form showed. */
  | { readonly kind: 'due-changed'; readonly was: Money | null; readonly due: Money | null }
  | { readonly kind: 'rate-limited'; readonly retryAfterSeconds: number }

type RepairCardPorts = Pick<Ports, 'adminApi' | 'payments'>

/**
 * Makes another card pay for the subscription, starting with its open invoice. A card that cannot
 * pay leaves everything as it was.
 */
export const repairCard =
  (ports: RepairCardPorts) =>
  async ({ subscriptionId, due, ...input }: RepairCardInput): Promise<RepairCardOutcome> => {
    const { adminApi, payments } = ports
    const validation = await payments.validateCard(input.card)
    switch (validation.kind) {
      case 'complete':
        break
      case 'incomplete':
        return { kind: 'card-incomplete', message: validation.message }
    }
    const confirmed = await confirmCard(ports)({ ...input, setup: {} })
    switch (confirmed.kind) {
      case 'confirmed':
        break
      case 'billing-email-invalid':
      case 'challenge-failed':
        return { kind: 'rejected' }
      case 'card-incomplete':
      case 'declined':
      case 'authentication-failed':
      case 'rate-limited':
        return confirmed
    }
    const { card } = confirmed
    const replacement = { ...card, expectedDue: due }
    // One card, one key: a retry after a lost response pays nothing twice.
    const replace = () => adminApi.replaceCard(subscriptionId, replacement, card.setupIntentId)

    const first = await replace()
    if (first.kind !== 'action-required') return conclude(adminApi, first)
    const authentication = await payments.authenticate(first.clientSecret)
    if (authentication.kind !== 'authenticated') return authentication
    return conclude(adminApi, await replace())
  }

const conclude = async (
  adminApi: Ports['adminApi'],
  outcome: ReplaceCardOutcome,
): Promise<RepairCardOutcome> => {
  switch (outcome.kind) {
    case 'replaced':
      return { kind: 'repaired', subscription: outcome.subscription }
    case 'declined':
      return { kind: 'declined', message: outcome.message }
    case 'ended':
    case 'due-changed':
      return { kind: outcome.kind, profile: await adminApi.profile() }
    case 'action-required':
    case 'setup-intent-expired':
    case 'invalid':
      return { kind: 'rejected' }
  }
}
