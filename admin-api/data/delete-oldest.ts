import { and, lte } from 'drizzle-orm'
import type { SQL } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { Database } from './database.ts'

const batch = 10_000

/**
 * Deletes the oldest of the rows that match, about 10,000 at most, so that the statement ends in
 * time however many there are. True when more may be left.
 */
export const deleteOldest = async (
  db: Database,
  { from, age, when }: { readonly from: PgTable; readonly age: PgColumn; readonly when: SQL },
): Promise<boolean> => {
  const [last] = await db
    .select({ age })
    .from(from)
    .where(when)
    .orderBy(age)
    .offset(batch - 1)
    .limit(1)
  await db.delete(from).where(last === undefined ? when : and(when, lte(age, last.age)))
  return last !== undefined
}
