import { readFileSync } from 'node:fs'
import path from 'node:path'
import { max } from 'drizzle-orm'
import { bigint, pgSchema } from 'drizzle-orm/pg-core'
import type { Database } from './database.ts'
import { isMissingTable } from './failures.ts'
import { migrationsFolder } from './migrations-folder.ts'

/** Drizzle's record of the migrations that were applied; it compares the newest as well. */
const applied = pgSchema('drizzle').table('__drizzle_migrations', {
  createdAt: bigint('created_at', { mode: 'number' }),
})

type Journal = { readonly entries: readonly { readonly when: number; readonly tag: string }[] }

const readJournal = (): Journal =>
  JSON.parse(readFileSync(path.join(migrationsFolder, 'meta/_journal.json'), 'utf8')) as Journal

/** Zero before the first. */
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
 * The newest migration that the database has had, by its name, or by its time where this code does
 * not know it: after a rollback.
 */
export const schemaOf = async (db: Database): Promise<string> => {
  const newest = await newestApplied(db)
  if (newest === 0) return unmigrated
  return readJournal().entries.find(({ when }) => when === newest)?.tag ?? String(newest)
}

/** Whether this code knows what {@link schemaOf} has returned, in this version or another. */
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
