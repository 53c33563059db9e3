import { listUnanswered } from '../data/subscriptions.ts'
import { Problem } from '../problem.ts'
import { answerMs, keyLifetimeMs, settleOldClaim } from './finish-claim.ts'
import { inTurn } from './in-turn.ts'
import { translateOutage } from './stripe-errors.ts'
import type { SyncParts } from './subscription-state.ts'
import { reportRefused } from './unacknowledged-order.ts'

const settledAtOnce = 100

/**
 * Settles orders whose answer was lost and that were not repeated before their key expired: what
 * the provider has made is kept, and the rest is released, with the offers that it reserved.
 * Creates nothing. Safe alongside new orders, and in several processes at once.
 */
export const settleUnansweredOrders = async ({
  log,
  signal,
  ...parts
}: SyncParts & {
  readonly clock: () => Date
  /** Once aborted, no further order is settled. */
  readonly signal?: AbortSignal
  readonly log: Record<'warn' | 'error', (details: object, message: string) => void>
}): Promise<void> => {
  // Until the key expires, the order may still be repeated.
  const before = new Date(parts.clock().getTime() - keyLifetimeMs - answerMs)
  for (const row of await listUnanswered(parts.db, before, settledAtOnce)) {
    if (signal?.aborted === true) return
    try {
      await inTurn(parts, row, () => settleOldClaim(parts, row).catch(reportRefused(log)))
    } catch (error) {
      // Another process has it, or its account is being deleted.
      if (error instanceof Problem) continue
      log.warn(
        { err: error, subscription: row.id },
        'an order without an answer could not be settled yet',
      )
      if (translateOutage(error) !== error) return
    }
  }
}
