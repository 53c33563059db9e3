import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openDatabase } from '#admin-api/data/open-database.ts'
import { unsignedToken } from '#tests/support/id-tokens.ts'
import { beliefAnswers } from './support/answers.ts'
import { somebody, startApi } from './support/harness.ts'
import type { Api } from './support/harness.ts'
import { agreement, routes } from './support/shop.ts'

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
type Row = {
  readonly method: Method
  readonly path: string
  readonly caller?: 'user' | 'anyone-or-user'
  readonly body?: object
}

const diagnosis = '/api/v1/coaching/diagnosis'
const own = `${routes.subscriptions}/{id}`
const answers = { kind: 'money_belief', version: '1', answers: beliefAnswers(3) }
const card = {
  paymentMethodId: 'pm_1',
  setupIntentId: 'seti_1',
  setupIntentClientSecret: 'seti_1_secret_1',
}
const order = { productId: 'annual', ...card, consent: agreement }

/** Every route that is described, with a body that its schema accepts. */
const rows: readonly Row[] = [
  { method: 'GET', path: '/api/v1/me', caller: 'user' },
  { method: 'PATCH', path: '/api/v1/me', caller: 'user', body: { firstName: 'Ada' } },
  { method: 'DELETE', path: '/api/v1/me', caller: 'user' },
  { method: 'GET', path: '/api/v1/me/export', caller: 'user' },
  { method: 'POST', path: '/api/v1/me/app_claims', caller: 'user' },
  {
    method: 'POST',
    path: '/api/v1/app_claims/redeem',
    body: { token: 'a-token', appUserId: 'an-app' },
  },
  { method: 'GET', path: `${diagnosis}/public/questions` },
  { method: 'POST', path: `${diagnosis}/public/calculate`, body: answers },
  { method: 'GET', path: diagnosis, caller: 'user' },
  { method: 'POST', path: diagnosis, caller: 'user', body: answers },
  { method: 'GET', path: routes.offers, caller: 'anyone-or-user' },
  {
    method: 'POST',
    path: routes.setupIntents,
    caller: 'anyone-or-user',
    body: { billingEmail: 'ada@example.com' },
  },
  { method: 'GET', path: routes.promotionCodes },
  {
    method: 'POST',
    path: '/api/v1/mailings/result',
    body: { email: 'ada@example.com', kind: 'finish_later' },
  },
  { method: 'POST', path: routes.subscriptions, caller: 'user', body: order },
  { method: 'DELETE', path: own, caller: 'user' },
  { method: 'POST', path: `${own}/resume`, caller: 'user' },
  { method: 'PUT', path: `${own}/payment_method`, caller: 'user', body: card },
  {
    method: 'POST',
    path: `${own}/change_preview`,
    caller: 'user',
    body: { productId: 'annual' },
  },
  {
    method: 'POST',
    path: `${own}/change`,
    caller: 'user',
    body: { productId: 'annual', previewId: 'a-preview' },
  },
  { method: 'POST', path: `${own}/withdraw`, caller: 'user' },
  { method: 'GET', path: `${own}/invoices`, caller: 'user' },
  { method: 'POST', path: routes.webhooks },
  { method: 'GET', path: '/health/live' },
  { method: 'GET', path: '/health/ready' },
]
const forUsers = rows.filter(({ caller }) => caller === 'user')
const withIdentity = rows.filter(({ caller }) => caller !== undefined)
const withBody = rows.filter(({ body }) => body !== undefined)

let api: Api
beforeAll(async () => {
  api = await startApi()
})
afterAll(() => api.stop())

type Sent = { readonly payload?: string; readonly headers?: Readonly<Record<string, string>> }

/** The status and code of each route's response, which is also compared with the description. */
const answersOf = async (
  to: Api,
  which: readonly Row[],
  sentBy: (row: Row) => Sent,
): Promise<Record<string, [number, string | undefined]>> => {
  const found: Record<string, [number, string | undefined]> = {}
  for (const row of which) {
    const { method, path, body } = row
    const { headers = {}, payload = body === undefined ? undefined : JSON.stringify(body) } =
      sentBy(row)
    const url = path.replace('{id}', '00000000-0000-4000-8000-000000000000')
    const answer = await to.app.inject({
      method,
      url,
      ...(payload === undefined ? {} : { payload }),
      headers: {
        ...(payload === undefined ? {} : { 'content-type': 'application/json' }),
        'idempotency-key': 'a-key',
        ...headers,
      },
    })
    to.check(method, url, answer.statusCode, answer.body)
    const { code } = answer.body === '' ? {} : (answer.json() as { code?: string })
    found[`${method} ${path}`] = [answer.statusCode, code]
  }
  return found
}

const all = (which: readonly Row[], status: number, code: string) =>
  Object.fromEntries(which.map(({ method, path }) => [`${method} ${path}`, [status, code]]))

const bearer = (token: string): Sent => ({ headers: { authorization: `Bearer ${token}` } })

test('the routes listed in this test match the OpenAPI description', async () => {
  const { paths } = (await api.get('/openapi.json')).json() as {
    paths: Record<string, Record<string, unknown>>
  }
  const described = Object.entries(paths).flatMap(([path, operations]) =>
    Object.keys(operations).map((method) => `${method.toUpperCase()} ${path}`),
  )
  expect(rows.map(({ method, path }) => `${method} ${path}`).toSorted()).toEqual(
    described.toSorted(),
  )
})

describe('every route for users', () => {
  test('returns 401 without a token', async () => {
    expect(await answersOf(api, forUsers, () => ({}))).toEqual(
      all(forUsers, 401, 'auth/unauthenticated'),
    )
  })

  test.each([
    ['expired', unsignedToken({ expiresIn: -60 })],
    ['for another audience', unsignedToken({ projectId: 'other' })],
    ['of an anonymous user', unsignedToken({ provider: 'anonymous' })],
    ['forged', `${unsignedToken()}c2lnbmF0dXJl`],
    ['nonsense', 'a.b.c'],
  ])('returns 401 for a token that is %s', async (_name, token) => {
    expect(await answersOf(api, withIdentity, () => bearer(token))).toEqual(
      all(withIdentity, 401, 'auth/unauthenticated'),
    )
  })

  test('returns 401 for a user who was signed out or disabled', async () => {
    const revoking = await startApi({
      parts: {
        database: api.database,
        identityUsers: { delete: async () => 'deleted', standing: async () => 'revoked' },
      },
    })
    expect(
      await answersOf(revoking, withIdentity, () => bearer(unsignedToken(somebody()))),
    ).toEqual(all(withIdentity, 401, 'auth/unauthenticated'))
    await revoking.stop()
  })

  test('returns 401 for a user who deleted the account', async () => {
    const as = somebody()
    await api.delete('/api/v1/me', { as })
    const others = withIdentity.filter(
      ({ method, path }) => !(method === 'DELETE' && path === '/api/v1/me'),
    )
    expect(await answersOf(api, others, () => bearer(unsignedToken(as)))).toEqual(
      all(others, 401, 'auth/unauthenticated'),
    )
  })

  test('returns 429 for a user who asks too often', async () => {
    const limited = await startApi({
      parts: { database: api.database },
      environment: { RATE_LIMIT_USER_PER_MINUTE: '1' },
    })
    const as = somebody()
    await limited.get('/api/v1/me', { as })
    expect(await answersOf(limited, withIdentity, () => bearer(unsignedToken(as)))).toEqual(
      all(withIdentity, 429, 'rate/limited'),
    )
    await limited.stop()
  })

  test('returns 503 while the database cannot be reached', async () => {
    const nowhere = await openDatabase({ url: 'postgres://nobody@127.0.0.1:9/none' }, () => {})
    const broken = await startApi({ parts: { database: { ...nowhere, migrate: async () => {} } } })
    const found = await answersOf(broken, withIdentity, () => bearer(unsignedToken(somebody())))
    expect(found).toEqual(all(withIdentity, 503, 'database/unavailable'))
    await broken.stop()
    await nowhere.close()
  })
})

describe('every route with a body', () => {
  const as = somebody()
  const sending =
    (payload: string, type = 'application/json') =>
    () => {
      const { headers } = bearer(unsignedToken(as))
      return { payload, headers: { ...headers, 'content-type': type } }
    }

  test.each(['{"a":', '', '{"__proto__":{}}'])(
    'returns 400 for the malformed body %j',
    async (payload) => {
      expect(await answersOf(api, withBody, sending(payload))).toEqual(
        all(withBody, 400, 'request/malformed'),
      )
    },
  )

  test.each(['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x'])(
    'returns 415 for the content type %s',
    async (type) => {
      expect(await answersOf(api, withBody, sending('a=b', type))).toEqual(
        all(withBody, 415, 'request/unsupported-type'),
      )
    },
  )

  test('returns 413 for more than 64 KiB', async () => {
    const large = sending(JSON.stringify({ text: 'x'.repeat(64 * 1024) }))
    expect(await answersOf(api, withBody, large)).toEqual(all(withBody, 413, 'request/too-large'))
  })

  test.each(['[]', 'null', '"text"', '1'])(
    'returns 422 for a body that is not an object: %s',
    async (payload) => {
      expect(await answersOf(api, withBody, sending(payload))).toEqual(
        all(withBody, 422, 'request/invalid'),
      )
    },
  )

  test('returns 422 for an unknown field, and names the field', async () => {
    for (const { method, path, body } of withBody) {
      const answer = await api.app.inject({
        method,
        url: path,
        payload: { ...body, surprise: 1 },
        headers: { ...bearer(unsignedToken(as)).headers, 'idempotency-key': 'a-key' },
      })
      expect([answer.statusCode, answer.json().errors]).toEqual([
        422,
        [expect.objectContaining({ path: 'surprise', code: 'field/unknown' })],
      ])
    }
  })
})

describe('a malformed id', () => {
  const ofOwn = rows.filter(({ path }) => path.includes('{id}'))

  test.each([
    'nonsense',
    '1',
    '%27%20or%201=1',
    '00000000-0000-0000-0000-00000000000g',
    'x'.repeat(100),
  ])('gets a 404 on every route: %s', async (id) => {
    const as = somebody()
    for (const { method, path, body } of ofOwn) {
      const answer = await api.app.inject({
        method,
        url: path.replace('{id}', id),
        ...(body && { payload: body }),
        headers: { ...bearer(unsignedToken(as)).headers, 'idempotency-key': `${method} ${path}` },
      })
      expect([answer.statusCode, answer.json().code]).toEqual([404, 'subscription/not-found'])
    }
  })
})
