import { lt, sql } from 'drizzle-orm'
import { deleteOldClaims } from './app-claims.ts'
import type { Database } from './database.ts'
import { deleteOldest } from './delete-oldest.ts'
import { deleteOldConsents } from './kept-consents.ts'
import { deleteOldNotices } from './notices.ts'
import { idempotencyKeys, rateLimits, webhookEvents } from './schema.ts'

const dayMs = 24 * 60 * 60 * 1000
/** Far longer than any client retries a request. */
const keyLifetimeMs = 7 * dayMs
/** Far longer than the payment provider retries an event. */
const eventLifetimeMs = 90 * dayMs

/** Each deletes a batch and returns whether more may be left. */
const deletions = {
  idempotencyKeys: (db: Database, now: Date) =>
    deleteOldest(db, {
      from: idempotencyKeys,
      age: idempotencyKeys.createdAt,
      when: lt(idempotencyKeys.createdAt, new Date(now.getTime() - keyLifetimeMs)),
    }),
  webhookEvents: (db: Database, now: Date) =>
    deleteOldest(db, {
      from: webhookEvents,
      age: webhookEvents.receivedAt,
      when: lt(webhookEvents.receivedAt, new Date(now.getTime() - eventLifetimeMs)),
    }),
  notices: deleteOldNotices,
  consents: deleteOldConsents,
  appClaims: deleteOldClaims,
  rateLimits: (db: Database) =>
    deleteOldest(db, {
      from: rateLimits,
      age: rateLimits.expiresAt,
      when: lt(rateLimits.expiresAt, sql`now()`),
    }),
}

/**
 * Deletes expired idempotency keys, webhook events, rate limits, notices, kept consents and links
 * to the app, in batches. A failure with one kind is logged, and the other kinds are still deleted.
 * When aborted, stops after one more batch of each.
 */
export const deleteExpired = async ({
  db,
  clock,
  log,
  signal,
}: {
  readonly db: Database
  readonly clock: () => Date
  readonly log: { error(details: object, message: string): void }
  readonly signal?: AbortSignal
}): Promise<void> => {
  for (const [what, deleteBatch] of Object.entries(deletions)) {
    try {
      let isMoreLeft = true
      while (isMoreLeft) isMoreLeft = (await deleteBatch(db, clock())) && signal?.aborted !== true
    } catch (error) {
      log.error({ err: error, what }, 'what has expired was not deleted')
    }
  }
}
