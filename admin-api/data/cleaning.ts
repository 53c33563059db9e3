import { lt, sql } from 'drizzle-orm'
import { deleteOldClaims } from './app-claims.ts'
import type { Database } from './database.ts'
import { deleteOldConsents } from './kept-consents.ts'
import { deleteOldNotices } from './notices.ts'
import { idempotencyKeys, rateLimits, webhookEvents } from './schema.ts'

const dayMs = 24 * 60 * 60 * 1000
/** Far longer than any client retries a request. */
const keyLifetimeMs = 7 * dayMs
/** Far longer than the payment provider retries an event. */
const eventLifetimeMs = 90 * dayMs

/**
 * Deletes expired idempotency keys, webhook events, rate limits, notices, kept consents and links
 * to the app.
 */
export const deleteExpired = async (db: Database, now: Date): Promise<void> => {
  await db
    .delete(idempotencyKeys)
    .where(lt(idempotencyKeys.createdAt, new Date(now.getTime() - keyLifetimeMs)))
  await db
    .delete(webhookEvents)
    .where(lt(webhookEvents.receivedAt, new Date(now.getTime() - eventLifetimeMs)))
  await deleteOldNotices(db, now)
  await deleteOldConsents(db, now)
  await deleteOldClaims(db, now)
  await db.delete(rateLimits).where(lt(rateLimits.expiresAt, sql`now()`))
}
