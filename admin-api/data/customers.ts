import { and, asc, eq, isNull, or } from 'drizzle-orm'
import type { Database } from './database.ts'
import { findOccupying } from './subscriptions.ts'
import { departedCustomers, stripeCustomers } from './schema.ts'

/**
 * The payment provider's id of the customer that pays the user's subscription, else of the user's
 * first one; null without any.
 */
export const findCustomer = async (db: Database, userId: string): Promise<string | null> => {
  const occupying = await findOccupying(db, userId)
  if (occupying !== null) return occupying.customerId
  const [row] = await db
    .select()
    .from(stripeCustomers)
    .where(eq(stripeCustomers.userId, userId))
    .orderBy(asc(stripeCustomers.createdAt))
    .limit(1)
  return row?.id ?? null
}

/** Stores a customer created for a user, or for a visitor without an account (null). */
export const storeCustomer = async (
  db: Database,
  id: string,
  userId: string | null,
): Promise<void> => {
  await db.insert(stripeCustomers).values({ id, userId }).onConflictDoNothing()
}

/** Gives a visitor's customer to the user. False when it is unknown or another user's. */
export const linkCustomer = async (db: Database, id: string, userId: string): Promise<boolean> => {
  const linked = await db
    .update(stripeCustomers)
    .set({ userId })
    .where(
      and(
        eq(stripeCustomers.id, id),
        or(isNull(stripeCustomers.userId), eq(stripeCustomers.userId, userId)),
      ),
    )
    .returning({ id: stripeCustomers.id })
  return linked.length > 0
}

/** The payment provider's ids of all customers of the user. */
export const listCustomers = async (db: Database, userId: string): Promise<string[]> =>
  (
    await db
      .select({ id: stripeCustomers.id })
      .from(stripeCustomers)
      .where(eq(stripeCustomers.userId, userId))
  ).map(({ id }) => id)

/**
 * Customers of a deleted user, or of all of them (null), that the payment provider may still have;
 * oldest first.
 */
export const listDeparted = async (db: Database, userId: string | null): Promise<string[]> =>
  (
    await db
      .select({ id: departedCustomers.id })
      .from(departedCustomers)
      .where(userId === null ? undefined : eq(departedCustomers.userId, userId))
      .orderBy(asc(departedCustomers.departedAt))
  ).map(({ id }) => id)

/** Removes a customer that the payment provider has deleted. */
export const forgetDeparted = async (db: Database, id: string): Promise<void> => {
  await db.delete(departedCustomers).where(eq(departedCustomers.id, id))
}
