import fetch from 'cross-fetch'
import { afterEach, describe, expect, it } from 'vitest'
import { createHttpAdminApi } from '#adapters/http/http-admin-api.ts'
import type { HttpAdminApiOptions } from '#adapters/http/http-admin-api.ts'
import { createRetryingFetch } from '#adapters/http/retrying-fetch.ts'
import { PortUnavailable, SessionExpired } from '#core/model/failures.ts'
import type { AdminApiPort } from '#core/ports/admin-api.ts'
import { someTerms } from '#tests/support/a-visitor.ts'
import { aQuestion } from '#tests/support/questions.ts'
import { answer, hangUp, problem, startLoopbackServer, staySilent } from './loopback-server.ts'
import type { LoopbackServer, Reaction } from './loopback-server.ts'

const servers: LoopbackServer[] = []

afterEach(() => Promise.all(servers.splice(0).map((server) => server.close())))

const fetchWithin = (timeout: number) =>
  createRetryingFetch({ fetch, sleep: async () => {}, random: () => 0, timeout })

const setUp = async (
  reactions: readonly Reaction[],
  options: Partial<HttpAdminApiOptions> = {},
) => {
  const server = await startLoopbackServer(...reactions)
  servers.push(server)
  const tokensAskedFor: ('cached' | 'fresh')[] = []
  const adminApi = createHttpAdminApi({
    baseUrl: () => server.url,
    fetch: fetchWithin(5000),
    idToken: async ({ fresh = false } = {}) => {
      tokensAskedFor.push(fresh ? 'fresh' : 'cached')
      return fresh ? 'fresh-token' : 'cached-token'
    },
    ...options,
  })
  return { server, adminApi, tokensAskedFor }
}

const submission = {
  kind: 'survey',
  version: '1',
  answers: { 'main-goal': 'feel-calmer' },
} as const
const order = {
  productId: 'annual',
  paymentMethodId: 'pm_1',
  setupIntentId: 'seti_1',
  setupIntentClientSecret: 'seti_1_secret_1',
  journey: 'sign-up',
  consent: someTerms,
} as const

const questionnaire = { version: '1', questions: [aQuestion('single')] }

type Use = (adminApi: AdminApiPort) => Promise<unknown>

const userCalls: readonly (readonly [string, Use])[] = [
  ['profile', (adminApi) => adminApi.profile()],
  ['updateProfile', (adminApi) => adminApi.updateProfile({ firstName: 'Robin' })],
  ['saveDiagnosis', (adminApi) => adminApi.saveDiagnosis(submission)],
  ['diagnoses', (adminApi) => adminApi.diagnoses()],
  ['createSubscription', (adminApi) => adminApi.createSubscription(order, 'key')],
  ['createAppClaim', (adminApi) => adminApi.createAppClaim()],
  ['withdraw', (adminApi) => adminApi.withdraw('sub_1', 'key')],
]
const callsThatTellWhoIsSignedIn: readonly (readonly [string, Use])[] = [
  ['offers', (adminApi) => adminApi.offers()],
  [
    'createSetupIntent',
    (adminApi) =>
      adminApi.createSetupIntent({ billingEmail: 'robin@example.com', journey: 'sign-up' }),
  ],
]
const publicCalls: readonly (readonly [string, Use])[] = [
  ['questionnaire', (adminApi) => adminApi.questionnaire('survey')],
  ['calculate', (adminApi) => adminApi.calculate(submission)],
  [
    'checkPromotionCode',
    (adminApi) => adminApi.checkPromotionCode({ code: 'WELCOME20', productId: 'annual' }),
  ],
]
const callsWithoutBody: readonly (readonly [string, Use])[] = [
  ['cancelSubscription', (adminApi) => adminApi.cancelSubscription('sub_1')],
  ['deleteAccount', (adminApi) => adminApi.deleteAccount()],
  ['invoices', (adminApi) => adminApi.invoices('sub_1')],
  ['exportAccount', (adminApi) => adminApi.exportAccount()],
]
const allCalls = [...userCalls, ...callsThatTellWhoIsSignedIn, ...publicCalls]

describe('the HTTP admin API', () => {
  describe.each(allCalls)('%s', (_name, use) => {
    it.each([
      ['answers 503', problem(503, 'internal')],
      ['answers 500 with a page', answer(500, '<h1>Oops</h1>')],
      ['breaks the connection', hangUp],
      [
        'answers 200 with a page',
        answer(200, '<h1>Free Wi-Fi</h1>', { 'content-type': 'text/html' }),
      ],
      ['answers 200 without data', answer(200, { ok: true })],
      [
        'answers 404 with a page',
        answer(404, '<h1>Not here</h1>', { 'content-type': 'text/html' }),
      ],
    ])('is unavailable when the server %s', async (_reason, reaction) => {
      const { adminApi } = await setUp([reaction])
      await expect(use(adminApi)).rejects.toMatchObject({
        name: 'PortUnavailable',
        port: 'admin-api',
      })
    })

    it('is unavailable when the server does not answer in time', async () => {
      const { server, adminApi } = await setUp([staySilent], { fetch: fetchWithin(50) })
      await expect(use(adminApi)).rejects.toMatchObject({
        name: 'PortUnavailable',
        port: 'admin-api',
      })
      expect(server.requests.length).toBeLessThanOrEqual(1)
    })

    it('treats an unexpected refusal as a bug', async () => {
      const { adminApi } = await setUp([problem(400, 'request/malformed')])
      const failure = await use(adminApi).catch((error: unknown) => error)
      expect(failure).toBeInstanceOf(Error)
      expect(failure).not.toBeInstanceOf(PortUnavailable)
      expect(String(failure)).toMatch(
        /^Error: (GET|POST|PATCH) \/api\/v1\/[\w/]+ answered 400 request\/malformed$/,
      )
    })
  })

  it.each([...userCalls, ...callsThatTellWhoIsSignedIn])(
    '%s sends the ID token',
    async (_name, use) => {
      const { server, adminApi } = await setUp([answer(200, { data: {} })])
      await use(adminApi)
      expect(server.requests.map(({ headers }) => headers.authorization)).toEqual([
        'Bearer cached-token',
      ])
    },
  )

  it.each(publicCalls)(
    '%s sends no ID token although somebody is signed in',
    async (_name, use) => {
      const { server, adminApi, tokensAskedFor } = await setUp([
        answer(200, { data: questionnaire }),
      ])
      await use(adminApi)
      expect(server.requests[0]?.headers).not.toHaveProperty('authorization')
      expect(tokensAskedFor).toEqual([])
    },
  )

  it.each(callsThatTellWhoIsSignedIn)('%s works without a session', async (_name, use) => {
    const { server, adminApi } = await setUp([answer(200, { data: {} })], {
      idToken: async () => null,
    })
    await use(adminApi)
    expect(server.requests[0]?.headers).not.toHaveProperty('authorization')
  })

  it.each(userCalls)('%s sends no request when nobody is signed in', async (_name, use) => {
    const { server, adminApi } = await setUp([answer(200)], { idToken: async () => null })
    await expect(use(adminApi)).rejects.toBeInstanceOf(SessionExpired)
    expect(server.requests).toEqual([])
  })

  describe.each([...userCalls, ...callsThatTellWhoIsSignedIn])(
    '%s, when the ID token is refused',
    (_name, use) => {
      it('tries again once with a fresh one', async () => {
        const { server, adminApi, tokensAskedFor } = await setUp([
          problem(401, 'auth/unauthenticated'),
          answer(200),
        ])
        await use(adminApi)
        expect(tokensAskedFor).toEqual(['cached', 'fresh'])
        const sent = server.requests.map(({ headers, body }) => ({
          authorization: headers.authorization,
          body,
        }))
        expect(sent.map(({ authorization }) => authorization)).toEqual([
          'Bearer cached-token',
          'Bearer fresh-token',
        ])
        expect(sent[1]?.body).toBe(sent[0]?.body)
      })

      it('does not try again as somebody else who has signed in since', async () => {
        const tokenOf = (sub: string) => `e30.${btoa(JSON.stringify({ sub, name: '~~~???' }))}.`
        const { server, adminApi } = await setUp([problem(401, 'auth/unauthenticated')], {
          idToken: async ({ fresh = false } = {}) => tokenOf(fresh ? 'grace' : 'robin'),
        })
        await expect(use(adminApi)).rejects.toBeInstanceOf(SessionExpired)
        expect(server.requests).toHaveLength(1)
      })

      it('says that the session has expired when the fresh one is refused too', async () => {
        const { server, adminApi } = await setUp([problem(401, 'auth/unauthenticated')])
        await expect(use(adminApi)).rejects.toBeInstanceOf(SessionExpired)
        expect(server.requests).toHaveLength(2)
      })
    },
  )

  it('does not mistake a closed staging environment for an expired session', async () => {
    const { adminApi } = await setUp([problem(401, 'auth/staging')])
    await expect(adminApi.profile()).rejects.toThrow('GET /api/v1/me answered 401 auth/staging')
  })

  it('opens a staging environment with its key', async () => {
    const { server, adminApi } = await setUp([answer(200, { data: questionnaire })], {
      stagingAuth: async () => 'staging-key',
    })
    await adminApi.questionnaire('survey')
    expect(server.requests[0]?.headers['x-staging-auth']).toBe('staging-key')
  })

  it.each([...allCalls, ...callsWithoutBody])(
    '%s accepts JSON and names it as its content type',
    async (_name, use) => {
      const { server, adminApi } = await setUp([answer(200, { data: questionnaire })])
      await use(adminApi)
      expect(server.requests[0]?.headers).toMatchObject({
        accept: 'application/json',
        'content-type': 'application/json',
      })
      expect(server.requests[0]?.headers).not.toHaveProperty('x-staging-auth')
    },
  )

  it('treats an unusable questionnaire as an outage', async () => {
    const { adminApi } = await setUp([
      answer(200, {
        data: { ...questionnaire, questions: [{ ...aQuestion('single'), options: [] }] },
      }),
    ])
    await expect(adminApi.questionnaire('survey')).rejects.toBeInstanceOf(PortUnavailable)
  })

  it('names the kind of questionnaire in the query', async () => {
    const { server, adminApi } = await setUp([answer(200, { data: questionnaire })])
    await adminApi.questionnaire('money_belief')
    expect(server.requests[0]?.url).toBe(
      '/api/v1/coaching/diagnosis/public/questions?kind=money_belief',
    )
  })

  it('encodes what a visitor typed', async () => {
    const { server, adminApi } = await setUp([answer(200)])
    await adminApi.checkPromotionCode({ code: 'A&B #1/é', productId: 'annual' })
    const { searchParams } = new URL(server.requests[0]?.url ?? '', server.url)
    expect(Object.fromEntries(searchParams)).toEqual({ code: 'A&B #1/é', product: 'annual' })
  })

  it('sends no field beyond the contract', async () => {
    const { server, adminApi } = await setUp([answer(201)])
    const noisy = { ...order, card: 'never' }
    await adminApi.createSubscription(noisy, 'key')
    expect(JSON.parse(server.requests[0]?.body ?? '')).toEqual(order)
    expect(server.requests[0]?.headers['idempotency-key']).toBe('key')
  })

  it('retries a read, and a purchase under its idempotency key', async () => {
    const reading = await setUp([answer(503), hangUp, answer(200, { data: { id: 'user' } })])
    expect(await reading.adminApi.profile()).toEqual({ id: 'user' })

    const buying = await setUp([hangUp, answer(201)])
    await expect(buying.adminApi.createSubscription(order, 'key')).resolves.toMatchObject({
      kind: 'created',
    })
    expect(buying.server.requests.map(({ headers }) => headers['idempotency-key'])).toEqual([
      'key',
      'key',
    ])
  })

  it('does not retry a POST without an idempotency key', async () => {
    const { server, adminApi } = await setUp([hangUp, answer(201)])
    await expect(
      adminApi.createSetupIntent({ journey: 'sign-up', billingEmail: 'robin@example.com' }),
    ).rejects.toBeInstanceOf(PortUnavailable)
    expect(server.requests).toHaveLength(1)
  })

  it('is unavailable when its address cannot be loaded', async () => {
    const { adminApi } = await setUp([answer(200)], {
      baseUrl: () => Promise.reject(new Error('No configuration')),
    })
    await expect(adminApi.offers()).rejects.toBeInstanceOf(PortUnavailable)
  })

  it.each(['expectedPrice', 'expectedDue'])(
    'is unavailable while it is older than this site, and does not know %s',
    async (path) => {
      const errors = [{ path, code: 'field/unknown', message: 'This field is not known.' }]
      const { adminApi } = await setUp([problem(422, 'request/invalid', { errors })])
      const sent =
        path === 'expectedDue'
          ? adminApi.replaceCard('sub_1', { ...order, expectedDue: null }, 'key')
          : adminApi.createSubscription(order, 'key')
      await expect(sent).rejects.toBeInstanceOf(PortUnavailable)
    },
  )

  it('is unavailable when a call without its own rate limit is answered 429', async () => {
    const { adminApi } = await setUp([problem(429, 'rate/limited', {}, { 'Retry-After': '9' })])
    await expect(adminApi.profile()).rejects.toBeInstanceOf(PortUnavailable)
  })

  it('waits half a minute when the server does not say how long', async () => {
    const { adminApi } = await setUp([problem(429, 'rate/limited')])
    expect(await adminApi.calculate(submission)).toEqual({
      kind: 'rate-limited',
      retryAfterSeconds: 30,
    })
  })

  it('rethrows that the identity provider is unavailable', async () => {
    const outage = new PortUnavailable('auth', new Error('down'))
    const { adminApi } = await setUp([answer(200)], { idToken: () => Promise.reject(outage) })
    await expect(adminApi.profile()).rejects.toBe(outage)
  })
})

it('reports the server’s time with each answer', async () => {
  const heard: Date[] = []
  const { adminApi } = await setUp([answer(200, { data: questionnaire })], {
    heardTime: (time) => heard.push(time),
  })
  await adminApi.questionnaire('survey').catch(() => {})
  expect(heard).toHaveLength(1)
  expect(Math.abs((heard[0]?.getTime() ?? 0) - Date.now())).toBeLessThan(60_000)
})
