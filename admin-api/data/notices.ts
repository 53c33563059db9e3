import { and, asc, eq, inArray, isNull, like, lt, lte, sql } from 'drizzle-orm'
import { mailingKeys } from '../domain/mailings.ts'
import type { Cause, Keyed } from '../domain/notices.ts'
import { longestLeadDays } from '../domain/notices.ts'
import type { Database } from './database.ts'
import { notices, subscriptions, users } from './schema.ts'

type About = { readonly userId: string | null; readonly subscriptionId: string | null }

/**
 * Records causes in the caller's transaction, each key once. They are sent later, when mail is on;
 * whoever rolls back the change takes its notices along.
 */
export const recordNotices = async (
  transaction: Database,
  about: About,
  causes: readonly Keyed[],
): Promise<void> => {
  if (causes.length === 0) return
  await transaction
    .insert(notices)
    .values(causes.map(({ key, cause }) => ({ ...about, key, cause })))
    .onConflictDoNothing()
}

export const isRecorded = async (db: Database, key: string): Promise<boolean> =>
  (await db.select({ id: notices.id }).from(notices).where(eq(notices.key, key))).length > 0

/** The ids of notices that are not in the queue yet, oldest first. */
export const listUnqueued = async (db: Database, limit: number): Promise<readonly string[]> =>
  (
    await db
      .select({ id: notices.id })
      .from(notices)
      .where(isNull(notices.queuedAt))
      .orderBy(asc(notices.createdAt))
      .limit(limit)
  ).map(({ id }) => id)

export const markQueued = async (
  db: Database,
  ids: readonly string[],
  queuedAt: Date,
): Promise<void> => {
  await db
    .update(notices)
    .set({ queuedAt })
    .where(inArray(notices.id, [...ids]))
}

/**
 * An unsettled notice with its user and subscription as they are now; null once settled or gone.
 */
export const findOpenNotice = async (db: Database, id: string) => {
  const [found] = await db
    .select({
      id: notices.id,
      cause: notices.cause,
      createdAt: notices.createdAt,
      user: { email: users.email, firstName: users.firstName, leavingAt: users.leavingAt },
      subscription: subscriptions,
    })
    .from(notices)
    .leftJoin(users, eq(users.id, notices.userId))
    .leftJoin(subscriptions, eq(subscriptions.id, notices.subscriptionId))
    .where(and(eq(notices.id, id), isNull(notices.settledAt)))
  return found ?? null
}

export type Settlement = 'sent' | 'refused' | 'dropped'

/**
 * Settles a notice for good. An address that only the notice held is forgotten, and a result with
 * it.
 */
export const settleNotice = async (
  db: Database,
  id: string,
  outcome: Settlement,
  settledAt: Date,
): Promise<void> => {
  await db
    .update(notices)
    .set({ outcome, settledAt, cause: sql<Cause>`${notices.cause} - 'to' - 'firstName' - 'told'` })
    .where(and(eq(notices.id, id), isNull(notices.settledAt)))
}

/** Subscriptions whose trial or period ends so soon that a dated notice may be due. */
export const listNearingDates = (db: Database, now: Date) => {
  const horizon = new Date(now.getTime() + longestLeadDays * 24 * 60 * 60 * 1000)
  return db
    .select()
    .from(subscriptions)
    .where(
      and(
        inArray(subscriptions.state, ['trialing', 'active']),
        eq(subscriptions.cancelAtPeriodEnd, false),
        lte(subscriptions.currentPeriodEnd, horizon),
      ),
    )
}

const dayMs = 24 * 60 * 60 * 1000
/** Longer than any dated notice is due, so that its key keeps a second one from being recorded. */
const settledLifetimeMs = 90 * dayMs
/** Longer than a notice is tried. */
const openLifetimeMs = 4 * dayMs

/** What somebody asked for goes after a day, sent or not. */
const mailingLifetimeMs = dayMs

/** Deletes old notices; those never sent go soon, whether mail is on or off. */
export const deleteOldNotices = async (db: Database, now: Date): Promise<void> => {
  await db.delete(notices).where(lt(notices.createdAt, new Date(now.getTime() - settledLifetimeMs)))
  await db
    .delete(notices)
    .where(
      and(
        isNull(notices.settledAt),
        lt(notices.createdAt, new Date(now.getTime() - openLifetimeMs)),
      ),
    )
  await db
    .delete(notices)
    .where(
      and(
        like(notices.key, `${mailingKeys}%`),
        lt(notices.createdAt, new Date(now.getTime() - mailingLifetimeMs)),
      ),
    )
}
