import type { ConnectionOptions } from 'node:tls'
import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate } from 'drizzle-orm/node-postgres/migrator'
import pRetry from 'p-retry'
import { Pool } from 'pg'
import type { Client, ClientConfig, PoolClient, PoolConfig } from 'pg'
import { statements } from '../../adapters/telemetry/statements.ts'
import type { DatabaseAddress, DatabaseSettings, DatabaseTls } from '../settings/database.ts'
import type { Database, OpenDatabase } from './database.ts'
import { despiteConflicts } from './despite-conflicts.ts'
import {
  classifyQueryError,
  isConflict,
  isLockTimeout,
  isMadeByAnother,
  isUnanswered,
} from './failures.ts'
import { migrationsFolder } from './migrations-folder.ts'
import { primaryOf } from './primary.ts'
import type { Primary } from './primary.ts'
import * as schema from './schema.ts'

/** The time limits of one connection. Parameters of the URL with the same names take precedence. */
export const patience = {
  connectionTimeoutMillis: 5_000,
  statement_timeout: 10_000,
  idle_in_transaction_session_timeout: 10_000,
  /**
   * Longer than the server's limit: it ends queries that are never answered because the network is
   * silent.
   */
  query_timeout: 11_000,
}

/** The TLS options of an address, as node-postgres expects them. */
const sslOf = (tls: DatabaseTls): false | ConnectionOptions => {
  if (tls === 'off') return false
  if (tls === 'unverified') return { rejectUnauthorized: false }
  return { rejectUnauthorized: true, ...(tls.verified.ca === null ? {} : { ca: tls.verified.ca }) }
}

/** How to connect to a database: for a pool, and for a client on its own. */
type Connection = { readonly options: PoolConfig; readonly primary: Primary }

const connectionTo = ({ url, otherUrls = [], tls = 'off' }: DatabaseAddress): Connection => {
  const primary = primaryOf([url, ...otherUrls])
  return {
    options: {
      connectionString: url,
      ssl: sslOf(tls),
      Client: primary.Client,
      keepAlive: true,
      // Without it, the operating system's delay applies, usually two hours.
      keepAliveInitialDelayMillis: 10_000,
    },
    primary,
  }
}

const connect = ({ options, primary }: Connection, given: ClientConfig): Promise<Client> =>
  primary.reach(async () => {
    const client = new primary.Client({ ...options, ...given })
    await client.connect()
    return client
  })

/** Opens a connection outside the pool, with only the given limits. */
export const connectTo = (address: DatabaseAddress, given: ClientConfig): Promise<Client> =>
  connect(connectionTo(address), given)

/**
 * Publishes each statement for tracing. The pool passes a callback, a transaction does not. Ends a
 * connection whose statement in a transaction timed out, since its rollback would wait just as
 * long.
 */
const watchStatements = (client: PoolClient) => {
  const query = client.query.bind(client) as (...given: unknown[]) => Promise<unknown>
  client.query = ((...given: unknown[]) => {
    const [asked] = given as [string | { readonly text: string }]
    const statement = { text: typeof asked === 'string' ? asked : asked.text }
    return typeof given.at(-1) === 'function'
      ? statements.traceCallback(query, -1, statement, client, ...given)
      : statements.tracePromise(query, statement, client, ...given).catch((error: unknown) => {
          if (isUnanswered(error)) void client.end()
          throw error
        })
  }) as PoolClient['query']
}

/**
 * A pool that retries statements and transactions after conflicts, and replaces broken connections.
 * `onError` is called for each connection that ends unexpectedly.
 */
const openPool = (
  { options, primary }: Connection,
  max: number,
  onError: (error: Error) => void,
) => {
  const pool = new Pool({ ...patience, ...options, max })
  // The pool handles errors of idle connections only; one in use would end the process.
  pool.on('connect', (client) => {
    client.on('error', onError)
    watchStatements(client)
  })
  pool.on('error', () => {})
  const query = pool.query.bind(pool) as (...given: unknown[]) => Promise<unknown>
  pool.query = ((...given: unknown[]) =>
    despiteConflicts(() => primary.reach(() => query(...given)))) as Pool['query']

  const db = drizzle(pool, { schema })
  // Drizzle leaks the connection when a transaction cannot begin, and returns a broken one to the
  // pool.
  db.transaction = (work, config) =>
    despiteConflicts(async () => {
      const client = await primary.reach(() => pool.connect())
      let isBroken = false
      try {
        return await drizzle(client, { schema }).transaction(work, config)
      } catch (error) {
        isBroken = classifyQueryError(error) === 'unavailable' && !isConflict(error)
        throw error
      } finally {
        client.release(isBroken)
      }
    })
  return { pool, db }
}

/**
 * SQL that begins a transaction without limits on its duration or idle time. When the client's
 * machine or network is gone, PostgreSQL ends the transaction within half a minute instead of
 * holding its locks for two hours. Set here rather than in a connection's options, which PgBouncer
 * ignores.
 */
export const beginLong = (lockTimeout: string): string => `
  begin;
  set local statement_timeout = 0;
  set local idle_in_transaction_session_timeout = 0;
  set local lock_timeout = '${lockTimeout}';
  set local tcp_keepalives_idle = 10;
  set local tcp_keepalives_interval = 5;
  set local tcp_keepalives_count = 3;
  set local tcp_user_timeout = '30s'`

/**
 * Statements queue behind one that waits for a lock, so a migration gives up quickly and retries
 * for about five minutes.
 */
const lockTimeout = '2s'
const migrationTries = {
  retries: 120,
  minTimeout: 500,
  maxTimeout: 500,
  shouldRetry: ({ error }: { error: Error }) => isLockTimeout(error) || isConflict(error),
}

const withClient = async (
  connection: Connection,
  work: (client: Client) => Promise<unknown>,
): Promise<void> => {
  const client = await connect(connection, { connectionTimeoutMillis: 5_000 })
  client.on('error', () => {})
  try {
    await work(client)
  } finally {
    await client.end()
  }
}

/** Creates the row that a process locks while it migrates. */
const makeLock = `
  set local lock_timeout = '${lockTimeout}';
  create schema if not exists drizzle;
  create table if not exists drizzle.migration_lock (id integer primary key);
  insert into drizzle.migration_lock values (1) on conflict do nothing`

const migrateAlone = (connection: Connection): Promise<void> =>
  withClient(connection, async (holder) => {
    await pRetry(() => holder.query(makeLock), {
      minTimeout: 50,
      randomize: true,
      shouldRetry: ({ error }) => isMadeByAnother(error),
    })
    await holder.query(beginLong(lockTimeout))
    await holder.query('select from drizzle.migration_lock where id = 1 for update')
    await withClient(connection, async (client) => {
      // The commit of Drizzle's own transaction ends this one.
      await client.query(beginLong(lockTimeout))
      await migrate(drizzle(client), { migrationsFolder })
    })
  })

/** How long reads avoid a replica that has failed, in milliseconds. */
const replicaRestMs = 30_000

const openReplica = (
  address: DatabaseAddress,
  poolSize: number,
  onError: (error: Error) => void,
) => {
  const { pool, db } = openPool(connectionTo(address), poolSize, onError)
  let restsUntil = 0
  return {
    pool,
    read: async <Result>(
      read: (db: Database) => Promise<Result>,
      primary: Database,
    ): Promise<Result> => {
      if (performance.now() < restsUntil) return read(primary)
      try {
        return await read(db)
      } catch (error) {
        onError(error as Error)
        restsUntil = performance.now() + replicaRestMs
        return read(primary)
      }
    },
  }
}

/** Opens PostgreSQL by its address. Not yet migrated. */
export const openPostgresql = (
  {
    replica: replicaAddress,
    poolSize = 10,
    ...address
  }: Extract<DatabaseSettings, DatabaseAddress>,
  onError: (error: Error) => void,
): OpenDatabase => {
  const connection = connectionTo(address)
  const { pool, db } = openPool(connection, poolSize, onError)
  const replica =
    replicaAddress === undefined ? null : openReplica(replicaAddress, poolSize, onError)
  return {
    db,
    readStale: (read) => (replica === null ? read(db) : replica.read(read, db)),
    isShared: true,
    connection: { kind: 'postgresql', options: connection.options },
    connections: () => ({
      total: pool.totalCount,
      idle: pool.idleCount,
      waiting: pool.waitingCount,
    }),
    migrate: () => pRetry(() => migrateAlone(connection), migrationTries),
    ping: async () => {
      const client = await connection.primary.reach(() => pool.connect())
      let isWritable = false
      try {
        const { rows } = await client.query<{ mode: string }>(
          `select current_setting('transaction_read_only') as mode`,
        )
        isWritable = rows[0]?.mode === 'off'
      } finally {
        client.release(!isWritable)
      }
      if (!isWritable) throw new Error('The database is read-only.')
    },
    close: async () => {
      await Promise.all([pool.end(), replica?.pool.end()])
    },
  }
}
