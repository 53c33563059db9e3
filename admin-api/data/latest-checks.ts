import { eq } from 'drizzle-orm'
import type { Database } from './database.ts'
import { latestChecks } from './schema.ts'

type LatestCheck = {
  readonly checkedAt: Date
  /** How many differences were found, by kind; kinds without any are omitted. */
  readonly differences: Readonly<Record<string, number>>
}
type Id = (typeof latestChecks.$inferSelect)['id']

const store = async (db: Database, id: Id, check: LatestCheck): Promise<void> => {
  await db
    .insert(latestChecks)
    .values({ id, ...check })
    .onConflictDoUpdate({ target: latestChecks.id, set: check })
}

const read = async (db: Database, id: Id): Promise<LatestCheck | null> => {
  const [found] = await db
    .select({ checkedAt: latestChecks.checkedAt, differences: latestChecks.differences })
    .from(latestChecks)
    .where(eq(latestChecks.id, id))
  return found ?? null
}

/** Stores the outcome of a complete check, replacing the previous one. */
export const storeLatestCheck = (db: Database, check: LatestCheck): Promise<void> =>
  store(db, 'latest', check)

/** Null before the first complete check. */
export const readLatestCheck = (db: Database): Promise<LatestCheck | null> => read(db, 'latest')

/** Stores when a backup was completed, replacing the previous time. */
export const storeLatestBackup = (db: Database, completeAt: Date): Promise<void> =>
  store(db, 'backup', { checkedAt: completeAt, differences: {} })

/** Null before the first complete backup. */
export const readLatestBackup = async (db: Database): Promise<Date | null> =>
  (await read(db, 'backup'))?.checkedAt ?? null
