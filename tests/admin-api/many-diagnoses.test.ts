import { get } from 'node:http'
import type { IncomingMessage } from 'node:http'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { idempotencyKeys } from '#admin-api/data/schema.ts'
import { reviseUser } from '#admin-api/data/users.ts'
import { calculate } from '#admin-api/domain/scoring.ts'
import { unsignedToken } from '#tests/support/id-tokens.ts'
import { beliefAnswers, surveyAnswers } from './support/answers.ts'
import { somebody, startApi, startTimeout } from './support/harness.ts'
import type { Api } from './support/harness.ts'

const path = '/api/v1/coaching/diagnosis'
const most = 10

let api: Api
beforeAll(async () => {
  api = await startApi({
    environment: { MAX_DIAGNOSES_PER_USER: String(most), RATE_LIMIT_EXPORT_PER_HOUR: '3' },
  })
})
afterAll(() => api.stop())

/** Different answers for each number up to 36. */
const belief = (number: number) => ({
  kind: 'money_belief',
  version: '1',
  answers: beliefAnswers(1, {
    'belief-01': 1 + (number % 6),
    'belief-02': 1 + Math.floor(number / 6),
  }),
})

test('a user cannot exceed the limit of diagnoses, even with concurrent saves', async () => {
  const as = somebody()
  const answers = await Promise.all(
    Array.from({ length: 2 * most }, (_, number) => api.post(path, belief(number), { as })),
  )
  const refused = answers.filter(({ statusCode }) => statusCode !== 201)
  expect(refused.map((answer) => [answer.statusCode, answer.json().code])).toEqual(
    Array.from({ length: most }, () => [409, 'diagnosis/too-many']),
  )
  expect((await api.get(path, { as })).json().data).toHaveLength(most)
})

test('at the limit of diagnoses, saving the same answers again returns the stored one', async () => {
  const as = somebody()
  const [first] = await Promise.all(
    Array.from({ length: most }, (_, number) => api.post(path, belief(number), { as })),
  )
  const again = await api.post(path, belief(0), { as })
  expect([again.statusCode, again.json().data]).toEqual([
    200,
    { ...first!.json().data, createdAt: expect.any(String) },
  ])
  expect((await api.post(path, belief(most), { as })).statusCode).toBe(409)
})

test('the diagnoses of one user do not count against another’s limit', async () => {
  const as = somebody()
  for (let number = 0; number < most; number += 1) await api.post(path, belief(number), { as })
  expect((await api.post(path, belief(0), { as: somebody() })).statusCode).toBe(201)
})

/**
 * Far more than the limit, as accounts from before the limit have; each ten share a timestamp.
 */
const many = inject('postgresqlUrl') === undefined ? 2000 : 20_000

const somebodyWithMany = async () => {
  const as = somebody()
  const { id } = (await api.get('/api/v1/me', { as })).json().data
  const answers = JSON.stringify(surveyAnswers)
  const scored = calculate('survey', '1', surveyAnswers)
  const result = scored.kind === 'scored' ? JSON.stringify(scored.result) : ''
  await api.db.execute(sql`
      insert into diagnoses (user_id, kind, version, answers, answers_hash, result, created_at)
      select ${id}::uuid, 'survey', '1', ${answers}::jsonb, number::text, ${result}::jsonb, now() - (number / 10) * interval '1 second'
      from generate_series(1, ${many}::int) as number`)
  await reviseUser(api.db, id)
  return as
}

type Page = {
  readonly data: readonly { readonly id: string; readonly createdAt: string }[]
  readonly nextCursor: string | null
}

describe('a long list of results', () => {
  let as: Awaited<ReturnType<typeof somebodyWithMany>>
  beforeAll(async () => {
    as = await somebodyWithMany()
  })
  const page = async (query = ''): Promise<Page> => (await api.get(path + query, { as })).json()

  test('is returned in pages of fifty', async () => {
    const answer = await api.get(path, { as })
    expect(answer.json().data).toHaveLength(50)
    expect(answer.body.length).toBeLessThan(500_000)
  })

  test('has each result once over all pages, newest first, even those of the same moment', async () => {
    const found: Page['data'][number][] = []
    for (let next: string | null = '', pages = 0; next !== null && pages < 60; pages += 1) {
      const { data, nextCursor } = await page(
        next === '' ? '?limit=33' : `?limit=33&cursor=${next}`,
      )
      found.push(...data)
      next = nextCursor
    }
    expect(found).toHaveLength(Math.min(many, 60 * 33))
    expect(new Set(found.map(({ id }) => id)).size).toBe(found.length)
    const places = found.map(({ createdAt, id }) => `${createdAt} ${id}`)
    expect(places).toEqual(places.toSorted().toReversed())
  })

  test.each([
    'nonsense',
    '',
    '1_x',
    '1792345678901_00000000-0000-4000-8000-00000000000g',
    "1_'",
    '%00',
    'a&cursor=b',
    '9'.repeat(200),
  ])('is 422 with the cursor %j', async (cursor) => {
    const answer = await api.get(`${path}?cursor=${cursor}`, { as })
    expect([answer.statusCode, answer.json().errors]).toEqual([
      422,
      [expect.objectContaining({ path: 'cursor' })],
    ])
  })

  test.each(['0', '51', '-1', '1.5', 'ten', ''])('is 422 with the limit %j', async (limit) => {
    const answer = await api.get(`${path}?limit=${limit}`, { as })
    expect([answer.statusCode, answer.json().errors]).toEqual([
      422,
      [expect.objectContaining({ path: 'limit' })],
    ])
  })

  test('is empty for another user with the same cursor', async () => {
    const { nextCursor } = await page()
    expect((await api.get(`${path}?cursor=${nextCursor}`, { as: somebody() })).json()).toEqual({
      data: [],
      nextCursor: null,
    })
  })

  test('has no next page for a user with exactly one page of results', async () => {
    const other = somebody()
    for (let number = 0; number < 3; number += 1)
      await api.post(path, belief(number), { as: other })
    const { data, nextCursor } = (await api.get(`${path}?limit=3`, { as: other })).json() as Page
    expect([data.length, nextCursor]).toEqual([3, null])
  })

  test('above the limit accepts no further diagnosis', async () => {
    expect((await api.post(path, belief(0), { as })).statusCode).toBe(409)
  })
})

const exportPath = '/api/v1/me/export'

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

/** The heap in use after a garbage collection, in megabytes. */
const heap = (): number => {
  collectGarbage()
  return process.memoryUsage().heapUsed / 1e6
}

describe('the export of a user with a lot of data', () => {
  let url: string
  beforeAll(async () => {
    url = await api.app.listen({ host: '127.0.0.1', port: 0 })
  })

  const startExport = (as: ReturnType<typeof somebody>): Promise<IncomingMessage> =>
    new Promise((resolve, reject) => {
      get(
        url + exportPath,
        { headers: { authorization: `Bearer ${unsignedToken(as)}` } },
        resolve,
      ).on('error', reject)
    })

  test(
    'is complete',
    async () => {
      const as = await somebodyWithMany()
      const { id } = (await api.get('/api/v1/me', { as })).json().data
      await api.db.insert(idempotencyKeys).values(
        Array.from({ length: 120 }, (_, number) => ({
          userId: id,
          key: `key-${number}`,
          requestHash: '',
        })),
      )
      const { data } = (await api.get(exportPath, { as })).json()
      expect(new Set(data.diagnoses.map((each: { id: string }) => each.id)).size).toBe(many)
      expect(new Set(data.paymentRequests.map(({ key }: { key: string }) => key)).size).toBe(120)
      expect(data).toMatchObject({
        profile: { id },
        identity: { authUid: as.uid },
        paymentCustomers: [],
        subscriptions: [],
      })
    },
    startTimeout,
  )

  test(
    'takes no more memory than a few pages',
    async () => {
      const answer = await startExport(await somebodyWithMany())
      const before = heap()
      let [bytes, checked, most] = [0, 0, 0]
      for await (const chunk of answer as AsyncIterable<Buffer>) {
        bytes += chunk.length
        if (bytes - checked < 1e6) continue
        checked = bytes
        most = Math.max(most, heap() - before)
      }
      expect(bytes).toBeGreaterThan(many * 2000)
      // All 20,000 results on PostgreSQL would take more than 100 MB in memory.
      expect(most).toBeLessThan(10)
    },
    startTimeout,
  )

  test(
    'is aborted, rather than ended early, when a later page fails',
    async () => {
      const as = await somebodyWithMany()
      const { id } = (await api.get('/api/v1/me', { as })).json().data
      // A time that cannot be formatted.
      await api.db.execute(
        sql`update diagnoses set created_at = '-infinity' where user_id = ${id} and answers_hash = ${String(many)}`,
      )
      const answer = await startExport(as)
      const read = async () => {
        for await (const _chunk of answer);
      }
      expect(answer.statusCode).toBe(200)
      await expect(read()).rejects.toThrow('aborted')
    },
    startTimeout,
  )

  test('is limited to a few times an hour for each user', async () => {
    const as = somebody()
    const statuses: number[] = []
    for (let time = 0; time < 4; time += 1)
      statuses.push((await api.get(exportPath, { as })).statusCode)
    expect(statuses).toEqual([200, 200, 200, 429])
    const refused = await api.get(exportPath, { as })
    expect(refused.json().code).toBe('rate/limited')
    const wait = Number(refused.headers['retry-after'])
    expect(wait).toBeGreaterThan(3500)
    expect(wait).toBeLessThanOrEqual(3600)
    expect((await api.get(exportPath, { as: somebody() })).statusCode).toBe(200)
    expect((await api.get('/api/v1/me', { as })).statusCode).toBe(200)
  })
})
