import { mkdtemp, readdir, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { PGlite } from '@electric-sql/pglite'
import { drizzle } from 'drizzle-orm/pglite'
import { migrate } from 'drizzle-orm/pglite/migrator'
import type { Client } from 'pg'
import type { DatabaseAddress } from '../settings/database.ts'
import { isConflict, isLockTimeout } from '../data/failures.ts'
import { lockFolder } from '../data/folder-lock.ts'
import { migrationsFolder } from '../data/migrations-folder.ts'
import { openDatabase } from '../data/open-database.ts'
import { beginLong, connectTo } from '../data/postgresql.ts'
import type { DatabaseSettings } from '../settings/database.ts'
import { BackupProblem, openBackup } from './backup-file.ts'
import { makeBackup } from './make-backup.ts'
import { moveRows } from './move-rows.ts'
import { restorePostgresql } from './postgresql-tools.ts'

type Backup = Awaited<ReturnType<typeof openBackup>>

const notEmpty = () =>
  new BackupProblem(
    'The database is not empty. With --force it is replaced, and what it holds is kept.',
  )

/** Reads a backup of the embedded database into a new folder. */
const unpack = async ({ data }: Backup, folder: string): Promise<PGlite> => {
  const tar = await promisify(gunzip)(await buffer(data())).catch(() => {
    throw new BackupProblem('The backup is damaged: a part of it is missing, or was changed.')
  })
  return PGlite.create({
    dataDir: folder,
    loadDataDir: new Blob([tar], { type: 'application/x-tar' }),
  })
}

const restoreFolder = async (
  backup: Backup,
  folder: string,
  force: boolean,
): Promise<string | null> => {
  const release = await lockFolder(folder, () => {})
  const unfinished = `${folder}.restoring`
  try {
    const isEmpty = (await readdir(folder)).length === 0
    if (!isEmpty && !force) throw notEmpty()
    await rm(unfinished, { recursive: true, force: true })
    await (await unpack(backup, unfinished)).close()
    const kept = isEmpty ? null : `${folder}.before-${Date.now()}`
    if (kept !== null) await rename(folder, kept)
    await rename(unfinished, folder)
    return kept
  } finally {
    await rm(unfinished, { recursive: true, force: true })
    await release()
  }
}

/** All schemas that the API and its queue create. */
const ownSchemas = ['public', 'drizzle', 'pgboss']

const isEmpty = async (client: Client): Promise<boolean> =>
  (await client.query('select from pg_tables where schemaname = any($1) limit 1', [ownSchemas]))
    .rowCount === 0

/**
 * Backs up the database to a file and drops its schemas. Locks keep others from writing in between,
 * so every row written is in the file; a waiting write then fails.
 * @throws BackupProblem, with nothing changed, when a table is in use for longer than ten seconds.
 */
const replace = async (client: Client, address: DatabaseAddress, keptFile: string) => {
  try {
    await client.query(beginLong('10s'))
    const { rows } = await client.query<{ tables: string }>(
      `select string_agg(format('%I.%I', schemaname, tablename), ', ') as tables
       from pg_tables where schemaname = any($1)`,
      [ownSchemas],
    )
    // This mode still lets pg_dump read.
    await client.query(`lock table ${rows[0]!.tables} in exclusive mode`)
    await makeBackup(address, keptFile)
    await client.query(
      `drop schema if exists ${ownSchemas.join(', ')} cascade; create schema public; commit`,
    )
  } catch (error) {
    if (!isLockTimeout(error) && !isConflict(error)) throw error
    await rm(keptFile, { force: true })
    throw new BackupProblem(
      'The database is in use, so nothing was changed: stop the API and the worker, and try again.',
    )
  }
}

const moveIn = async (backup: Backup, address: DatabaseAddress, client: Client): Promise<void> => {
  const folder = await mkdtemp(path.join(tmpdir(), 'evenkeel-'))
  try {
    const from = await unpack(backup, path.join(folder, 'database'))
    await migrate(drizzle(from), { migrationsFolder })
    const database = await openDatabase(address, () => {})
    await database.migrate().finally(() => database.close())
    await moveRows(from, client)
    await from.close()
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

const restoreServer = async (
  backup: Backup,
  address: DatabaseAddress,
  force: boolean,
  keptFile: string,
): Promise<string | null> => {
  const client = await connectTo(address, { connectionTimeoutMillis: 5_000 })
  // The pending query rejects as well; without a listener, the event would end the process.
  client.on('error', () => {})
  try {
    let kept: string | null = null
    if (!(await isEmpty(client))) {
      if (!force) throw notEmpty()
      await replace(client, address, keptFile)
      kept = keptFile
    }
    try {
      if (backup.header.kind === 'postgresql') await restorePostgresql(address, backup.data())
      else await moveIn(backup, address, client)
    } catch (error) {
      if (kept === null) throw error
      throw new BackupProblem(
        `${(error as Error).message}\nNothing was restored. What the database held is in ${kept}.`,
      )
    }
    return kept
  } finally {
    await client.end()
  }
}

/**
 * Restores a backup into an empty database. With `force`, the database need not be empty: its
 * contents are kept, in a folder beside the data folder or in a backup beside this one. Restoring
 * the embedded database into PostgreSQL moves its rows. Returns where the previous contents are, if
 * there were any.
 * @throws BackupProblem, or DatabaseInUse while the API has the data folder open.
 */
export const restoreBackup = async (
  file: string,
  where: DatabaseSettings,
  { force }: { readonly force: boolean },
): Promise<string | null> => {
  const backup = await openBackup(file)
  if ('memory' in where) throw new BackupProblem('A database in memory has no backup.')
  if ('url' in where)
    return restoreServer(backup, where, force, `${file}.before-${Date.now()}.backup`)
  if (backup.header.kind === 'postgresql')
    throw new BackupProblem('It is a backup of a PostgreSQL: set DATABASE_URL to one.')
  return restoreFolder(backup, where.folder, force)
}
