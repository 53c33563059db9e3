import { and, eq, not, sql } from 'drizzle-orm'
import type { SQL } from 'drizzle-orm'
import type { ChangeConsent } from '../domain/subscription.ts'
import type { Database } from './database.ts'
import { subscriptions } from './schema.ts'
import { reviseUser } from './users.ts'

const { changeConsents } = subscriptions

const listOf = (entry: Pick<ChangeConsent, 'preview'>) => sql`${JSON.stringify([entry])}::jsonb`

const store = (db: Database, where: SQL | undefined, consents: SQL): Promise<void> =>
  db.transaction(async (transaction) => {
    const [row] = await transaction
      .update(subscriptions)
      .set({ changeConsents: consents })
      .where(where)
      .returning({ userId: subscriptions.userId })
    if (row !== undefined) await reviseUser(transaction, row.userId)
  })

/** Puts a consent before the earlier ones, once for each preview. The newest 20 are kept. */
export const addChangeConsent = (
  db: Database,
  id: string,
  consent: ChangeConsent,
): Promise<void> => {
  const isKnown = sql`${changeConsents} @> ${listOf({ preview: consent.preview })}`
  return store(
    db,
    and(eq(subscriptions.id, id), not(isKnown)),
    sql`jsonb_path_query_array(${listOf(consent)} || ${changeConsents}, '$[0 to 19]')`,
  )
}

/** Removes the consent to a change that was not made. */
export const dropChangeConsent = (db: Database, id: string, preview: string): Promise<void> =>
  store(
    db,
    eq(subscriptions.id, id),
    sql`jsonb_path_query_array(${changeConsents}, '$[*] ? (@.preview != $of)', jsonb_build_object('of', ${preview}::text))`,
  )
