import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { Client } from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import type { OpenDatabase } from '#admin-api/data/database.ts'
import { openDatabase } from '#admin-api/data/open-database.ts'
import { openQueue } from '#admin-api/jobs/queue.ts'
import { readDatabase } from '#admin-api/settings/database.ts'
import { createDatabase, startReplicatedPostgresql } from '#tests/support/postgresql.ts'
import { findFreePorts } from '#sandbox/ports.ts'

let cluster: Awaited<ReturnType<typeof startReplicatedPostgresql>>
let primary: URL
let replica: URL
let database: OpenDatabase
const problems: Error[] = []

const open = async (environment: Readonly<Record<string, string>>) => {
  database = await openDatabase(readDatabase(environment), (error) => problems.push(error))
}

/** One URL with all hosts, as libpq accepts it. */
const urlOf = (...hosts: readonly string[]) =>
  `postgres://postgres@${hosts.join(',')}${primary.pathname}?target_session_attrs=read-write`

const on = async (url: URL, statement: string) => {
  const client = new Client({ connectionString: url.href })
  await client.connect()
  const { rows } = await client.query(statement)
  await client.end()
  return rows as Record<string, unknown>[]
}

const port = async (db: OpenDatabase['db']) => {
  const { rows } = (await db.execute(sql`select inet_server_port() as port`)) as unknown as {
    rows: { port: number }[]
  }
  return String(rows[0]?.port)
}

beforeAll(async () => {
  cluster = await startReplicatedPostgresql({ fsync: 'off' })
  primary = new URL(await createDatabase(cluster.primary.url))
  replica = new URL(cluster.replica.url)
  replica.pathname = primary.pathname
  await vi.waitFor(() => on(replica, 'select 1'), { timeout: 60_000 })
})
afterEach(async () => {
  await database.close()
  problems.length = 0
})
afterAll(() => cluster.stop())

describe('the replica in DATABASE_REPLICA_URL', () => {
  const withReplica = () => open({ DATABASE_URL: primary.href, DATABASE_REPLICA_URL: replica.href })

  test('is used only for reads that may be stale', async () => {
    await withReplica()
    expect(await database.readStale(port)).toBe(replica.port)
    expect(await port(database.db)).toBe(primary.port)
  })

  test('is replaced by the primary when it cannot be reached, and is not tried again immediately', async () => {
    const [nobody] = await findFreePorts(1)
    await open({
      DATABASE_URL: primary.href,
      DATABASE_REPLICA_URL: `postgres://postgres@127.0.0.1:${nobody}/test`,
    })
    expect(await database.readStale(port)).toBe(primary.port)
    expect(await database.readStale(port)).toBe(primary.port)
    expect(problems).toEqual([
      expect.objectContaining({ cause: expect.objectContaining({ code: 'ECONNREFUSED' }) }),
    ])
  })

  test('is optional', async () => {
    await open({ DATABASE_URL: primary.href })
    expect(await database.readStale(port)).toBe(primary.port)
  })

  test('is replaced by the primary for a table that it does not have yet', async () => {
    await withReplica()
    await on(replica, 'select pg_wal_replay_pause()')
    await on(primary, 'set synchronous_commit = local; create table news (id int primary key)')
    const read = (db: OpenDatabase['db']) => db.execute(sql`select * from news`)
    expect(await database.readStale(read)).toMatchObject({ rows: [] })
    await on(replica, 'select pg_wal_replay_resume()')
  })
})

describe('a database with several hosts', () => {
  test('uses the primary for migrations, queries and the queue, whichever host is listed first', async () => {
    const [nobody] = await findFreePorts(1)
    await open({ DATABASE_URL: urlOf(`127.0.0.1:${nobody}`, replica.host, primary.host) })
    await database.migrate()
    expect(await Promise.all(Array.from({ length: 12 }, () => port(database.db)))).toEqual(
      Array.from({ length: 12 }, () => primary.port),
    )
    expect(await database.db.transaction((transaction) => port(transaction))).toBe(primary.port)
    const queue = await openQueue(database, { error: () => {}, warn: () => {} })
    await queue.createQueue('letters')
    await queue.stop({ graceful: false })
    expect(await on(primary, `select name from pgboss.queue where name = 'letters'`)).toEqual([
      { name: 'letters' },
    ])
  })

  test('is unavailable while all its hosts are read-only', async () => {
    await open({ DATABASE_URL: urlOf(replica.host, replica.host) })
    await expect(database.ping()).rejects.toMatchObject({ code: '25006' })
  })

  // Must be the last test, because it leaves the cluster with one host.
  test('continues with the new primary after a failover', async () => {
    await open({ DATABASE_URL: urlOf(primary.host, replica.host) })
    await database.migrate()
    await database.db.execute(sql`create table letters (id int primary key)`)
    await database.db.execute(sql`insert into letters values (1)`)
    await cluster.primary.kill()
    await on(replica, 'select pg_promote()')
    const write = () => database.db.execute(sql`insert into letters values (2)`)
    let failures = 0
    while (true) {
      try {
        await write()
        break
      } catch {
        failures += 1
        if (failures > 20) throw new Error('The database did not come back.')
        await pause(100)
      }
    }
    expect(await port(database.db)).toBe(replica.port)
    expect(await on(replica, 'select id from letters order by id')).toEqual([{ id: 1 }, { id: 2 }])
  })
})
