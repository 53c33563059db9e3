import { eq } from 'drizzle-orm'
import type { Database } from './database.ts'
import { nightlyChecks } from './schema.ts'

type NightlyCheck = {
  readonly checkedAt: Date
  /** How many differences were found, by kind; kinds without any are left out. */
  readonly differences: Readonly<Record<string, number>>
}

/** Keeps the outcome of a complete check in place of the one before. */
export const storeNightlyCheck = async (db: Database, check: NightlyCheck): Promise<void> => {
  await db
    .insert(nightlyChecks)
    .values({ id: 'latest', ...check })
    .onConflictDoUpdate({ target: nightlyChecks.id, set: check })
}

/** Null before the first complete check. */
export const readNightlyCheck = async (db: Database): Promise<NightlyCheck | null> => {
  const [found] = await db
    .select({ checkedAt: nightlyChecks.checkedAt, differences: nightlyChecks.differences })
    .from(nightlyChecks)
    .where(eq(nightlyChecks.id, 'latest'))
  return found ?? null
}
