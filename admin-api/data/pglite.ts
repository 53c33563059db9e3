import { mkdir, readdir } from 'node:fs/promises'
import { PGlite } from '@electric-sql/pglite'
import { drizzle } from 'drizzle-orm/pglite'
import { migrate } from 'drizzle-orm/pglite/migrator'
import { lock } from 'proper-lockfile'
import type { OpenDatabase } from './database.ts'
import { migrationsFolder } from './migrations-folder.ts'
import * as schema from './schema.ts'

/** Another process has the data folder open. */
export class DatabaseInUse extends Error {
  constructor(folder: string) {
    super(
      `The database folder ${folder} is in use by another process. Stop that one, or set DATA_DIR to another folder.`,
    )
    this.name = 'DatabaseInUse'
  }
}

/** Another process may have the data folder open by now: what this one still stores can be lost. */
export class DatabaseLockLost extends Error {
  constructor(folder: string, cause: Error) {
    super(`The lock of the database folder ${folder} was lost.`, { cause })
    this.name = 'DatabaseLockLost'
  }
}

/** The data folder holds something else, or a damaged database. */
export class DatabaseUnreadable extends Error {
  constructor(folder: string, why: string) {
    super(
      `The database folder ${folder} cannot be opened: ${why}. Restore a backup, or set DATA_DIR to a new folder.`,
    )
    this.name = 'DatabaseUnreadable'
  }
}

const lockFolder = async (folder: string, onError: (error: Error) => void) => {
  await mkdir(folder, { recursive: true })
  try {
    return await lock(folder, {
      stale: 10_000,
      update: 2_500,
      onCompromised: (error) => onError(new DatabaseLockLost(folder, error)),
    })
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ELOCKED')
      throw new DatabaseInUse(folder)
    throw error
  }
}

const readFolder = async (folder: string): Promise<PGlite> => {
  const entries = await readdir(folder)
  if (entries.length > 0 && !entries.includes('PG_VERSION'))
    throw new DatabaseUnreadable(folder, 'it holds no database')
  try {
    return await PGlite.create(folder)
  } catch (error) {
    throw new DatabaseUnreadable(folder, error instanceof Error ? error.message : String(error))
  }
}

/** Opens the embedded database in a folder, or in memory. Not yet migrated. */
export const openPglite = async (
  folder: string | null,
  onError: (error: Error) => void,
): Promise<OpenDatabase> => {
  const release = folder === null ? null : await lockFolder(folder, onError)
  const client = await (folder === null ? PGlite.create() : readFolder(folder)).catch(
    async (error: unknown) => {
      await release?.()
      throw error
    },
  )
  const db = drizzle(client, { schema })
  return {
    db,
    isShared: false,
    connection: { kind: 'pglite', client },
    connections: null,
    migrate: () => migrate(db, { migrationsFolder }),
    ping: async () => {
      await client.query('select 1')
    },
    close: async () => {
      await client.close()
      await release?.()
    },
  }
}
