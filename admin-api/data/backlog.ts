import { and, count, eq, isNotNull, isNull, min } from 'drizzle-orm'
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
 * What was begun and is not done: webhooks stored and not processed, orders without a response of
 * the provider, customers of deleted accounts that still exist there, deletions that have to be
 * finished, mails and events not sent.
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
