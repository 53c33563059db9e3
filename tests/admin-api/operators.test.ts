import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openDatabase } from '#admin-api/data/open-database.ts'
import type { OpenDatabase } from '#admin-api/data/database.ts'
import { createApp } from '#admin-api/app.ts'
import type { App } from '#admin-api/routes/context.ts'
import { createTokenVerifier } from '#admin-api/auth/verify-token.ts'
import { createStripe } from '#admin-api/payments/stripe-client.ts'
import { freshDatabase, testSettings } from './support/harness.ts'

const token = 'operators-only-0123456789-0123456789'
const routes = [
  '/metrics',
  '/openapi.json',
  '/docs',
  '/docs/',
  '/docs/json',
  '/docs/yaml',
  '/docs/static/index.html',
  '/d%6fcs/json',
  '/metric%73',
]

let database: OpenDatabase
beforeAll(async () => {
  database = await openDatabase(await freshDatabase(), (error) => {
    throw error
  })
  await database.migrate()
})
afterAll(() => database.close())

const withApp = async (
  settings: { operatorToken: string | null; production: boolean },
  use: (app: App) => Promise<void>,
) => {
  const all = { ...testSettings(), ...settings }
  const app = await createApp({
    settings: all,
    database,
    stripe: createStripe(all.stripe),
    verifyToken: createTokenVerifier(all.identity),
    identityUsers: { delete: async () => 'deleted', standing: async () => 'good' },
    clock: () => new Date(),
  })
  try {
    await use(app)
  } finally {
    await app.close()
  }
}

const statusOf = async (app: App, url: string, authorization?: string) =>
  (await app.inject({ url, headers: authorization === undefined ? {} : { authorization } }))
    .statusCode

describe('the routes for operators', () => {
  test('are public while no token is set, except in production, where they return 401', async () => {
    await withApp({ operatorToken: null, production: false }, async (app) => {
      for (const url of ['/metrics', '/openapi.json', '/docs/json'])
        expect(await statusOf(app, url)).toBe(200)
    })
    await withApp({ operatorToken: null, production: true }, async (app) => {
      for (const url of routes)
        expect([url, await statusOf(app, url, 'Bearer null')]).toEqual([url, 401])
    })
  })

  test.each([false, true])('need the token once it is set (production: %s)', (production) =>
    withApp({ operatorToken: token, production }, async (app) => {
      const basic = (text: string) => `Basic ${Buffer.from(text).toString('base64')}`
      const wrong = [
        undefined,
        '',
        token,
        'Bearer',
        `Bearer ${token}x`,
        'Bearer undefined',
        basic(token.slice(1)),
        basic('any:'),
        `Digest ${token}`,
      ]
      for (const url of routes) {
        for (const each of wrong)
          expect([url, each, await statusOf(app, url, each)]).toEqual([url, each, 401])
      }
      for (const right of [`Bearer ${token}`, `bearer ${token}`, basic(`any:${token}`)]) {
        for (const url of ['/metrics', '/openapi.json', '/docs/json'])
          expect(await statusOf(app, url, right)).toBe(200)
      }
      expect(await statusOf(app, '/health/live')).toBe(200)
      const refused = await app.inject('/metrics')
      expect([refused.json().code, refused.headers['www-authenticate']]).toEqual([
        'auth/operator',
        'Basic realm="operators", charset="UTF-8"',
      ])
    }),
  )
})
