import { lt } from 'drizzle-orm'
import type { Consent } from '../domain/subscription.ts'
import type { Database } from './database.ts'
import { deleteOldest } from './delete-oldest.ts'
import { keptConsents } from './schema.ts'

/** Three years: how long somebody may dispute what was charged. */
const lifetimeMs = 3 * 365 * 24 * 60 * 60 * 1000

/** Keeps what the owner of a deleted account agreed to, under the digest of their mailbox. */
export const keepConsents = async (
  db: Database,
  digest: string,
  consents: readonly Consent[],
): Promise<void> => {
  if (consents.length > 0)
    await db.insert(keptConsents).values(consents.map((consent) => ({ digest, consent })))
}

/** Deletes a batch of old consents; true when more may be left. */
export const deleteOldConsents = (db: Database, now: Date): Promise<boolean> =>
  deleteOldest(db, {
    from: keptConsents,
    age: keptConsents.keptSince,
    when: lt(keptConsents.keptSince, new Date(now.getTime() - lifetimeMs)),
  })
