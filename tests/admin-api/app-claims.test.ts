import { eq } from 'drizzle-orm'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { deleteExpired } from '#admin-api/data/cleaning.ts'
import { appClaims, appUsers, users } from '#admin-api/data/schema.ts'
import type { TokenClaims } from '#tests/support/id-tokens.ts'
import { somebody, startApi } from './support/harness.ts'
import { problemOf } from './support/plan-shop.ts'
import { routes, startShop } from './support/shop.ts'
import type { Shop } from './support/shop.ts'

const claims = '/api/v1/me/app_claims'
const redemptions = '/api/v1/app_claims/redeem'
const minute = 60 * 1000

let shop: Shop
let now: () => Date = () => new Date()
const written: string[] = []
beforeAll(async () => {
  const logger = pino({}, { write: (line: string) => void written.push(line) })
  shop = await startShop({ parts: { clock: () => now(), logger } })
})
afterAll(() => shop.stop())

const cleanAt = (at: Date) =>
  deleteExpired({ db: shop.db, clock: () => at, log: { error: () => expect.unreachable() } })

const tokenOf = async (as: TokenClaims): Promise<string> => {
  const answer = await shop.post(claims, {}, { as })
  expect(answer.statusCode).toBe(201)
  return new URL(answer.json().data.url).searchParams.get('claim') ?? ''
}
let apps = 0
const anApp = () => {
  apps += 1
  return `$RCAnonymousID:${apps}`
}
const redeem = (token: string, appUserId = anApp()) => shop.post(redemptions, { token, appUserId })

const subscriber = async () => {
  const as = somebody()
  expect((await shop.order(as, await shop.takeCard(as))).statusCode).toBe(201)
  return as
}

const eventsOf = ({ uid }: TokenClaims) =>
  written
    .map((line) => JSON.parse(line) as { security?: string; actor?: string })
    .filter(({ actor }) => actor === uid)
    .map(({ security }) => security)

/** Runs the work with the clock moved ahead by this many milliseconds. */
const later = async <Value>(ms: number, work: () => Promise<Value>): Promise<Value> => {
  now = () => new Date(Date.now() + ms)
  try {
    return await work()
  } finally {
    now = () => new Date()
  }
}

describe('a link to the app', () => {
  test('has an opaque token that expires in 15 minutes and is stored only as a digest', async () => {
    const as = await subscriber()
    const answer = await shop.post(claims, {}, { as })
    const { url, expiresAt } = answer.json().data
    expect(answer.statusCode).toBe(201)
    expect(url).toMatch(/^https:\/\/app\.evenkeel\.example\/open\?claim=[\w-]{43}$/)
    expect(Date.parse(expiresAt) - Date.now()).toBeLessThanOrEqual(15 * minute)
    expect(Date.parse(expiresAt) - Date.now()).toBeGreaterThan(14 * minute)
    const stored = await shop.db.select().from(appClaims)
    expect(JSON.stringify(stored)).not.toContain(new URL(url).searchParams.get('claim'))
  })

  test('leads to the configured address and keeps its query', async () => {
    const api = await startApi({
      parts: { database: shop.database, stripe: shop.stripe },
      environment: { APP_OPEN_URL: 'https://app.example/open?from=site' },
    })
    const { url } = (await api.post(claims, {}, { as: somebody() })).json().data
    expect(url).toMatch(/^https:\/\/app\.example\/open\?from=site&claim=[\w-]{43}$/)
    await api.stop()
  })

  test('can be created only ten times an hour by each user', async () => {
    const as = somebody()
    for (let made = 0; made < 10; made += 1) await tokenOf(as)
    const answer = await shop.post(claims, {}, { as })
    expect(problemOf(answer)).toEqual([429, 'rate/limited'])
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(3500)
    expect((await shop.post(claims, {}, { as: somebody() })).statusCode).toBe(201)
  })
})

describe('a link that opens the app', () => {
  test('returns what its user has bought', async () => {
    const as = await subscriber()
    const answer = await redeem(await tokenOf(as))
    expect(answer.statusCode).toBe(200)
    const { subscriber: own } = (await shop.get(routes.offers, { as })).json().data
    expect(answer.json().data).toEqual(own)
    expect(answer.json().data.entitlements.coaching.product_identifier).toBe('annual')
    expect(eventsOf(as)).toEqual(['app-linked'])
  })

  test('returns no purchases for a user who has bought nothing', async () => {
    const { data } = (await redeem(await tokenOf(somebody()))).json()
    expect([data.entitlements, data.subscriptions]).toEqual([{}, {}])
  })

  test('opens the app only once', async () => {
    const token = await tokenOf(somebody())
    const app = anApp()
    expect((await redeem(token, app)).statusCode).toBe(200)
    expect(problemOf(await redeem(token, app))).toEqual([410, 'claim/used'])
    expect(problemOf(await redeem(token))).toEqual([410, 'claim/used'])
  })

  test('opens the app for only one of many concurrent requests', async () => {
    const token = await tokenOf(somebody())
    const answers = await Promise.all(Array.from({ length: 8 }, () => redeem(token)))
    expect(answers.map(problemOf).toSorted()).toEqual([
      [200, undefined],
      ...Array.from({ length: 7 }, () => [410, 'claim/used']),
    ])
  })

  test('is valid for a quarter of an hour', async () => {
    const token = await tokenOf(somebody())
    expect(problemOf(await later(15 * minute + 1000, () => redeem(token)))).toEqual([
      410,
      'claim/expired',
    ])
    expect((await later(14 * minute, () => redeem(token))).statusCode).toBe(200)
  })

  test('is refused as expired when its token is made up', async () => {
    expect(problemOf(await redeem('made-up'))).toEqual([410, 'claim/expired'])
  })

  test.each([
    [{ token: 'x' }, 'appUserId', 'field/required'],
    [{ token: '', appUserId: 'a' }, 'token', 'field/invalid'],
    [{ token: 'x', appUserId: 'a'.repeat(101) }, 'appUserId', 'field/invalid'],
  ])('is refused when the body of the request is %j', async (body, path, code) => {
    const answer = await shop.post(redemptions, body)
    expect([answer.statusCode, answer.json().errors]).toEqual([
      422,
      [expect.objectContaining({ path, code })],
    ])
  })

  test('cannot be guessed at more often than the limit per minute for an IP address', async () => {
    const api = await startApi({
      parts: { database: shop.database, stripe: shop.stripe },
      environment: { RATE_LIMIT_PUBLIC_PER_MINUTE: '2' },
    })
    const guess = () => api.post(redemptions, { token: 'made-up', appUserId: 'a' })
    expect([await guess(), await guess(), await guess()].map(problemOf)).toEqual([
      [410, 'claim/expired'],
      [410, 'claim/expired'],
      [429, 'rate/limited'],
    ])
    await api.stop()
  })
})

describe('an app', () => {
  test('belongs to the first account that claims it; another’s link can be used in another app', async () => {
    const [owner, other] = [await subscriber(), await subscriber()]
    const app = anApp()
    expect((await redeem(await tokenOf(owner), app)).statusCode).toBe(200)
    const token = await tokenOf(other)
    expect(problemOf(await redeem(token, app))).toEqual([409, 'claim/other-account'])
    expect(eventsOf(other)).toEqual(['app-refused'])
    // The link can still be redeemed from the right app.
    expect((await redeem(token)).statusCode).toBe(200)
    expect((await redeem(await tokenOf(owner), app)).statusCode).toBe(200)
  })

  test('belongs to one of two accounts that claim it at the same time', async () => {
    const tokens = [await tokenOf(somebody()), await tokenOf(somebody())]
    const app = anApp()
    const answers = await Promise.all(tokens.map((token) => redeem(token, app)))
    expect(answers.map(problemOf).toSorted()).toEqual([
      [200, undefined],
      [409, 'claim/other-account'],
    ])
  })

  test('is in its account’s export, and is deleted with the account and its unused links', async () => {
    const as = await subscriber()
    const [app, unused] = [anApp(), await tokenOf(as)]
    await redeem(await tokenOf(as), app)
    const { data } = (await shop.get('/api/v1/me/export', { as })).json()
    expect(data.apps).toEqual([{ id: app, linkedAt: expect.any(String) }])
    expect(data.appClaims).toHaveLength(2)
    const [{ id } = { id: '' }] = await shop.db
      .select()
      .from(users)
      .where(eq(users.authUid, as.uid!))
    expect((await shop.delete('/api/v1/me', { as })).statusCode).toBe(204)
    expect(await shop.db.select().from(appUsers).where(eq(appUsers.userId, id))).toEqual([])
    expect(problemOf(await redeem(unused))).toEqual([410, 'claim/expired'])
  })
})

test('app links are deleted a day after they expire', async () => {
  const token = await tokenOf(somebody())
  await redeem(token)
  const day = 24 * 60 * minute
  await cleanAt(new Date(Date.now() + day))
  expect(problemOf(await redeem(token))).toEqual([410, 'claim/used'])
  await cleanAt(new Date(Date.now() + day + 16 * minute))
  expect(problemOf(await redeem(token))).toEqual([410, 'claim/expired'])
})
