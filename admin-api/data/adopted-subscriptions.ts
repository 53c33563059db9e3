import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { linkCustomer, storeCustomer } from './customers.ts'
import type { Database } from './database.ts'
import { findOccupying } from './subscriptions.ts'
import { subscriptions, users } from './schema.ts'
import { isLeaving, leavingColumns, reviseUser } from './users.ts'

type Adopted = Pick<
  typeof subscriptions.$inferInsert,
  | 'userId'
  | 'customerId'
  | 'productId'
  | 'paymentMethodId'
  | 'stripeSubscriptionId'
  | 'priceAmount'
  | 'priceCurrency'
  | 'currentPeriodEnd'
  | 'startedAt'
> & {
  /** The id of the order, when the provider still knows it. */
  readonly id: string | null
}

/**
 * Stores a live subscription that exists only at the provider, with its customer. Returns the id of
 * its row, or why there is none: the user has another subscription, is being deleted or is unknown,
 * or the customer is another user's.
 */
export const insertAdopted = (
  db: Database,
  { id, ...adopted }: Adopted,
  now: Date,
): Promise<{ readonly id: string } | 'second' | 'foreign'> =>
  db.transaction(async (transaction) => {
    const { userId, customerId } = adopted
    const [user] = await transaction
      .select(leavingColumns)
      .from(users)
      .where(eq(users.id, userId))
      .for('no key update')
    if (user === undefined || isLeaving(user, now)) return 'foreign'
    const occupying = await findOccupying(transaction, userId)
    if (occupying !== null)
      return occupying.stripeSubscriptionId === adopted.stripeSubscriptionId ? occupying : 'second'
    await storeCustomer(transaction, customerId, userId)
    if (!(await linkCustomer(transaction, customerId, userId))) return 'foreign'
    const [row] = await transaction
      .insert(subscriptions)
      .values({
        ...adopted,
        id: id ?? randomUUID(),
        // Placeholders that the next sync replaces: because the price is unknown, it looks up the
        // plan.
        state: 'active',
        priceId: '',
        setupIntentId: '',
        trialDays: 0,
      })
      .onConflictDoNothing()
      .returning({ id: subscriptions.id })
    if (row === undefined) return 'second'
    await reviseUser(transaction, userId)
    return row
  })
