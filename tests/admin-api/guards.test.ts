import { readFile } from 'node:fs/promises'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { OpenDatabase } from '#admin-api/data/database.ts'
import { countInDatabase, countTogether } from '#admin-api/data/hits.ts'
import { idempotencyKeys, rateLimits, users } from '#admin-api/data/schema.ts'
import type { TokenClaims } from '#tests/support/id-tokens.ts'
import { surveyAnswers } from './support/answers.ts'
import { somebody, startApi } from './support/harness.ts'
import type { Api } from './support/harness.ts'

const me = '/api/v1/me'
const calculate = '/api/v1/coaching/diagnosis/public/calculate'
const json = { 'content-type': 'application/json' }

let api: Api
beforeAll(async () => {
  api = await startApi()
})
afterAll(() => api.stop())

describe('every response', () => {
  test('carries the request’s own id, or a new one in place of an invalid one', async () => {
    expect(
      (await api.get('/health/live', { headers: { 'x-request-id': 'abcdef-123' } })).headers[
        'x-request-id'
      ],
    ).toBe('abcdef-123')
    expect(
      (await api.get('/nowhere', { headers: { 'x-request-id': '<script>' } })).headers[
        'x-request-id'
      ],
    ).toMatch(/^[\da-f-]{36}$/)
  })

  test('carries secure headers', async () => {
    expect((await api.get('/health/live')).headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'strict-transport-security': expect.any(String),
      'cache-control': 'no-store',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    })
  })
})

describe('bad requests', () => {
  test('an unknown path is 404 route/not-found', async () => {
    const answer = await api.get('/api/v2/me')
    expect([answer.statusCode, answer.json().code]).toEqual([404, 'route/not-found'])
    expect(answer.headers['content-type']).toContain('application/problem+json')
  })

  test('malformed JSON is 400', async () => {
    const answer = await api.post(calculate, '{"kind":', { headers: json })
    expect([answer.statusCode, answer.json().code]).toEqual([400, 'request/malformed'])
  })

  test('an empty body is 400', async () => {
    expect((await api.post(calculate, '', { headers: json })).statusCode).toBe(400)
  })

  test('a DELETE without a body may have the content type JSON, but malformed JSON is 400', async () => {
    const bare = await api.app.inject({ method: 'DELETE', url: '/api/v1/me', headers: json })
    expect([bare.statusCode, bare.json().code]).toEqual([401, 'auth/unauthenticated'])
    const mangled = await api.app.inject({
      method: 'DELETE',
      url: '/api/v1/me',
      headers: json,
      payload: '{',
    })
    expect([mangled.statusCode, mangled.json().code]).toEqual([400, 'request/malformed'])
  })

  test.each(['[]', '"x"', '1', 'null'])('a body of %s is 422', async (body) => {
    expect((await api.post(calculate, body, { headers: json })).statusCode).toBe(422)
  })

  test.each(['text/plain', 'application/x-www-form-urlencoded', 'application/xml'])(
    'a body of type %s is 415',
    async (type) => {
      const answer = await api.post(calculate, 'kind=survey', { headers: { 'content-type': type } })
      expect([answer.statusCode, answer.json().code]).toEqual([415, 'request/unsupported-type'])
    },
  )

  test('a body over 64 KiB is 413', async () => {
    const answer = await api.post(calculate, JSON.stringify({ kind: 'x'.repeat(65 * 1024) }), {
      headers: json,
    })
    expect([answer.statusCode, answer.json().code]).toEqual([413, 'request/too-large'])
  })

  test('a URL that cannot be decoded is 400', async () => {
    for (const url of [
      '/api/%E0%A4%A',
      '/api/v1/iap_subscriptions/stripe/subscriptions/%ff/invoices',
    ]) {
      const answer = await api.get(url)
      expect([answer.statusCode, answer.json().code]).toEqual([400, 'request/malformed'])
      expect(answer.headers['x-request-id']).toBeDefined()
    }
  })

  test('__proto__ in a body is 400', async () => {
    expect((await api.post(calculate, '{"__proto__":{"a":1}}', { headers: json })).statusCode).toBe(
      400,
    )
  })
})

describe('cross-origin requests', () => {
  test('are allowed from the site', async () => {
    const answer = await api.app.inject({
      method: 'OPTIONS',
      url: me,
      headers: {
        origin: 'http://localhost:8000',
        'access-control-request-method': 'PATCH',
        'access-control-request-headers':
          'authorization,content-type,idempotency-key,x-staging-auth,if-none-match',
      },
    })
    expect(answer.statusCode).toBe(204)
    expect(answer.headers).toMatchObject({
      'access-control-allow-origin': 'http://localhost:8000',
      'access-control-allow-headers': expect.stringMatching(
        /Authorization.*Content-Type.*Idempotency-Key.*X-Staging-Auth.*If-None-Match/,
      ),
      'access-control-allow-methods': expect.stringContaining('PATCH'),
    })
  })

  test('let the site read the request id, ETag, Retry-After and Date, even on errors', async () => {
    const { headers } = await api.get(me, { headers: { origin: 'http://localhost:8000' } })
    expect(headers).toMatchObject({
      'access-control-allow-origin': 'http://localhost:8000',
      'access-control-expose-headers': 'X-Request-Id, ETag, Retry-After, Date',
    })
  })

  test('are not allowed from other origins', async () => {
    const { headers } = await api.get('/health/live', {
      headers: { origin: 'https://evil.example' },
    })
    expect(headers['access-control-allow-origin']).toBeUndefined()
  })
})

describe('rate limits', () => {
  test('return 429 with Retry-After, and count each IP address separately', async () => {
    const limited = await startApi({
      environment: {
        RATE_LIMIT_PUBLIC_PER_MINUTE: '2',
        RATE_LIMIT_PROMOTION_PER_MINUTE: '1',
        RATE_LIMIT_SETUP_INTENT_PER_MINUTE: '2',
        TRUST_PROXY: 'loopback',
      },
      parts: { database: api.database },
    })
    const from = (address: string) => ({ headers: { 'x-forwarded-for': address } })
    const body = { kind: 'survey', version: '0', answers: {} }
    const statuses: number[] = []
    for (let turn = 0; turn < 3; turn += 1)
      statuses.push((await limited.post(calculate, body, from('10.0.0.1'))).statusCode)
    expect(statuses).toEqual([422, 422, 429])

    const refused = await limited.post(calculate, body, from('10.0.0.1'))
    expect(refused.json()).toMatchObject({ status: 429, code: 'rate/limited' })
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    expect((await limited.post(calculate, body, from('10.0.0.2'))).statusCode).toBe(422)

    const promotions = '/api/v1/iap_subscriptions/stripe/promotion_codes?code=A'
    expect((await limited.get(promotions, from('10.0.0.3'))).statusCode).toBe(422)
    expect((await limited.get(promotions, from('10.0.0.3'))).statusCode).toBe(429)

    const head = { method: 'HEAD', url: promotions, remoteAddress: '10.0.0.5' } as const
    expect((await limited.app.inject(head)).statusCode).toBe(422)
    expect((await limited.app.inject({ ...head, method: 'GET' })).statusCode).toBe(429)

    const intents = '/api/v1/iap_subscriptions/stripe/setup_intents'
    const asked: number[] = []
    for (let turn = 0; turn < 3; turn += 1)
      asked.push((await limited.post(intents, { billingEmail: 'x' }, from('10.0.0.4'))).statusCode)
    expect(asked).toEqual([422, 422, 429])
    await limited.stop()
  })

  test('count the addresses of one IPv6 network together, by the minute and by the hour', async () => {
    const limited = await startApi({
      environment: {
        RATE_LIMIT_PUBLIC_PER_MINUTE: '1',
        RATE_LIMIT_SETUP_INTENT_PER_HOUR: '1',
        TRUST_PROXY: 'loopback',
      },
      parts: { database: api.database },
    })
    const intents = '/api/v1/iap_subscriptions/stripe/setup_intents'
    const badEmail = { billingEmail: 'x' }
    for (const path of [calculate, intents]) {
      const statuses: number[] = []
      for (const address of ['2001:db8:0:1::1', '2001:db8:0:1::2', '2001:db8:0:2::1'])
        statuses.push(
          (await limited.post(path, badEmail, { headers: { 'x-forwarded-for': address } }))
            .statusCode,
        )
      expect(statuses).toEqual([422, 429, 422])
    }
    await limited.stop()
  })

  test('store addresses only as digests that depend on a secret', async () => {
    // Uses its own database, which has no counts of other tests.
    const own = await startApi()
    const { db } = own
    const keysOf = async (secret: string) => {
      await db.delete(rateLimits)
      await countInDatabase(db, secret)('POST /x 10.0.0.1', 60_000)
      await countTogether(db, secret, () => new Date(), fail)('GET /x 10.0.0.1', 60_000)
      const keys = () => db.select({ key: rateLimits.key }).from(rateLimits)
      await expect.poll(async () => (await keys()).length).toBe(2)
      return (await keys()).map(({ key }) => key).toSorted()
    }
    const fail = (error: unknown) => {
      throw error
    }
    const keys = await keysOf('one secret')
    expect(await keysOf('one secret')).toEqual(keys)
    const others = await keysOf('another secret')
    for (const key of keys) expect(others).not.toContain(key)
    await own.stop()
  })

  test('limit a user’s new idempotency keys per hour, and count those of withdrawals separately', async () => {
    const limited = await startApi({
      environment: { RATE_LIMIT_PAYMENT_PER_HOUR: '2' },
      parts: { database: api.database },
    })
    const all = '/api/v1/iap_subscriptions/stripe/subscriptions'
    const card = { paymentMethodId: 'x', setupIntentId: 'x', setupIntentClientSecret: 'x' }
    const order = { productId: 'x', ...card, consent: { text: 'x', version: '1' } }
    const ask = async (as: TokenClaims, turn: string) => {
      const keyed = (key: string) => ({ as, headers: { 'idempotency-key': `${key}-${turn}` } })
      const answers = [
        await limited.post(
          `${all}/none/change`,
          { productId: 'x', previewId: 'x' },
          keyed('change'),
        ),
        await limited.put(`${all}/none/payment_method`, card, keyed('card')),
        await limited.post(all, order, keyed('order')),
        await limited.post(`${all}/none/withdraw`, '', keyed('withdraw')),
      ]
      return answers.map(({ statusCode }) => statusCode === 429)
    }
    const as = somebody()
    expect(await ask(as, 'first')).toEqual([false, false, true, false])
    // A repeated request with a stored key is not counted.
    expect(await ask(as, 'first')).toEqual([false, false, true, false])
    expect(await ask(as, 'second')).toEqual([true, true, true, false])
    expect(await ask(as, 'third')).toEqual([true, true, true, true])
    const stored = await api.db
      .select({ key: idempotencyKeys.key })
      .from(idempotencyKeys)
      .innerJoin(users, eq(users.id, idempotencyKeys.userId))
      .where(eq(users.authUid, as.uid!))
    expect(stored).toHaveLength(4)
    expect((await ask(somebody(), 'first'))[0]).toBe(false)
    await limited.stop()
  })

  test.each([
    ['1', 1],
    ['2', 2],
    ['127.0.0.1', 1],
    ['loopback, 10.9.0.0/16', 2],
  ])(
    'ignore a caller’s own X-Forwarded-For behind the proxies of TRUST_PROXY=%s',
    async (trusted, proxies) => {
      const limited = await startApi({
        environment: { RATE_LIMIT_PUBLIC_PER_MINUTE: '1', TRUST_PROXY: trusted },
        parts: { database: api.database },
      })
      /** The caller's forged value comes first; each proxy appends the address of its client. */
      const ask = async (forged: string, caller: string) => {
        const forwarded = [forged, caller, ...(proxies === 2 ? ['10.9.0.1'] : [])].join(', ')
        return (await limited.post(calculate, {}, { headers: { 'x-forwarded-for': forwarded } }))
          .statusCode
      }
      const forged = ['1.1.1.1', '2.2.2.2', '127.0.0.1', '10.9.0.7', 'unknown', '3.3.3.3, 4.4.4.4']
      const caller = `198.51.100.${proxies}`
      const statuses: number[] = []
      for (const each of forged) statuses.push(await ask(each, caller))
      expect(statuses).toEqual([422, 429, 429, 429, 429, 429])
      expect(await ask(forged[0]!, `203.0.113.${proxies}`)).toBe(422)
      await limited.stop()
    },
  )

  test('ignore X-Forwarded-For unless a proxy is trusted', async () => {
    const limited = await startApi({
      environment: { RATE_LIMIT_PUBLIC_PER_MINUTE: '1' },
      parts: { database: api.database },
    })
    const ask = async (address: string) =>
      (await limited.post(calculate, {}, { headers: { 'x-forwarded-for': address } })).statusCode
    expect([await ask('10.0.0.1'), await ask('10.0.0.2')]).toEqual([422, 429])
    await limited.stop()
  })
})

describe('a staging environment', () => {
  test('refuses callers without its header', async () => {
    const staging = await startApi({
      environment: { STAGING_AUTH: 'open-sesame' },
      parts: { database: api.database },
    })
    const as = somebody()
    const refused = await staging.get(me, { as })
    expect([refused.statusCode, refused.json().code]).toEqual([401, 'auth/staging'])
    expect(
      (await staging.get(me, { as, headers: { 'x-staging-auth': 'open-sesamE' } })).statusCode,
    ).toBe(401)
    expect(
      (await staging.get(me, { as, headers: { 'x-staging-auth': 'open-sesame' } })).statusCode,
    ).toBe(200)
    expect((await staging.get('/health/live')).statusCode).toBe(200)
    await staging.stop()
  })

  test('refuses callers without its header on any path, however written and even without a route', async () => {
    const staging = await startApi({
      environment: { STAGING_AUTH: 'open-sesame' },
      parts: { database: api.database },
    })
    const questions = 'coaching/diagnosis/public/questions?kind=survey'
    const written = [
      `/api/v1/${questions}`,
      `/%61pi/v1/${questions}`,
      `/api/%76%31/${questions}`,
      `/API/v1/${questions}`,
      `//api/v1/${questions}`,
      `/api//v1/${questions}`,
      `/./api/v1/${questions}`,
      `/x/../api/v1/${questions}`,
      `/api%2Fv1/${questions}`,
      `/api/v1/iap_subscriptions/stripe/webhooks/../../../${questions}`,
      '/api/v1/iap_subscriptions/stripe/webhooksX',
      '/nowhere',
      '/',
    ]
    for (const url of written) {
      for (const method of ['GET', 'HEAD', 'POST'] as const) {
        const { statusCode } = await staging.app.inject({ method, url })
        expect([method, url, statusCode]).toEqual([method, url, 401])
      }
    }
    const webhook = '/api/v1/iap_subscriptions/stripe/webhooks'
    expect((await staging.post(webhook, '{}', { headers: json })).json().code).toBe(
      'webhook/bad-signature',
    )
    expect((await staging.get(webhook)).statusCode).toBe(401)
    await staging.stop()
  })
})

describe('a running server', () => {
  test('is live and ready', async () => {
    expect((await api.get('/health/live')).json()).toEqual({ data: { status: 'ok' } })
    expect((await api.get('/health/ready')).json()).toEqual({
      data: { status: 'ok', identityProvider: null },
    })
  })

  test('is not ready without the database, but passes Kubernetes’s probes and serves visitors', async () => {
    let isDown = false
    const down = () => Promise.reject(Object.assign(new Error('Down.'), { code: '57P01' }))
    const database: OpenDatabase = {
      ...api.database,
      db: new Proxy(api.database.db, {
        get: (db, name) => (isDown ? down : (Reflect.get(db, name) as unknown)),
      }),
      migrate: async () => {},
      ping: down,
    }
    const broken = await startApi({ parts: { database } })
    isDown = true
    const answer = await broken.get('/health/ready')
    expect([answer.statusCode, answer.json().code]).toEqual([503, 'health/not-ready'])
    const manifest = await readFile(
      new URL('../../deploy/kubernetes/api.yaml', import.meta.url),
      'utf8',
    )
    const probes = [...manifest.matchAll(/ {10}(\w+Probe):\n {12}httpGet: \{ path: (\S+),/g)]
    expect(probes.map(([, name]) => name)).toEqual([
      'startupProbe',
      'livenessProbe',
      'readinessProbe',
    ])
    for (const [, , path = ''] of probes) expect((await broken.get(path)).statusCode).toBe(200)
    const questions = '/api/v1/coaching/diagnosis/public/questions?kind=survey'
    expect((await broken.get(questions)).statusCode).toBe(200)
    const survey = JSON.stringify({ kind: 'survey', version: '1', answers: surveyAnswers })
    expect((await broken.post(calculate, survey, { headers: json })).statusCode).toBe(200)
    await broken.stop()
  })
})
