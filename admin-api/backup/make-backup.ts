import type { PGlite } from '@electric-sql/pglite'
import type { OpenDatabase } from '../data/database.ts'
import { DatabaseInUse } from '../data/folder-lock.ts'
import { openDatabase } from '../data/open-database.ts'
import { openPglite } from '../data/pglite.ts'
import type { DatabaseSettings } from '../settings/database.ts'
import { BackupProblem, headerLine, headerOf, writeWhole } from './backup-file.ts'
import { askRunningApi } from './local-socket.ts'
import { dumpPostgresql } from './postgresql-tools.ts'

/** Streams a backup of the embedded database, which keeps answering queries. */
export async function* backUpEmbedded(
  { db }: Pick<OpenDatabase, 'db'>,
  client: PGlite,
): AsyncGenerator<Uint8Array | string> {
  const header = await headerOf(db, 'embedded', new Date())
  const folder = await client.dumpDataDir('gzip')
  yield headerLine(header)
  yield* folder.stream() as unknown as AsyncIterable<Uint8Array>
}

async function* fromFolder(folder: string): AsyncGenerator<Uint8Array | string> {
  let database: OpenDatabase
  try {
    database = await openPglite(folder, () => {})
  } catch (error) {
    if (!(error instanceof DatabaseInUse)) throw error
    yield* await askRunningApi(folder, '/backup')
    return
  }
  try {
    if (database.connection.kind === 'pglite')
      yield* backUpEmbedded(database, database.connection.client)
  } finally {
    await database.close()
  }
}

async function* fromPostgresql(
  address: Extract<DatabaseSettings, { url: string }>,
): AsyncGenerator<Uint8Array | string> {
  const database = await openDatabase(address, () => {})
  try {
    yield headerLine(await headerOf(database.db, 'postgresql', new Date()))
  } finally {
    await database.close()
  }
  yield* dumpPostgresql(address)
}

/**
 * Writes a backup of the database to a file, which appears once it is complete. The API may be
 * running.
 * @throws BackupProblem when one of PostgreSQL's programs is missing or fails.
 */
export const makeBackup = (where: DatabaseSettings, file: string): Promise<void> => {
  if ('memory' in where) throw new BackupProblem('A database in memory has no backup.')
  return writeWhole(file, 'url' in where ? fromPostgresql(where) : fromFolder(where.folder))
}
