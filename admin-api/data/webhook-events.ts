import { and, eq, isNull } from 'drizzle-orm'
import type { Database } from './database.ts'
import { webhookEvents } from './schema.ts'

type Event = { readonly id: string; readonly type: string; readonly createdAt: Date }

/** Stores an event once. False when it was already processed. */
export const storeEvent = async (db: Database, event: Event): Promise<boolean> => {
  await db.insert(webhookEvents).values(event).onConflictDoNothing()
  const [row] = await db.select().from(webhookEvents).where(eq(webhookEvents.id, event.id))
  return row?.processedAt === null
}

/** Marks an event as processed; false when it already was. */
export const markProcessed = async (
  db: Database,
  id: string,
  processedAt: Date,
): Promise<boolean> =>
  (
    await db
      .update(webhookEvents)
      .set({ processedAt })
      .where(and(eq(webhookEvents.id, id), isNull(webhookEvents.processedAt)))
      .returning({ id: webhookEvents.id })
  ).length > 0
