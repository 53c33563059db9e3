import type { DatabaseSettings } from '../settings/database.ts'
import type { OpenDatabase } from './database.ts'
import { openMemory, openPglite } from './pglite.ts'
import { openPostgresql } from './postgresql.ts'

/**
 * Opens PostgreSQL by URL, or an embedded database in a folder or in memory. Not yet migrated.
 * `onError` is called for broken connections, with {@link DatabaseLockLost} for a lost lock of the
 * data folder, and with {@link DiskFull} while its disk is almost full.
 * @throws DatabaseInUse when another process holds the folder.
 * @throws DiskFull when its disk is too full to begin.
 * @throws DatabaseUnreadable when the folder holds no database, or a damaged one.
 */
export const openDatabase = async (
  where: DatabaseSettings,
  onError: (error: Error) => void,
): Promise<OpenDatabase> => {
  if ('memory' in where) return openMemory(where.memory)
  return 'url' in where ? openPostgresql(where, onError) : openPglite(where.folder, onError)
}
