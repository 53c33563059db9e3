import { and, count, desc, eq, gt, isNotNull, isNull, lt, min } from 'drizzle-orm'
import type { Database } from './database.ts'
import { departedCustomers, notices, subscriptions, users, webhookEvents } from './schema.ts'

export const backlogKinds = [
  'webhooks',
  'orders',
  'departed_customers',
  'deletions',
  'mails',
  'analytics_events',
] as const
export type BacklogKind = (typeof backlogKinds)[number]
export type Backlog = { readonly items: number; readonly oldest: Date | null }

/**
 * The unfinished work of each kind: webhooks that are stored but not processed, orders that the
 * provider has not answered, customers of deleted accounts that still exist there, interrupted
 * deletions, and unsent mails and events.
 */
export const readBacklog = async (db: Database): Promise<Record<BacklogKind, Backlog>> => {
  const unsent = (channel: (typeof notices.$inferSelect)['channel']) =>
    db
      .select({ items: count(), oldest: min(notices.createdAt) })
      .from(notices)
      .where(and(isNull(notices.settledAt), eq(notices.channel, channel)))
  const found = await Promise.all([
    db
      .select({ items: count(), oldest: min(webhookEvents.receivedAt) })
      .from(webhookEvents)
      .where(isNull(webhookEvents.processedAt)),
    db
      .select({ items: count(), oldest: min(subscriptions.createdAt) })
      .from(subscriptions)
      .where(eq(subscriptions.state, 'claimed')),
    db
      .select({ items: count(), oldest: min(departedCustomers.departedAt) })
      .from(departedCustomers),
    db
      .select({ items: count(), oldest: min(users.erasingAt) })
      .from(users)
      .where(isNotNull(users.erasingAt)),
    unsent('mail'),
    unsent('analytics'),
  ])
  const none: Backlog = { items: 0, oldest: null }
  return Object.fromEntries(
    backlogKinds.map((kind, index) => [kind, found[index]?.[0] ?? none]),
  ) as Record<BacklogKind, Backlog>
}

/** The age from which a mail counts as late: by then, several attempts have failed. */
const lateMs = 60 * 60 * 1000

/**
 * Counts the mails that have waited for over an hour. Those older than a mail that was sent are
 * counted separately: they wait for their recipient's server, not for ours.
 */
export const countLateMails = async (
  db: Database,
  now: Date,
): Promise<{ readonly overtaken: number; readonly others: number }> => {
  const isMail = eq(notices.channel, 'mail')
  const countBefore = async (moment: Date) => {
    const [found] = await db
      .select({ items: count(), oldest: min(notices.createdAt) })
      .from(notices)
      .where(and(isNull(notices.settledAt), isMail, lt(notices.createdAt, moment)))
    return found ?? { items: 0, oldest: null }
  }
  const lateBefore = new Date(now.getTime() - lateMs)
  const { items, oldest } = await countBefore(lateBefore)
  if (oldest === null) return { overtaken: 0, others: 0 }
  const [lastSent] = await db
    .select({ createdAt: notices.createdAt })
    .from(notices)
    .where(and(isMail, eq(notices.outcome, 'sent'), gt(notices.createdAt, oldest)))
    .orderBy(desc(notices.createdAt))
    .limit(1)
  if (lastSent === undefined) return { overtaken: 0, others: items }
  const before = lastSent.createdAt < lateBefore ? lastSent.createdAt : lateBefore
  const { items: overtaken } = await countBefore(before)
  return { overtaken, others: items - overtaken }
}
