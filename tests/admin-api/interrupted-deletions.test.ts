import { readFile } from 'node:fs/promises'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { IdentityUsers } from '#admin-api/auth/identity-users.ts'
import { notices, users } from '#admin-api/data/schema.ts'
import { deleteUser, ensureUser, markErasing, markLeaving } from '#admin-api/data/users.ts'
import { startJobs } from '#admin-api/jobs/background.ts'
import { createLogger } from '#admin-api/logger.ts'
import { finishDeletions } from '#admin-api/payments/leave.ts'
import { Problem } from '#admin-api/problem.ts'
import type { TokenClaims } from '#tests/support/id-tokens.ts'
import { identityOf, somebody, startApi } from './support/harness.ts'
import { problemOf } from './support/plan-shop.ts'
import { startShop } from './support/shop.ts'
import type { Shop } from './support/shop.ts'

let shop: Shop
beforeAll(async () => {
  shop = await startShop()
})
afterAll(() => shop.stop())

const minute = 60 * 1000
const userOf = async (as: TokenClaims) => (await ensureUser(shop.db, identityOf(as)))!
const statusesOf = async (userId: string) =>
  (await shop.subscriptionsMadeFor(userId)).map(({ status }) => status)

const finishedUsers: string[] = []
const finishAfter = (minutes: number) =>
  finishDeletions({
    db: shop.db,
    stripe: shop.stripe,
    graceDays: 7,
    ledgerKeys: shop.settings.ledgerKeys,
    sayGoodbye: true,
    clock: () => new Date(Date.now() + minutes * minute),
    onFinished: (authUid) => finishedUsers.push(authUid),
    log: { warn: () => {}, error: () => {} },
  })
const isStored = async ({ uid }: TokenClaims) =>
  (await shop.db.select().from(users).where(eq(users.authUid, uid!))).length > 0
const isMailed = async (userId: string) =>
  (
    await shop.db
      .select()
      .from(notices)
      .where(eq(notices.key, `account-deleted:${userId}`))
  ).length > 0

const apiWith = (remove: IdentityUsers['delete'], db = shop.db) =>
  startApi({
    parts: {
      database: { ...shop.database, db },
      stripe: shop.stripe,
      identityUsers: { delete: remove, standing: async () => 'good' },
    },
  })

describe('an account deletion that was interrupted', () => {
  test('by the database, after the identity was deleted, is finished later', async () => {
    const as = somebody()
    const { id } = await userOf(as)
    expect((await shop.order(as, await shop.takeCard(as))).statusCode).toBe(201)
    let isGone = false
    const db = new Proxy(shop.db, {
      get: (target, name) => {
        if (name === 'transaction' && isGone)
          return () => Promise.reject(Object.assign(new Error('Down.'), { code: '57P01' }))
        return Reflect.get(target, name) as unknown
      },
    })
    const remove = async () => {
      isGone = true
      return 'deleted' as const
    }
    const api = await apiWith(remove, db)
    expect((await api.delete('/api/v1/me', { as })).statusCode).toBe(503)
    await api.stop()
    expect(problemOf(await shop.order(as, await shop.takeCard(as)))).toEqual([
      409,
      'account/leaving',
    ])
    await finishAfter(9)
    expect(await isStored(as)).toBe(true)
    await finishAfter(11)
    expect(await isStored(as)).toBe(false)
    expect(await isMailed(id)).toBe(true)
    expect(await statusesOf(id)).toEqual(['canceled'])
  })

  test('by an identity provider that did not respond is completed in the same request', async () => {
    const as = somebody()
    const { id } = await userOf(as)
    await shop.order(as, await shop.takeCard(as))
    const api = await apiWith(async () => 'unanswered')
    expect((await api.delete('/api/v1/me', { as })).statusCode).toBe(204)
    await api.stop()
    expect(await isStored(as)).toBe(false)
    expect(await statusesOf(id)).toEqual(['canceled'])
  })

  test('is not finished later when a repeated request is refused for an old sign-in', async () => {
    const as = somebody()
    const { id } = await userOf(as)
    // The process of the first deletion dies before the second begins.
    await markLeaving(shop.db, id, new Date(Date.now() - minute))
    await markErasing(shop.db, id, new Date(Date.now() - minute))
    const api = await apiWith(() =>
      Promise.reject(new Problem(403, 'auth/requires-recent-login', 'Old.')),
    )
    expect((await api.delete('/api/v1/me', { as })).statusCode).toBe(403)
    await api.stop()
    await finishAfter(60)
    expect(await isStored(as)).toBe(true)
  })

  test('is finished later even if a repeated request could not reach the identity provider', async () => {
    const as = somebody()
    const { id } = await userOf(as)
    await markErasing(shop.db, id, new Date(Date.now() - minute))
    const api = await apiWith(() => Promise.reject(new Problem(503, 'auth/unavailable', 'Down.')))
    expect((await api.delete('/api/v1/me', { as })).statusCode).toBe(503)
    await api.stop()
    await finishAfter(11)
    expect(await isStored(as)).toBe(false)
  })

  test('is not finished once it has been called off, or if the user has ordered since', async () => {
    const [as, buyer] = [somebody(), somebody()]
    const user = await userOf(as)
    await expect(
      deleteUser(shop.db, user, { mailbox: 'digest', sayGoodbye: false, marked: new Date() }),
    ).rejects.toThrow('meanwhile')
    const { id } = await userOf(buyer)
    await shop.order(buyer, await shop.takeCard(buyer))
    await markErasing(shop.db, id, new Date(Date.now() - 60 * minute))
    await finishAfter(0)
    expect([await isStored(as), await isStored(buyer)]).toEqual([true, true])
  })

  test.each([
    ['backup.md', 'the actor', (as: TokenClaims) => as.uid!],
    ['alerts.md', 'the id to delete', async (as: TokenClaims) => (await userOf(as)).id],
  ])(
    'can be recorded with the statement in docs/%s, and is finished ten minutes later',
    async (page, placeholder, nameOf) => {
      const as = somebody()
      await userOf(as)
      await shop.order(as, await shop.takeCard(as))
      const text = await readFile(new URL(`../../docs/${page}`, import.meta.url), 'utf8')
      const statement = text.split('\n').find((line) => line.includes(placeholder + `';`))!
      await shop.db.execute(sql.raw(statement.replace(placeholder, await nameOf(as))))
      await finishAfter(9)
      expect(await isStored(as)).toBe(true)
      await finishAfter(11)
      expect(await isStored(as)).toBe(false)
    },
  )

  test('is finished, and logged, by background jobs even if they are stopped while finishing it', async () => {
    const as = somebody()
    const { id } = await userOf(as)
    await shop.order(as, await shop.takeCard(as))
    await markErasing(shop.db, id, new Date())
    const lines: string[] = []
    await shop.outage({ latency: 200 })
    const jobs = await startJobs(shop.settings, {
      database: shop.database,
      stripe: shop.stripe,
      clock: () => new Date(Date.now() + 11 * minute),
      logger: createLogger('info', { write: (line) => void lines.push(line) }),
    })
    // Waits until the deletion has begun, since stopping earlier would leave it to the next start.
    await expect.poll(() => statusesOf(id)).toEqual(['canceled'])
    await jobs.stop()
    await shop.outage({ latency: 0 })
    expect(lines.filter((line) => line.includes('account-deleted'))).toEqual([
      expect.stringContaining(as.uid!),
    ])
    expect(await isStored(as)).toBe(false)
  })

  test('has a leftover identity deleted by any request of its user after a recent sign-in', async () => {
    const as = somebody()
    const { id } = await userOf(as)
    await markErasing(shop.db, id, new Date())
    await finishAfter(11)
    expect(finishedUsers).toContain(as.uid)
    let removed = 0
    const api = await apiWith(async () => {
      removed += 1
      return 'deleted'
    })
    expect((await api.get('/api/v1/me', { as: { ...as, signedInAgo: 3600 } })).statusCode).toBe(401)
    expect(removed).toBe(0)
    expect((await api.get('/api/v1/me', { as })).statusCode).toBe(401)
    expect((await api.get('/api/v1/me/export', { as })).statusCode).toBe(401)
    expect((await api.delete('/api/v1/me', { as })).statusCode).toBe(204)
    expect(removed).toBe(3)
    await api.stop()
  })
})
