import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import { sql } from 'drizzle-orm'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { openDatabase } from '#admin-api/data/open-database.ts'
import type { Database } from '#admin-api/data/database.ts'
import { readLatestBackup } from '#admin-api/data/latest-checks.ts'
import { recordNotices } from '#admin-api/data/notices.ts'
import { diagnoses, notices } from '#admin-api/data/schema.ts'
import { main } from '#deploy/database.ts'
import { createDatabase } from '#tests/support/postgresql.ts'
import { somebody, startApi } from '../support/harness.ts'
import { startShop } from '../support/shop.ts'

const long = 180_000
const fail = (error: Error) => {
  throw error
}

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'backup-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

/** What docs/backup.md runs with Compose: the backup first, then the restore. */
const commandsForCompose = async (): Promise<string[]> => {
  const text = await readFile(new URL('../../../docs/backup.md', import.meta.url), 'utf8')
  return [...text.matchAll(/^```sh\n(.+?)^```$/gms)]
    .map(([, block = '']) => block)
    .filter((block) => block.includes('docker compose'))
}

/** Stands in for `docker`: runs only commands in the container of the backups. */
const composeOfBackups = `#!/bin/sh
database() { exec node "${path.resolve(import.meta.dirname, '../../../deploy/database.ts')}" "$@"; }
while [ "$1" != backup ]; do shift; [ $# -gt 0 ] || exit 0; done
shift
case "$*" in
  '') database backup ;;
  'npm run db:restore -- '*) shift 4; database restore "$@" ;;
  *) exec "$@" ;;
esac
`

/** A pg_dump that reads the table `written`, then takes a while, as with a large database. */
const slowDump = `#!/usr/bin/env node
const { Client } = require(${JSON.stringify(createRequire(import.meta.url).resolve('pg'))})
const dump = async () => {
  const client = new Client({ connectionString: process.argv.at(-1) })
  await client.connect()
  const { rows } = await client.query('select id from written order by id')
  await new Promise((resolve) => setTimeout(resolve, 500))
  console.log(JSON.stringify(rows.map(({ id }) => id)))
  await client.end()
}
dump()
`

/** A folder of programs, for the PATH. */
const programs = async (name: string, texts: Readonly<Record<string, string>>): Promise<string> => {
  const where = path.join(folder, name)
  await mkdir(where)
  for (const [program, text] of Object.entries(texts))
    await writeFile(path.join(where, program), text, { mode: 0o755 })
  return where
}

const run = async (environment: Record<string, string>, ...given: string[]) => {
  const lines: string[] = []
  const code = await main(given, environment, (line) => lines.push(line))
  return [code, lines.join('\n')] as const
}

/** Every row, except for the queue's and the request counts, which are written with a delay. */
const everything = async (db: Database): Promise<unknown> => {
  const { rows } = (await db.execute(
    sql`select tablename as name from pg_tables
      where schemaname = 'public' and tablename <> 'rate_limits' order by 1`,
  )) as unknown as { rows: { name: string }[] }
  const all: Record<string, unknown> = {}
  for (const { name } of rows) {
    const found = (await db.execute(
      sql.raw(`select (to_jsonb(t) - 'queued_at') as row from ${name} t order by 1`),
    )) as unknown as { rows: unknown[] }
    all[name] = found.rows
  }
  return all
}

const fill = async (database: Awaited<ReturnType<typeof openDatabase>>) => {
  const shop = await startShop({ parts: { database } })
  for (let each = 0; each < 3; each += 1) {
    const as = somebody()
    expect((await shop.order(as, await shop.takeCard(as))).statusCode).toBe(201)
    const { id: userId } = (await shop.get('/api/v1/me', { as })).json().data
    await shop.db.insert(diagnoses).values(
      Array.from({ length: 400 }, (_, number) => ({
        userId,
        kind: 'survey' as const,
        version: '1',
        answers: { q: 'ü', n: number },
        answersHash: String(number),
        result: { kind: 'survey', score: 0.1 } as never,
      })),
    )
    await recordNotices(shop.db, { userId, subscriptionId: null }, [
      { key: `k${each}`, cause: { kind: 'ended-unpaid', productId: 'annual' } },
    ])
  }
  await shop.db.update(notices).set({ queuedAt: new Date() })
  await shop.stop()
}

describe('a backup of the embedded database', () => {
  test('is restored into PostgreSQL with every row', { timeout: long }, async () => {
    const embedded = await openDatabase({ folder: `${folder}/database` }, fail)
    await embedded.migrate()
    await fill(embedded)
    const before = await everything(embedded.db)
    await embedded.close()
    const file = path.join(folder, 'embedded.backup')
    const stripe = { STRIPE_API_BASE: 'http://127.0.0.1:9' }
    expect((await run({ DATA_DIR: folder, ...stripe }, 'backup', file))[0]).toBe(0)

    const url = await createDatabase(inject('postgresqlUrl')!)
    const target = { DATABASE_URL: url, ...stripe }
    expect(await run(target, 'restore', file)).toEqual([0, expect.stringContaining('Restored')])
    expect(await run(target, 'restore', file)).toEqual([2, expect.stringContaining('--force')])
    const moved = await openDatabase({ url }, fail)
    await moved.migrate()
    expect(await everything(moved.db)).toEqual(before)
    const unsent = await moved.db.select().from(notices)
    expect(unsent.filter((each) => each.settledAt === null && each.queuedAt !== null)).toEqual([])
    const api = await startApi({ parts: { database: moved } })
    expect((await api.get('/health/ready')).statusCode).toBe(200)
    await api.stop()
    await moved.close()
  })
})

const operator = new Client({ connectionString: inject('postgresqlUrl')! })
await operator.connect()
const { rows } = await operator.query<{ version: string }>(
  `select current_setting('server_version_num') as version`,
)
await operator.end()
/** The major version of the server. */
const serverVersion = Math.floor(Number(rows[0]!.version) / 10_000)
/** The major version of pg_dump; 0 if it is not installed. */
const toolVersion = await promisify(execFile)('pg_dump', ['--version']).then(
  ({ stdout }) => Number(/\) (\d+)/.exec(stdout)?.[1]),
  () => 0,
)

/** An empty database with the API's tables. */
const prepared = async () => {
  const url = await createDatabase(inject('postgresqlUrl')!)
  const database = await openDatabase({ url }, fail)
  await database.migrate()
  return { database, environment: { DATABASE_URL: url, STRIPE_API_BASE: 'http://127.0.0.1:9' } }
}

/** The URL of an empty database whose owner is not a superuser. */
const ownedByPlainRole = async (): Promise<string> => {
  const url = new URL(await createDatabase(inject('postgresqlUrl')!))
  const client = new Client({ connectionString: url.href })
  await client.connect()
  const name = url.pathname.slice(1)
  await client.query(`create role plain login; alter database ${name} owner to plain`)
  await client.end()
  url.username = 'plain'
  return url.href
}

/** Runs the work with the programs of {@link programs} first in PATH. */
const withPrograms = async <Result>(bin: string, work: () => Promise<Result>) => {
  const { PATH } = process.env
  process.env['PATH'] = `${bin}:${PATH}`
  try {
    return await work()
  } finally {
    process.env['PATH'] = PATH
  }
}

describe('a backup of PostgreSQL', () => {
  test.runIf(toolVersion >= serverVersion)(
    'is made by pg_dump and restored by pg_restore, over existing data only with --force',
    { timeout: long },
    async () => {
      const { database, environment } = await prepared()
      await fill(database)
      const before = await everything(database.db)
      await database.close()
      const file = path.join(folder, 'postgresql.backup')
      expect((await run(environment, 'backup', file))[0]).toBe(0)
      expect(await run(environment, 'restore', file)).toEqual([
        2,
        expect.stringContaining('--force'),
      ])
      const other = { ...environment, DATABASE_URL: await createDatabase(inject('postgresqlUrl')!) }
      for (const [target, ...flags] of [[other], [environment, '--force']] as const) {
        expect((await run(target, 'restore', file, ...flags))[0]).toBe(0)
        const restored = await openDatabase({ url: target.DATABASE_URL }, fail)
        await restored.migrate()
        expect(await everything(restored.db)).toEqual(before)
        await restored.close()
      }
    },
  )

  test.runIf(toolVersion >= serverVersion)(
    'from before a table was added is restored by the documented Compose commands',
    { timeout: long },
    async () => {
      const { database, environment } = await prepared()
      await fill(database)
      const before = await everything(database.db)
      const bin = await programs('compose', { docker: composeOfBackups })
      const env = { ...environment, PATH: `${bin}:${process.env['PATH']}` }
      const [backUp = '', documented = ''] = await commandsForCompose()
      const execute = (command: string) =>
        promisify(execFile)('sh', ['-c', command], { cwd: folder, env })
      await execute(backUp)
      const [name = ''] = await readdir(path.join(folder, 'backups'))
      const restore = documented.replace(/FILE=\S+/, `FILE=backups/${name}`)
      const file = path.join(folder, 'backups', name)
      const { mode, size } = await stat(file)
      expect(mode & 0o777).toBe(0o600)
      await database.db.execute(sql`create table added (user_id uuid references users)`)
      await database.close()
      await execute(restore)
      const restored = await openDatabase({ url: environment.DATABASE_URL }, fail)
      expect(await everything(restored.db)).toEqual(before)

      await truncate(file, size - 1000)
      await expect(execute(restore)).rejects.toThrow('end of file')
      expect(await everything(restored.db)).toEqual(before)
      await restored.close()
    },
  )

  test.runIf(toolVersion >= serverVersion)(
    'of a database with an extension is restored by a role that may not create extensions',
    { timeout: long },
    async () => {
      const { database, environment } = await prepared()
      await database.db.execute(sql`create extension pg_stat_statements`)
      await database.close()
      const file = path.join(folder, 'extension.backup')
      expect((await run(environment, 'backup', file))[0]).toBe(0)
      const url = await ownedByPlainRole()
      expect(await run({ ...environment, DATABASE_URL: url }, 'restore', file)) //
        .toEqual([0, expect.stringContaining('Restored')])
    },
  )

  test('taken by restore --force is named when the restore fails', async () => {
    const { database, environment } = await prepared()
    await database.close()
    const bin = await programs('failing', {
      pg_dump: '#!/bin/sh\necho an archive\n',
      pg_restore: '#!/bin/sh\necho it is damaged >&2\nexit 1\n',
    })
    const file = path.join(folder, 'damaged.backup')
    const backupAt = await withPrograms(bin, async () => {
      expect((await run(environment, 'backup', file))[0]).toBe(0)
      const backedUp = await openDatabase({ url: environment.DATABASE_URL }, fail)
      return readLatestBackup(backedUp.db).finally(() => backedUp.close())
    })
    const [code, said] = await withPrograms(bin, () => run(environment, 'restore', file, '--force'))
    expect(code).toBe(2)
    // The time of the backup as the metrics show it.
    expect(Date.now() - Number(backupAt)).toBeLessThan(60_000)
    expect(said).toContain('it is damaged')
    const [, kept = ''] = /What the database held is in (\S+\.backup)\.$/.exec(said) ?? []
    expect(await readFile(kept, 'utf8')).toMatch(/an archive\n$/)
  })

  test('succeeds even if the database cannot store its time', { timeout: long }, async () => {
    const { database, environment } = await prepared()
    await database.db.execute(sql`drop table latest_checks`)
    await database.close()
    const bin = await programs('brief', { pg_dump: '#!/bin/sh\necho an archive\n' })
    const [code, said] = await withPrograms(bin, () =>
      run(environment, 'backup', path.join(folder, 'timeless.backup')),
    )
    expect(code).toBe(0)
    expect(said.split('\n').at(-1)).toBe(
      'The metrics will not show this backup: relation "latest_checks" does not exist',
    )
  })

  test('taken by restore --force has all rows written before it', { timeout: long }, async () => {
    const { database, environment } = await prepared()
    await database.db.execute(sql`create table written (id integer primary key)`)
    await database.close()
    const bin = await programs('slow', {
      pg_dump: slowDump,
      pg_restore: '#!/bin/sh\ncat > /dev/null\n',
    })
    const file = path.join(folder, 'written.backup')
    const writer = new Client({ connectionString: environment.DATABASE_URL })
    await writer.connect()
    const confirmed: number[] = []
    const writeOn = async () => {
      for (let id = 0; ; id += 1) {
        await writer.query('insert into written values ($1)', [id])
        confirmed.push(id)
        await pause(1)
      }
    }
    const [said, failure] = await withPrograms(bin, async () => {
      expect((await run(environment, 'backup', file))[0]).toBe(0)
      const failed = writeOn().catch((error: unknown) => error)
      return [await run(environment, 'restore', file, '--force'), await failed] as const
    })
    await writer.end()
    expect(said[0]).toBe(0)
    // The write waited for the lock and then failed.
    expect(String(failure)).toContain('relation "written" does not exist')
    const [, kept = ''] = /What the database held is in (\S+\.backup)\.$/.exec(said[1]) ?? []
    const [, dumped = ''] = (await readFile(kept, 'utf8')).split('\n')
    expect(confirmed.length).toBeGreaterThan(0)
    expect(JSON.parse(dumped)).toEqual(confirmed)
  })

  test.each([
    ['reads', 'select from users'],
    ['writes', `insert into rate_limits select 'key', 1, now()`],
  ])(
    'is not restored with --force while another connection %s',
    { timeout: long },
    async (what, statement) => {
      const { database, environment } = await prepared()
      await database.close()
      const bin = await programs(what, { pg_dump: '#!/bin/sh\necho an archive\n' })
      const file = path.join(folder, what, 'one.backup')
      const other = new Client({ connectionString: environment.DATABASE_URL })
      await other.connect()
      await other.query('begin')
      // A busy machine may take longer than the database lets a transaction wait.
      await other.query('set local idle_in_transaction_session_timeout to 0')
      await other.query(statement)
      const said = await withPrograms(bin, async () => {
        expect((await run(environment, 'backup', file))[0]).toBe(0)
        return run(environment, 'restore', file, '--force')
      })
      expect(said).toEqual([2, expect.stringContaining('stop the API and the worker')])
      await other.query('commit; select from users')
      await other.end()
      expect((await readdir(path.dirname(file))).toSorted()).toEqual(['one.backup', 'pg_dump'])
    },
  )

  test.runIf(toolVersion > 0 && toolVersion < serverVersion)(
    'fails when pg_dump is older than the server, and leaves no file',
    { timeout: long },
    async () => {
      const { database, environment } = await prepared()
      await database.close()
      const file = path.join(folder, 'old/old.backup')
      expect(await run(environment, 'backup', file)).toEqual([
        2,
        expect.stringContaining('server version mismatch'),
      ])
      expect(await readdir(path.dirname(file))).toEqual([])
    },
  )

  test('fails where pg_dump is not installed, and says so', { timeout: long }, async () => {
    const { database, environment } = await prepared()
    await database.close()
    const { PATH } = process.env
    process.env['PATH'] = folder
    const result = await run(environment, 'backup', path.join(folder, 'none.backup'))
    process.env['PATH'] = PATH
    expect(result).toEqual([2, expect.stringContaining('pg_dump is not on this machine')])
  })
})
