import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { deleteExpired } from '#admin-api/data/cleaning.ts'
import { deleteOldest } from '#admin-api/data/delete-oldest.ts'
import { openDatabase } from '#admin-api/data/open-database.ts'
import type { OpenDatabase } from '#admin-api/data/database.ts'
import { bindKey } from '#admin-api/data/idempotency.ts'
import { idempotencyKeys, rateLimits, webhookEvents } from '#admin-api/data/schema.ts'
import { ensureUser } from '#admin-api/data/users.ts'
import { storeEvent } from '#admin-api/data/webhook-events.ts'
import { startServer } from '#admin-api/server.ts'
import type { DatabaseSettings } from '#admin-api/settings/database.ts'
import {
  freshDatabase,
  identityOf,
  somebody,
  startTimeout,
  testSettings,
} from './support/harness.ts'

const day = 24 * 60 * 60 * 1000
const ago = (days: number) => new Date(Date.now() - days * day)

let folder: string
let where: DatabaseSettings
beforeAll(async () => {
  folder = await mkdtemp(`${tmpdir()}/cleaning-`)
  where = await freshDatabase()
  if ('memory' in where) where = { folder }
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const opened = async <Value>(use: (database: OpenDatabase) => Promise<Value>): Promise<Value> => {
  const database = await openDatabase(where, (error) => {
    throw error
  })
  try {
    await database.migrate()
    return await use(database)
  } finally {
    await database.close()
  }
}

test(
  'a starting server deletes expired keys, events and rate limits, and keeps the others',
  async () => {
    await opened(async ({ db }) => {
      const { id: userId } = (await ensureUser(db, identityOf(somebody())))!
      for (const [key, days] of [
        ['old', 8],
        ['recent', 6],
      ] as const) {
        await bindKey(db, { userId, key, requestHash: key })
        await db
          .insert(idempotencyKeys)
          .values({ userId, key: `${key}-aged`, requestHash: key, createdAt: ago(days) })
        await storeEvent(db, { id: key, type: 'invoice.paid', createdAt: ago(days) })
        await db.insert(webhookEvents).values({
          id: `${key}-aged`,
          type: 'invoice.paid',
          createdAt: ago(days),
          receivedAt: ago(days * 12),
        })
        await db.insert(rateLimits).values({ key, hits: 1, expiresAt: ago(days - 7) })
      }
    })
    await (await startServer({ ...testSettings(), database: where, port: 0 })).stop()
    await opened(async ({ db }) => {
      const keys = (await db.select().from(idempotencyKeys)).map(({ key }) => key)
      const events = (await db.select().from(webhookEvents)).map(({ id }) => id)
      const limits = (await db.select().from(rateLimits)).map(({ key }) => key)
      expect([keys.toSorted(), events.toSorted(), limits]).toEqual([
        ['old', 'recent', 'recent-aged'],
        ['old', 'recent', 'recent-aged'],
        ['recent'],
      ])
    })
  },
  startTimeout,
)

test('many expired rows are deleted in batches, the oldest first', async () => {
  await opened(async ({ db }) => {
    await db.delete(rateLimits)
    await db.execute(sql`insert into rate_limits (key, hits, expires_at)
      select 'row ' || each, 1, now() - each * interval '1 second' from generate_series(1, 10001) each`)
    const [from, age] = [rateLimits, rateLimits.expiresAt]
    const deleteBatch = () => deleteOldest(db, { from, age, when: sql`${age} < now()` })
    expect(await deleteBatch()).toBe(true)
    expect((await db.select().from(rateLimits)).map(({ key }) => key)).toEqual(['row 1'])
    expect(await deleteBatch()).toBe(false)
    expect(await db.$count(rateLimits)).toBe(0)
  })
})

test('a table that cannot be cleaned is logged as an error, and the others are cleaned', async () => {
  await opened(async ({ db }) => {
    await db.execute(sql`insert into rate_limits (key, hits, expires_at)
      select 'row ' || each, 1, now() - each * interval '1 second' from generate_series(1, 20001) each`)
    await db.execute(sql`alter table idempotency_keys rename to lost`)
    const logged: object[] = []
    const log = { error: (details: object) => logged.push(details) }
    await deleteExpired({ db, clock: () => new Date(), log })
    await db.execute(sql`alter table lost rename to idempotency_keys`)
    expect(logged).toEqual([{ what: 'idempotencyKeys', err: expect.any(Error) }])
    expect(await db.$count(rateLimits)).toBe(0)
  })
})
