import { and, asc, eq, isNull, lt, not, sql } from 'drizzle-orm'
import type { Database } from './database.ts'
import { setupIntents, stripeCustomers } from './schema.ts'
import { markProcessed } from './webhook-events.ts'

export type SetupIntentRow = typeof setupIntents.$inferSelect
type NewSetupIntent = Pick<
  SetupIntentRow,
  'id' | 'customerId' | 'begunBy' | 'journey' | 'createdAt'
>

export const insertSetupIntent = async (db: Database, intent: NewSetupIntent): Promise<void> => {
  await db.insert(setupIntents).values(intent)
}

/** A SetupIntent that this API created, or null. */
export const findSetupIntent = async (db: Database, id: string): Promise<SetupIntentRow | null> =>
  (await db.select().from(setupIntents).where(eq(setupIntents.id, id)))[0] ?? null

export const markClaimed = async (db: Database, id: string): Promise<void> => {
  await db.update(setupIntents).set({ isClaimed: true }).where(eq(setupIntents.id, id))
}

/**
 * Counts the declined card of an event, unless the event was processed before, and returns how many
 * the intent has had; null for an unknown intent.
 */
export const countFailedAttempt = (
  db: Database,
  id: string,
  eventId: string,
  now: Date,
): Promise<number | null> =>
  db.transaction(async (transaction) => {
    const isFirst = await markProcessed(transaction, eventId, now)
    const [row] = await transaction
      .update(setupIntents)
      .set({ failedAttempts: sql`${setupIntents.failedAttempts} + ${isFirst ? 1 : 0}` })
      .where(eq(setupIntents.id, id))
      .returning({ count: setupIntents.failedAttempts })
    return row?.count ?? null
  })

/** The ids of intents from before a moment that no order was placed with, oldest first. */
export const listAbandoned = async (db: Database, before: Date, limit: number): Promise<string[]> =>
  (
    await db
      .select({ id: setupIntents.id })
      .from(setupIntents)
      .where(and(not(setupIntents.isClaimed), lt(setupIntents.createdAt, before)))
      .orderBy(asc(setupIntents.createdAt))
      .limit(limit)
  ).map(({ id }) => id)

/** Forgets an intent, unless an order was placed with it meanwhile. */
export const deleteAbandoned = async (db: Database, id: string): Promise<void> => {
  await db.delete(setupIntents).where(and(eq(setupIntents.id, id), not(setupIntents.isClaimed)))
}

/** The ids of customers from before a moment that never became a user's, oldest first. */
export const listVisitorCustomers = async (
  db: Database,
  before: Date,
  limit: number,
): Promise<string[]> =>
  (
    await db
      .select({ id: stripeCustomers.id })
      .from(stripeCustomers)
      .where(and(isNull(stripeCustomers.userId), lt(stripeCustomers.createdAt, before)))
      .orderBy(asc(stripeCustomers.createdAt))
      .limit(limit)
  ).map(({ id }) => id)

export const deleteVisitorCustomer = async (db: Database, id: string): Promise<void> => {
  await db
    .delete(stripeCustomers)
    .where(and(eq(stripeCustomers.id, id), isNull(stripeCustomers.userId)))
}
