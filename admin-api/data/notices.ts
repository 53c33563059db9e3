import { and, asc, eq, gt, inArray, isNull, like, lt, lte, or, sql } from 'drizzle-orm'
import type { AnalyticsEvent, KeyedEvent } from '../domain/analytics-events.ts'
import { mailingKeys } from '../domain/mailings.ts'
import { longestTrialLeadDays, renewalLeadDays } from '../domain/notice-rules.ts'
import type { Cause, Keyed } from '../domain/notices.ts'
import type { Database } from './database.ts'
import { deleteOldest } from './delete-oldest.ts'
import { notices, subscriptions, users } from './schema.ts'

/** How a row of the outbox is sent: by mail or to analytics. */
export type Channel = (typeof notices.$inferSelect)['channel']

type About = { readonly userId: string | null; readonly subscriptionId: string | null }

const record = async (
  transaction: Database,
  rows: readonly (typeof notices.$inferInsert)[],
): Promise<void> => {
  if (rows.length > 0)
    await transaction
      .insert(notices)
      .values([...rows])
      .onConflictDoNothing()
}

/**
 * Records causes in the caller's transaction, each key once. They are sent later, if mail is on.
 * Rolling back the change also discards its notices.
 */
export const recordNotices = (
  transaction: Database,
  about: About,
  causes: readonly Keyed[],
): Promise<void> =>
  record(
    transaction,
    causes.map((keyed) => ({ ...about, ...keyed, channel: 'mail' })),
  )

export const isRecorded = async (db: Database, key: string): Promise<boolean> =>
  (await db.select({ id: notices.id }).from(notices).where(eq(notices.key, key))).length > 0

/** Records analytics events the same way, for a user who allows analytics. */
export const recordEvents = (
  transaction: Database,
  about: About & { readonly userId: string },
  events: readonly KeyedEvent[],
): Promise<void> =>
  record(
    transaction,
    events.map((keyed) => ({ ...about, ...keyed, channel: 'analytics' })),
  )

/** The rows that are not queued yet, oldest first. */
export const listUnqueued = (
  db: Database,
  channels: readonly Channel[],
  limit: number,
): Promise<{ id: string; channel: Channel }[]> =>
  db
    .select({ id: notices.id, channel: notices.channel })
    .from(notices)
    .where(and(isNull(notices.queuedAt), inArray(notices.channel, [...channels])))
    .orderBy(asc(notices.createdAt))
    .limit(limit)

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

const isOpen = (id: string, channel: Channel) =>
  and(eq(notices.id, id), eq(notices.channel, channel), isNull(notices.settledAt))

/**
 * An unsettled notice with its user and subscription as they are now; null once settled or gone.
 */
export const findOpenNotice = async (db: Database, id: string) => {
  const [found] = await db
    .select({
      id: notices.id,
      cause: notices.cause,
      createdAt: notices.createdAt,
      user: {
        email: users.email,
        emailVerified: users.emailVerified,
        firstName: users.firstName,
        leavingAt: users.leavingAt,
        erasingAt: users.erasingAt,
      },
      subscription: subscriptions,
      /** Whether a request is changing the subscription, by the database's clock. */
      isBeingChanged: sql<boolean | null>`${subscriptions.planChangeUntil} > now()`,
    })
    .from(notices)
    .leftJoin(users, eq(users.id, notices.userId))
    .leftJoin(subscriptions, eq(subscriptions.id, notices.subscriptionId))
    .where(isOpen(id, 'mail'))
  return found === undefined ? null : { ...found, cause: found.cause as Cause }
}

/** An unsettled event with its user as they are now; null once settled or gone. */
export const findOpenEvent = async (db: Database, id: string) => {
  const [found] = await db
    .select({
      key: notices.key,
      event: notices.cause,
      visitorId: users.visitorId,
      firstTouch: users.firstTouch,
      lastTouch: users.lastTouch,
      leavingAt: users.leavingAt,
      erasingAt: users.erasingAt,
    })
    .from(notices)
    .innerJoin(users, eq(users.id, notices.userId))
    .where(isOpen(id, 'analytics'))
  return found === undefined ? null : { ...found, event: found.event as AnalyticsEvent }
}

export type Settlement = 'sent' | 'refused' | 'dropped'

/** Settles a notice for good, and deletes its recipient's address, name and result. */
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

const dayMs = 24 * 60 * 60 * 1000
/** How many rows are read at a time. */
const page = 100

/**
 * Subscriptions whose trial, or whose period of more than a month, ends so soon that a dated notice
 * may be due, a page at a time.
 */
export async function* nearingDatePages(db: Database, now: Date) {
  const { id, state, currentPeriodStart, currentPeriodEnd, cancelAtPeriodEnd } = subscriptions
  const within = (days: number) => lte(currentPeriodEnd, new Date(now.getTime() + days * dayMs))
  let after: typeof subscriptions.$inferSelect | null = null
  for (;;) {
    const rows: (typeof subscriptions.$inferSelect)[] = await db
      .select()
      .from(subscriptions)
      .where(
        and(
          eq(cancelAtPeriodEnd, false),
          gt(currentPeriodEnd, now),
          within(Math.max(longestTrialLeadDays, renewalLeadDays)),
          or(
            and(eq(state, 'trialing'), within(longestTrialLeadDays)),
            and(
              eq(state, 'active'),
              within(renewalLeadDays),
              // Renewals of monthly plans are not announced.
              or(
                isNull(currentPeriodStart),
                sql`${currentPeriodEnd} - ${currentPeriodStart} > interval '31 days'`,
              ),
            ),
          ),
          after === null
            ? undefined
            : or(
                gt(currentPeriodEnd, after.currentPeriodEnd!),
                and(eq(currentPeriodEnd, after.currentPeriodEnd!), gt(id, after.id)),
              ),
        ),
      )
      .orderBy(asc(currentPeriodEnd), asc(id))
      .limit(page)
    yield rows
    after = rows.at(-1) ?? null
    if (rows.length < page) return
  }
}

/**
 * Longer than the lead time of any dated notice, since the key of the row prevents a second one.
 */
const settledLifetimeMs = 90 * dayMs
/** Longer than sending a notice is retried. */
const openLifetimeMs = 4 * dayMs

/** Mails that somebody asked for are deleted after a day, sent or not. */
const mailingLifetimeMs = dayMs

/**
 * Deletes a batch of notices and events after 90 days, those that were never sent after four, and
 * requested mails after one, whether their channel is on or off. True when more may be left.
 */
export const deleteOldNotices = async (db: Database, now: Date): Promise<boolean> => {
  const olderThan = (ms: number) => lt(notices.createdAt, new Date(now.getTime() - ms))
  const from = { from: notices, age: notices.createdAt }
  const left = [
    await deleteOldest(db, { ...from, when: olderThan(settledLifetimeMs) }),
    await deleteOldest(db, {
      ...from,
      when: sql`${olderThan(openLifetimeMs)} and ${isNull(notices.settledAt)}`,
    }),
    await deleteOldest(db, {
      ...from,
      when: sql`${olderThan(mailingLifetimeMs)} and ${like(notices.key, `${mailingKeys}%`)}`,
    }),
  ]
  return left.includes(true)
}
