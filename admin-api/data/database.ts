import type { PGlite } from '@electric-sql/pglite'
import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core'
import type { PoolConfig } from 'pg'
import type * as schema from './schema.ts'

/** The database as queries see it, the same on PGlite and PostgreSQL. */
export type Database = PgDatabase<PgQueryResultHKT, typeof schema>

export type OpenDatabase = {
  readonly db: Database
  /**
   * Reads data that may be some seconds old: from the replica, or from `db` when there is none or
   * it fails.
   */
  readonly readStale: <Result>(read: (db: Database) => Promise<Result>) => Promise<Result>
  /** Whether other processes may use it at the same time. */
  readonly isShared: boolean
  /** For libraries that run queries of their own, such as the job queue. */
  readonly connection:
    | { readonly kind: 'pglite'; readonly client: PGlite }
    | { readonly kind: 'postgresql'; readonly options: PoolConfig }
  /** The number of connections in the pool; null without a pool. */
  readonly connections: (() => { total: number; idle: number; waiting: number }) | null
  /** Applies the migrations that are missing. Safe to run from several processes at once. */
  migrate(): Promise<void>
  /** Rejects when the database cannot be reached, or accepts no changes. */
  ping(): Promise<void>
  close(): Promise<void>
}
