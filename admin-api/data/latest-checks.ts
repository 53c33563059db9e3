import { eq } from 'drizzle-orm'
import type { Database } from './database.ts'
import { latestChecks } from './schema.ts'

type LatestCheck = {
  readonly checkedAt: Date
  /** How many differences were found, by kind; kinds without any are left out. */
  readonly differences: Readonly<Record<string, number>>
}

/** Keeps the outcome of a complete check in place of the one before. */
export const storeLatestCheck = async (db: Database, check: LatestCheck): Promise<void> => {
  await db
    .insert(latestChecks)
    .values({ id: 'latest', ...check })
    .onConflictDoUpdate({ target: latestChecks.id, set: check })
}

/** Null before the first complete check. */
export const readLatestCheck = async (db: Database): Promise<LatestCheck | null> => {
  const [found] = await db
    .select({ checkedAt: latestChecks.checkedAt, differences: latestChecks.differences })
    .from(latestChecks)
    .where(eq(latestChecks.id, 'latest'))
  return found ?? null
}
