import { and, eq, gt, isNull, lte, or, sql } from 'drizzle-orm'
import type { Database } from './database.ts'
import { subscriptions, users } from './schema.ts'
import type { SubscriptionRow } from './subscriptions.ts'
import { isLeaving, leavingColumns } from './users.ts'

/**
 * Longer than one call of the provider's SDK takes with its retries, which the settings limit; the
 * lock of a process that died expires.
 */
const longestTurnMs = 60 * 1000

export type Turn =
  | { readonly kind: 'taken'; readonly until: Date }
  /** Another request holds the lock. */
  | { readonly kind: 'busy' }
  /** The user's deletion has begun. */
  | { readonly kind: 'leaving' }
  /** The user has been deleted. */
  | { readonly kind: 'gone' }

const { planChangeUntil } = subscriptions

/**
 * Takes the lock that lets one request at a time change or end a subscription. Refused while the
 * user is being deleted. The database's clock decides, since those of processes differ. `held` is
 * when the lock that the caller already has expires; that lock is extended, unless another request
 * has taken it since.
 */
export const takeTurn = (
  db: Database,
  { id, userId }: Pick<SubscriptionRow, 'id' | 'userId'>,
  now: Date,
  { forMs = longestTurnMs, held }: { forMs?: number | undefined; held?: Date | undefined } = {},
): Promise<Turn> =>
  db.transaction(async (transaction): Promise<Turn> => {
    // Locks the subscription before its user, in the same order as a deletion.
    const [row] = await transaction
      .update(subscriptions)
      .set({ planChangeUntil: sql`now() + ${forMs}::int * interval '1 millisecond'` })
      .where(
        and(
          eq(subscriptions.id, id),
          held === undefined
            ? or(isNull(planChangeUntil), lte(planChangeUntil, sql`now()`))
            : eq(planChangeUntil, held),
        ),
      )
      .returning({ until: planChangeUntil })
    const until = row?.until ?? null
    // A deletion flags the user before it ends the subscriptions, so one of the two sees the other.
    const [user] = await transaction
      .select(leavingColumns)
      .from(users)
      .where(eq(users.id, userId))
      .for('no key update')
    if (user === undefined) return { kind: 'gone' }
    if (isLeaving(user, now)) {
      if (until !== null) await endTurn(transaction, id, until)
      return { kind: 'leaving' }
    }
    return until === null ? { kind: 'busy' } : { kind: 'taken', until }
  })

/**
 * Releases the lock of {@link takeTurn}, unless it has expired and another request holds it by now.
 */
export const endTurn = async (db: Database, id: string, until: Date): Promise<void> => {
  await db
    .update(subscriptions)
    .set({ planChangeUntil: null })
    .where(and(eq(subscriptions.id, id), eq(planChangeUntil, until)))
}

/** Whether a request holds the lock of one of the user's subscriptions. */
export const hasTurn = async (db: Database, userId: string): Promise<boolean> =>
  (
    await db
      .select({ id: subscriptions.id })
      .from(subscriptions)
      .where(and(eq(subscriptions.userId, userId), gt(planChangeUntil, sql`now()`)))
      .limit(1)
  ).length > 0
