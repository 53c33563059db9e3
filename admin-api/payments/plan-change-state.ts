import { presentSubscription } from '../data/subscriptions.ts'
import { isLive } from '../domain/subscription.ts'
import { Problem } from '../problem.ts'
import type { Catalogue } from './catalogue.ts'
import { findOwnSubscription, subscriptionEnded } from './own-subscription.ts'
import type { LedgerKeys } from './person.ts'
import type { Current } from './plan-change-quote.ts'
import { digestOf } from './preview-id.ts'
import { isRefusal } from './stripe-errors.ts'
import { subscriptionExpansions, syncRow } from './subscription-state.ts'
import type { SyncParts } from './subscription-state.ts'

export type PlanChangeParts = SyncParts & {
  readonly catalogue: Catalogue
  readonly ledgerKeys: LedgerKeys
  readonly clock: () => Date
}

/** The subscription as stored. */
export type OwnRow = Awaited<ReturnType<typeof findOwnSubscription>>

/** 409 `subscription/preview-stale`. */
export const previewStale = (): Problem =>
  new Problem(
    409,
    'subscription/preview-stale',
    'The change would no longer do what was shown. Please look at it again.',
  )

/** Throws 409 `subscription/ended` unless it is live. */
export const unlessEnded = (synced: Current | null): Current => {
  if (synced === null || !isLive(synced.row.state)) throw subscriptionEnded()
  return synced
}

/** The subscription as the provider has it now. */
export const syncPlan = async (parts: PlanChangeParts, row: OwnRow): Promise<Current> =>
  unlessEnded(
    await syncRow(parts, row.id, () =>
      parts.stripe.subscriptions.retrieve(row.stripeSubscriptionId, {
        expand: subscriptionExpansions,
      }),
    ),
  )

/**
 * The subscription after the provider has refused a change. Rethrows the error unless the
 * subscription has changed meanwhile, which explains the refusal.
 */
export const afterRefusal = async (
  parts: PlanChangeParts,
  row: OwnRow,
  before: Current,
  error: unknown,
): Promise<Current> => {
  if (!isRefusal(error)) throw error
  const after = await syncPlan(parts, row)
  const now = parts.clock()
  // Without the consents, because the one to this change is already stored.
  const stateOf = ({ row: each }: Current) =>
    digestOf({ ...presentSubscription(each, now), changeConsents: [] })
  const isSame = stateOf(after) === stateOf(before)
  if (isSame) throw error
  return after
}
