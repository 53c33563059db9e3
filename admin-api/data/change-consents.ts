import { and, eq, not, sql } from 'drizzle-orm'
import type { ChangeConsent } from '../domain/subscription.ts'
import type { Database } from './database.ts'
import { subscriptions } from './schema.ts'

const { changeConsents } = subscriptions

const listOf = (entry: Pick<ChangeConsent, 'preview'>) => sql`${JSON.stringify([entry])}::jsonb`

/** Puts a consent before the earlier ones, once for each preview. The newest 20 are kept. */
export const addChangeConsent = async (
  db: Database,
  id: string,
  consent: ChangeConsent,
): Promise<void> => {
  const isKnown = sql`${changeConsents} @> ${listOf({ preview: consent.preview })}`
  await db
    .update(subscriptions)
    .set({
      changeConsents: sql`jsonb_path_query_array(${listOf(consent)} || ${changeConsents}, '$[0 to 19]')`,
    })
    .where(and(eq(subscriptions.id, id), not(isKnown)))
}

/** Removes the consent to a change that was not made. */
export const dropChangeConsent = async (
  db: Database,
  id: string,
  preview: string,
): Promise<void> => {
  await db
    .update(subscriptions)
    .set({
      changeConsents: sql`jsonb_path_query_array(${changeConsents}, '$[*] ? (@.preview != $of)', jsonb_build_object('of', ${preview}::text))`,
    })
    .where(eq(subscriptions.id, id))
}
