import { mkdir } from 'node:fs/promises'
import type { ConnectionOptions } from 'node:tls'
import { fileURLToPath } from 'node:url'
import { PGlite } from '@electric-sql/pglite'
import { sql } from 'drizzle-orm'
import { drizzle as drizzleNodePostgres } from 'drizzle-orm/node-postgres'
import { migrate as migrateNodePostgres } from 'drizzle-orm/node-postgres/migrator'
import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core'
import { drizzle as drizzlePglite } from 'drizzle-orm/pglite'
import { migrate as migratePglite } from 'drizzle-orm/pglite/migrator'
import { Client, Pool } from 'pg'
import { lock } from 'proper-lockfile'
import type { DatabaseAddress, DatabaseTls } from '../database-settings.ts'
import type { Settings } from '../settings.ts'
import * as schema from './schema.ts'

/** The database as queries see it, the same on PGlite and PostgreSQL. */
export type Database = PgDatabase<PgQueryResultHKT, typeof schema>

export type OpenDatabase = {
  readonly db: Database
  /** Whether other processes may use it at the same time. */
  readonly isShared: boolean
  /** For libraries with queries of their own. */
  readonly connection:
    | { readonly kind: 'pglite'; readonly client: PGlite }
    | { readonly kind: 'postgresql'; readonly url: string; readonly ssl: false | ConnectionOptions }
  /** Applies the migrations that are missing. Safe to run from several processes at once. */
  migrate(): Promise<void>
  /** Rejects when the database cannot be reached. */
  ping(): Promise<void>
  close(): Promise<void>
}

/** Another process has the data folder open. */
export class DatabaseInUse extends Error {
  constructor(folder: string) {
    super(
      `The database folder ${folder} is in use by another process. Stop that one, or set DATA_DIR to another folder.`,
    )
    this.name = 'DatabaseInUse'
  }
}

const migrationsFolder = fileURLToPath(new URL('./migrations', import.meta.url))
/** An arbitrary number that every process of this API shares. */
const migrationLock = 720_114_021

const openPglite = async (
  folder: string | null,
  onLockLost: (error: Error) => void,
): Promise<OpenDatabase> => {
  let release: (() => Promise<void>) | null = null
  if (folder !== null) {
    await mkdir(folder, { recursive: true })
    try {
      release = await lock(folder, { stale: 10_000, update: 2_500, onCompromised: onLockLost })
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === 'ELOCKED')
        throw new DatabaseInUse(folder)
      throw error
    }
  }
  const client = await (folder === null ? PGlite.create() : PGlite.create(folder)).catch(
    async (error: unknown) => {
      await release?.()
      throw error
    },
  )
  const db = drizzlePglite(client, { schema })
  return {
    db,
    isShared: false,
    connection: { kind: 'pglite', client },
    migrate: () => migratePglite(db, { migrationsFolder }),
    ping: async () => {
      await client.query('select 1')
    },
    close: async () => {
      await client.close()
      await release?.()
    },
  }
}

const sslOf = (tls: DatabaseTls): false | ConnectionOptions => {
  if (tls === 'off') return false
  if (tls === 'unverified') return { rejectUnauthorized: false }
  return { rejectUnauthorized: true, ...(tls.verified.ca === null ? {} : { ca: tls.verified.ca }) }
}

const openPostgres = (
  { url, tls = 'off' }: DatabaseAddress,
  onError: (error: Error) => void,
): OpenDatabase => {
  const connection = { connectionString: url, ssl: sslOf(tls) }
  const pool = new Pool({
    ...connection,
    max: 10,
    connectionTimeoutMillis: 5_000,
    statement_timeout: 10_000,
    idle_in_transaction_session_timeout: 10_000,
  })
  pool.on('error', onError)
  const db = drizzleNodePostgres(pool, { schema })
  return {
    db,
    isShared: true,
    connection: { kind: 'postgresql', url, ssl: connection.ssl },
    migrate: async () => {
      const client = new Client({ ...connection, connectionTimeoutMillis: 5_000 })
      await client.connect()
      try {
        const alone = drizzleNodePostgres(client)
        await alone.execute(sql`select pg_advisory_lock(${migrationLock})`)
        await migrateNodePostgres(alone, { migrationsFolder })
      } finally {
        await client.end()
      }
    },
    ping: async () => {
      await pool.query('select 1')
    },
    close: () => pool.end(),
  }
}

/**
 * Opens PostgreSQL by URL, or an embedded database in a folder or in memory. Not yet migrated.
 * `onError` is called for broken idle connections and a lost lock of the data folder.
 * @throws DatabaseInUse when another process holds the folder.
 */
export const openDatabase = async (
  where: Settings['database'],
  onError: (error: Error) => void,
): Promise<OpenDatabase> => {
  if (where === 'memory') return openPglite(null, onError)
  return 'url' in where ? openPostgres(where, onError) : openPglite(where.folder, onError)
}
