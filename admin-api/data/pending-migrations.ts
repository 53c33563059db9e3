import { readFileSync } from 'node:fs'
import path from 'node:path'
import { max } from 'drizzle-orm'
import { bigint, pgSchema } from 'drizzle-orm/pg-core'
import type { Database } from './database.ts'
import { isMissingTable } from './failures.ts'
import { migrationsFolder } from './migrations-folder.ts'

/** Drizzle's record of the applied migrations. Like Drizzle, we only compare the newest. */
const applied = pgSchema('drizzle').table('__drizzle_migrations', {
  createdAt: bigint('created_at', { mode: 'number' }),
})

type Journal = { readonly entries: readonly { readonly when: number; readonly tag: string }[] }

const readJournal = (): Journal =>
  JSON.parse(readFileSync(path.join(migrationsFolder, 'meta/_journal.json'), 'utf8')) as Journal

/** The timestamp of the newest applied migration; 0 for an empty database. */
const newestApplied = async (db: Database): Promise<number> => {
  try {
    const [row] = await db.select({ newest: max(applied.createdAt) }).from(applied)
    return row?.newest ?? 0
  } catch (error) {
    if (isMissingTable(error)) return 0
    throw error
  }
}

const unmigrated = 'none'

/**
 * The name of the newest applied migration, or its timestamp when only a newer version of this code
 * knows the name, as after a rollback.
 */
export const schemaOf = async (db: Database): Promise<string> => {
  const newest = await newestApplied(db)
  if (newest === 0) return unmigrated
  return readJournal().entries.find(({ when }) => when === newest)?.tag ?? String(newest)
}

/** Whether this code knows a schema that {@link schemaOf} returned, here or in another version. */
export const isKnownSchema = (schema: string): boolean =>
  schema === unmigrated ||
  readJournal().entries.some(({ tag, when }) => schema === tag || schema === String(when))

/** The names of this code's migrations that the database lacks, in order. */
export const pendingMigrations = async (db: Database): Promise<readonly string[]> => {
  const newest = await newestApplied(db)
  return readJournal()
    .entries.filter(({ when }) => when > newest)
    .map(({ tag }) => tag)
}

/** The database's schema is older than this code. */
export class SchemaOutdated extends Error {
  constructor(missing: readonly string[]) {
    super(
      `The database lacks ${missing.join(', ')}. Run npm run migrate, or set MIGRATE_ON_START=true.`,
    )
    this.name = 'SchemaOutdated'
  }
}
