import { readdir } from 'node:fs/promises'
import { PGlite } from '@electric-sql/pglite'
import { drizzle } from 'drizzle-orm/pglite'
import { migrate } from 'drizzle-orm/pglite/migrator'
import type { OpenDatabase } from './database.ts'
import { DiskFull, freeSpaceOf, guardDisk, hasRoom } from './disk-guard.ts'
import type { FreeSpace } from './disk-guard.ts'
import { lockFolder } from './folder-lock.ts'
import { migrationsFolder } from './migrations-folder.ts'
import * as schema from './schema.ts'

/** The data folder holds something else, or a damaged database. */
export class DatabaseUnreadable extends Error {
  constructor(folder: string, why: string) {
    super(
      `The database folder ${folder} cannot be opened: ${why}. Restore a backup, or set DATA_DIR to a new folder.`,
    )
    this.name = 'DatabaseUnreadable'
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

const asDatabase = (client: PGlite, close: () => Promise<void>): OpenDatabase => {
  const db = drizzle(client, { schema })
  return {
    db,
    readStale: (read) => read(db),
    isShared: false,
    connection: { kind: 'pglite', client },
    connections: null,
    migrate: () => migrate(db, { migrationsFolder }),
    ping: async () => {
      const { rows } = await client.query<{ mode: string }>(
        `select current_setting('transaction_read_only') as mode`,
      )
      if (rows[0]?.mode !== 'off') throw new Error('The database is read-only.')
    },
    close,
  }
}

/** Opens the embedded database in memory, empty or as it was dumped. Not yet migrated. */
export const openMemory = async (dump: Blob | null): Promise<OpenDatabase> => {
  const client = await PGlite.create(dump === null ? {} : { loadDataDir: dump })
  return asDatabase(client, () => client.close())
}

/**
 * Opens the embedded database in a folder. Not yet migrated. While its disk is almost full it is
 * read-only, and `onError` is called.
 */
export const openPglite = async (
  folder: string,
  onError: (error: Error) => void,
  freeSpace: FreeSpace = freeSpaceOf,
): Promise<OpenDatabase> => {
  const release = await lockFolder(folder, onError)
  try {
    if (!(await hasRoom(folder, freeSpace))) throw new DiskFull(folder)
    const client = await readFolder(folder)
    const guard = guardDisk(
      folder,
      freeSpace,
      (isReadOnly) => client.exec(`set default_transaction_read_only = ${String(isReadOnly)}`),
      onError,
    )
    return asDatabase(client, async () => {
      await guard.stop()
      await client.close()
      await release()
    })
  } catch (error) {
    await release()
    throw error
  }
}
