import { desc, eq } from 'drizzle-orm'
import type { Database } from './database.ts'
import { presentDiagnosis, readDiagnoses } from './diagnoses.ts'
import { readProfile } from './profile.ts'
import { idempotencyKeys, stripeCustomers, subscriptions } from './schema.ts'
import type { User } from './users.ts'

/** All that is stored about a user; null once deleted. */
export const exportUser = async (db: Database, user: User) => {
  const [found, diagnoses, customers, orders, requests] = await Promise.all([
    readProfile(db, user),
    readDiagnoses(db, user.id, 1_000_000, null),
    db.select({ id: stripeCustomers.id, createdAt: stripeCustomers.createdAt }).from(stripeCustomers)
      .where(eq(stripeCustomers.userId, user.id)),
    db.select().from(subscriptions).where(eq(subscriptions.userId, user.id)).orderBy(desc(subscriptions.createdAt)),
    db.select({ key: idempotencyKeys.key, createdAt: idempotencyKeys.createdAt }).from(idempotencyKeys)
      .where(eq(idempotencyKeys.userId, user.id)),
  ])
  return found === null ? null : {
    profile: found.profile,
    attribution: { firstTouch: user.firstTouch, lastTouch: user.lastTouch },
    identity: { authUid: user.authUid },
    diagnoses: diagnoses.map(presentDiagnosis),
    paymentCustomers: customers,
    subscriptions: orders.map(({ userId: _user, lastTicket: _last, appliedTicket: _applied, ...order }) => order),
    paymentRequests: requests,
  }
}
