import { readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { Client } from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, inject, test, vi } from 'vitest'
import { openDatabase } from '#admin-api/data/open-database.ts'
import type { OpenDatabase } from '#admin-api/data/database.ts'
import { classifyQueryError } from '#admin-api/data/failures.ts'
import { createProfileAnswer } from '#admin-api/data/profile-answer.ts'
import { openQueue } from '#admin-api/jobs/queue.ts'
import { createDatabase } from '#tests/support/postgresql.ts'
import { startTcpProxy } from '#tests/support/tcp-proxy.ts'
import { identityOf, somebody } from '../support/harness.ts'

/** More than the pool holds, so that a connection that is not returned makes the test hang. */
const MANY = 12

/**
 * In transaction mode, PgBouncer does not pass on `options`, and the test's operator shares
 * connections with the API. Tests that need either run only on PostgreSQL itself.
 */
const isPooled = process.env['DATABASE_UNDER_TEST'] === 'pgbouncer'
/** Patroni is reached through HAProxy. */
const isDirect = !isPooled && process.env['DATABASE_UNDER_TEST'] !== 'patroni'

let url: string
let operator: Client
let database: OpenDatabase
const problems: Error[] = []

const open = async (parameters: Readonly<Record<string, string>> = {}, at = url) => {
  const address = new URL(at)
  for (const [name, value] of Object.entries(parameters)) address.searchParams.set(name, value)
  database = await openDatabase({ url: address.href }, (error) => problems.push(error))
}

const outcome = (work: Promise<unknown>) =>
  work.then(() => 'done', classifyQueryError) as Promise<
    'done' | ReturnType<typeof classifyQueryError>
  >

const count = () => database.db.execute(sql`update counters set count = count + 1 where id = 1`)

/** What a failed or stopped primary does to everything that is connected to it. */
const endConnections = () =>
  operator.query(
    'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
  )

beforeAll(async () => {
  url = await createDatabase(inject('postgresqlUrl')!)
  operator = new Client({ connectionString: url })
  await operator.connect()
  await operator.query('create table counters (id int primary key, count int not null)')
  await operator.query('insert into counters values (1, 0), (2, 0)')
})
afterEach(async () => {
  await database.close()
  problems.length = 0
})
afterAll(() => operator.end())

describe('a connection that ends', () => {
  test('between two statements fails its transaction, is reported, and does not stay in the pool', async () => {
    await open()
    for (let turn = 0; turn < MANY; turn += 1) {
      const work = database.db.transaction(async (transaction) => {
        await transaction.execute(sql`select 1`)
        await endConnections()
        await pause(20)
        await transaction.execute(sql`select 1`)
      })
      expect(await outcome(work)).toBe('unavailable')
    }
    expect(problems.length).toBeGreaterThan(0)
    await database.ping()
  })

  test('before a transaction begins frees its slot in the pool', async () => {
    await open()
    for (let turn = 0; turn < MANY; turn += 1) {
      await outcome(database.ping())
      const ended = endConnections()
      await outcome(database.db.transaction((transaction) => transaction.execute(sql`select 1`)))
      await ended
    }
    await vi.waitFor(() => expect(database.ping()).resolves.toBeUndefined(), 60_000)
  })
})

test('a process opens no more connections than its pool size', async () => {
  database = await openDatabase({ url, poolSize: 3 }, (error) => problems.push(error))
  const wait = () => database.db.execute(sql`select pg_sleep(0.05)`)
  await Promise.all(Array.from({ length: MANY }, wait))
  expect(database.connections!().total).toBe(3)
})

test('queries over a silent network fail as unavailable, and succeed once the network works again', async () => {
  const through = new URL(url)
  const proxy = await startTcpProxy(Number(through.port))
  through.port = String(proxy.port)
  await open({ query_timeout: '3000' }, through.href)
  try {
    await Promise.all(Array.from({ length: MANY }, () => outcome(count())))
    proxy.silence()
    const lost = await Promise.all([
      ...Array.from({ length: MANY }, () => outcome(count())),
      ...Array.from({ length: MANY }, () =>
        outcome(database.db.transaction((transaction) => transaction.execute(sql`select 1`))),
      ),
    ])
    expect(new Set(lost)).toContain('unavailable')
    proxy.heal()
    await expect.poll(() => outcome(database.ping())).toBe('done')
  } finally {
    await database.close()
    proxy.close()
    await open()
  }
})

test('a transaction over a silent network times out once, and not again for its rollback', async () => {
  const through = new URL(url)
  const proxy = await startTcpProxy(Number(through.port))
  through.port = String(proxy.port)
  await open({ query_timeout: '10000' }, through.href)
  let silentAt = 0
  const lost = outcome(
    database.db.transaction(async (transaction) => {
      await transaction.execute(sql`select 1`)
      proxy.silence()
      silentAt = Date.now()
      await transaction.execute(sql`select 1`)
    }),
  )
  expect(await lost).toBe('unavailable')
  expect(Date.now() - silentAt).toBeLessThan(18_000)
  expect(database.connections!().total).toBe(0)
  proxy.close()
})

test('a silent network does not stop the job queue for good', async () => {
  const through = new URL(url)
  const proxy = await startTcpProxy(Number(through.port))
  through.port = String(proxy.port)
  await open({}, through.href)
  const queue = await openQueue(database, { error: () => {}, warn: () => {} })
  await queue.createQueue('letters')
  proxy.silence()
  const lost = Promise.all(Array.from({ length: 4 }, () => outcome(queue.send('letters'))))
  expect(new Set(await lost)).toEqual(new Set(['unavailable']))
  proxy.heal()
  await expect.poll(() => outcome(queue.send('letters'))).toBe('done')
  await queue.stop({ graceful: false })
  proxy.close()
})

test('statements are not prepared by name, because a pooler may run each on another connection', async () => {
  await open({}, await createDatabase(inject('postgresqlUrl')!))
  await database.migrate()
  const profile = createProfileAnswer(database.db, () => new Date())
  const identity = identityOf(somebody())
  for (let turn = 0; turn < 2; turn += 1) await profile(identity, () => {})
  const { rows } = (await database.db.execute(
    sql`select name from pg_prepared_statements`,
  )) as unknown as { rows: object[] }
  expect(rows).toEqual([])
})

test.skipIf(isPooled)(
  'a database that became read-only is unavailable, and works without a restart once writable again',
  async () => {
    await open()
    await database.ping()
    const name = new URL(url).pathname.slice(1)
    await operator.query(`alter database ${name} set default_transaction_read_only = on`)
    try {
      await endConnections()
      await pause(50)
      await outcome(count())
      expect(await outcome(count())).toBe('unavailable')
      expect(
        await outcome(
          database.db.transaction((transaction) =>
            transaction.execute(sql`delete from counters where id = 3`),
          ),
        ),
      ).toBe('unavailable')
      await expect(database.ping()).rejects.toThrow(/read-only/)
    } finally {
      await operator.query('set transaction_read_only = off').catch(() => {})
      await operator.query(`alter database ${name} reset default_transaction_read_only`)
    }
    expect(await outcome(count())).toBe('done')
    await database.ping()
  },
)

describe.skipIf(isPooled).each(['read committed', 'repeatable read', 'serializable'])(
  'with %s isolation',
  (isolation) => {
    const options = `-c default_transaction_isolation=${isolation.replace(' ', '\\ ')}`

    test('48 concurrent changes of one row are all applied', async () => {
      await open({ options })
      await operator.query('update counters set count = 0')
      const alone = Array.from({ length: 24 }, () => outcome(count()))
      const together = Array.from({ length: 24 }, () =>
        outcome(
          database.db.transaction(async (transaction) => {
            const { rows } = (await transaction.execute(
              sql`select count from counters where id = 1 for update`,
            )) as unknown as { rows: { count: number }[] }
            await transaction.execute(
              sql`update counters set count = ${rows[0]!.count + 1} where id = 1`,
            )
          }),
        ),
      )
      expect(new Set(await Promise.all([...alone, ...together]))).toEqual(new Set(['done']))
      const { rows } = await operator.query('select count from counters where id = 1')
      expect(rows).toEqual([{ count: 48 }])
    })

    test('two transactions that deadlock are both applied', async () => {
      await open({ options })
      const inOrder = (first: number, second: number) =>
        outcome(
          database.db.transaction(async (transaction) => {
            await transaction.execute(sql`update counters set count = 1 where id = ${first}`)
            await pause(100)
            await transaction.execute(sql`update counters set count = 1 where id = ${second}`)
          }),
        )
      expect(await Promise.all([inOrder(1, 2), inOrder(2, 1)])).toEqual(['done', 'done'])
    })
  },
)

test.skipIf(isPooled)(
  'a migration may run longer than the statement_timeout of its role',
  async () => {
    await open({ options: '-c statement_timeout=1000' })
    await database.migrate()
    await operator.query('begin; lock table drizzle.__drizzle_migrations in access exclusive mode')
    const migrated = outcome(database.migrate())
    await pause(1_500)
    await operator.query('commit')
    expect(await migrated).toBe('done')
  },
)

test('a migration waits less than 3 s at a time for a lock, and is applied once the lock is free', async () => {
  await open()
  await database.migrate()
  await operator.query('begin; lock table drizzle.__drizzle_migrations in access exclusive mode')
  const migrated = database.migrate()
  const waits: number[] = []
  for (let turn = 0; turn < 100; turn += 1) {
    await pause(50)
    // Within a transaction the statistics would otherwise stay the same.
    await operator.query('select pg_stat_clear_snapshot()')
    const { rows } = await operator.query<{ seconds: number | null }>(
      `select extract(epoch from max(clock_timestamp() - query_start))::float as seconds
       from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    )
    waits.push(rows[0]?.seconds ?? 0)
  }
  await operator.query('commit')
  await migrated
  expect(Math.max(...waits)).toBeGreaterThan(0)
  expect(Math.max(...waits)).toBeLessThan(3)
})

/** The seconds until each end of the connection between the ports is probed, as Linux reports. */
const probedIn = (ports: readonly number[]): readonly number[] => {
  const inHex = ports.map((port) => port.toString(16).toUpperCase().padStart(4, '0'))
  return readFileSync('/proc/net/tcp', 'utf8')
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
    .filter(([, local, remote]) =>
      [local, remote].every((end) => inHex.includes(end?.split(':')[1] ?? '')),
    )
    .map(([, , , , , timer = '']) => /^02:(\w+)$/.exec(timer)?.[1])
    .map((hundredths) => Number.parseInt(hundredths ?? '', 16) / 100)
}

test.runIf(isDirect && process.platform === 'linux')(
  'both ends of each connection of a migration send a TCP keepalive probe within 11 s',
  async () => {
    await open()
    await database.migrate()
    await operator.query('begin; lock table drizzle.__drizzle_migrations in access exclusive mode')
    const migrated = database.migrate()
    let ports: readonly number[] = []
    await vi.waitFor(async () => {
      await operator.query('select pg_stat_clear_snapshot()')
      const { rows } = await operator.query<{ client_port: number }>(
        `select client_port from pg_stat_activity where datname = current_database()
         and (wait_event_type = 'Lock' or query like '%migration_lock%for update')`,
      )
      ports = rows.map((row) => row.client_port)
      expect(ports).toHaveLength(2)
    }, 30_000)
    // Until what was sent last is acknowledged, Linux reports the timer of its retransmission.
    const seconds = await vi.waitFor(() => {
      const each = ports.flatMap((port) => probedIn([port, Number(new URL(url).port)]))
      expect(each.filter(Number.isFinite)).toHaveLength(4)
      return each
    })
    await operator.query('commit')
    await migrated
    for (const each of seconds) expect(each).toBeLessThan(11)
  },
)
