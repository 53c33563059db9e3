import { and, asc, eq, gt, inArray, isNotNull, isNull, lt, or } from 'drizzle-orm'
import type { Channel } from './notices.ts'
import type { Database } from './database.ts'
import {
  deletedUsers,
  departedCustomers,
  notices,
  stripeCustomers,
  subscriptions,
  users,
} from './schema.ts'

/** How many rows are read at a time. */
const page = 100

/** The ids of all users, a page at a time. */
export async function* userPages(db: Database): AsyncGenerator<readonly string[]> {
  let after: string | null = null
  for (;;) {
    const rows: { id: string }[] = await db
      .select({ id: users.id })
      .from(users)
      .where(after === null ? undefined : gt(users.id, after))
      .orderBy(asc(users.id))
      .limit(page)
    const last = rows.at(-1)
    if (last === undefined) return
    yield rows.map(({ id }) => id)
    after = last.id
  }
}

export const customersOf = (db: Database, userIds: readonly string[]) =>
  db
    .select({ id: stripeCustomers.id, userId: stripeCustomers.userId })
    .from(stripeCustomers)
    .where(inArray(stripeCustomers.userId, [...userIds]))

/** The subscriptions of these users that the provider knows, live or not. */
export const orderedBy = (db: Database, userIds: readonly string[]) =>
  db
    .select()
    .from(subscriptions)
    .where(
      and(
        inArray(subscriptions.userId, [...userIds]),
        isNotNull(subscriptions.stripeSubscriptionId),
      ),
    )

/** Which of the customers belong to a user here. */
export const knownCustomers = async (
  db: Database,
  ids: readonly string[],
): Promise<ReadonlySet<string>> =>
  new Set(
    (
      await db
        .select({ id: stripeCustomers.id })
        .from(stripeCustomers)
        .where(and(inArray(stripeCustomers.id, [...ids]), isNotNull(stripeCustomers.userId)))
    ).map(({ id }) => id),
  )

/** Which of these accounts exist, and which were deleted. */
export const standingOf = async (db: Database, ids: readonly string[]) => {
  const [living, deleted] = [
    await db
      .select({ id: users.id })
      .from(users)
      .where(inArray(users.id, [...ids])),
    await db
      .select({ id: deletedUsers.userId })
      .from(deletedUsers)
      .where(inArray(deletedUsers.userId, [...ids])),
  ]
  return {
    living: new Set(living.map(({ id }) => id)),
    deleted: new Set(deleted.map(({ id }) => id)),
  }
}

/** Records the customer of a deleted account as still to be deleted at the provider. */
export const storeDeparted = async (db: Database, id: string, userId: string): Promise<void> => {
  await db.insert(departedCustomers).values({ id, userId }).onConflictDoNothing()
}

/** Forgets a customer, with its SetupIntents, that the provider does not have. */
export const forgetCustomer = async (db: Database, id: string): Promise<void> => {
  await db.delete(stripeCustomers).where(eq(stripeCustomers.id, id))
}

const hourMs = 60 * 60 * 1000

/** Notices and events that should have been queued an hour ago, or sent a day ago. */
export const listStuckNotices = async (
  db: Database,
  channels: readonly Channel[],
  now: Date,
): Promise<readonly string[]> =>
  (
    await db
      .select({ id: notices.id })
      .from(notices)
      .where(
        and(
          inArray(notices.channel, [...channels]),
          isNull(notices.settledAt),
          or(
            and(isNull(notices.queuedAt), lt(notices.createdAt, new Date(now.getTime() - hourMs))),
            lt(notices.queuedAt, new Date(now.getTime() - 24 * hourMs)),
          ),
        ),
      )
      .orderBy(asc(notices.createdAt))
      .limit(10 * page)
  ).map(({ id }) => id)

/** Lets a notice be queued again. If its job still exists, no second one is created. */
export const requeueNotice = async (db: Database, id: string): Promise<void> => {
  await db
    .update(notices)
    .set({ queuedAt: null })
    .where(and(eq(notices.id, id), isNull(notices.settledAt)))
}
