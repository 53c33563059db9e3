import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTokenVerifier } from '#admin-api/auth/verify-token.ts'
import { createTokenSigner, unsignedToken } from '#tests/support/id-tokens.ts'
import type { TokenClaims } from '#tests/support/id-tokens.ts'
import { startApi } from './support/harness.ts'
import type { Api } from './support/harness.ts'

type Signer = Awaited<ReturnType<typeof createTokenSigner>>
const projectId = 'demo-evenkeel'

const refused: readonly (readonly [string, TokenClaims])[] = [
  ['that has expired', { expiresIn: -60 }],
  ['for another project', { projectId: 'other' }],
  ['from another issuer', { issuer: 'https://accounts.example.com' }],
  ['of an anonymous user', { provider: 'anonymous' }],
  ['without an email', { email: null }],
  ['without a subject', { uid: '' }],
]

const userRoutes = [
  ['GET', '/api/v1/me'],
  ['PATCH', '/api/v1/me'],
  ['GET', '/api/v1/coaching/diagnosis'],
] as const

describe('the API with the Auth emulator', () => {
  let api: Api
  beforeAll(async () => {
    api = await startApi()
  })
  afterAll(() => api.stop())

  const statusFor = async (authorization?: string) =>
    (await api.get('/api/v1/me', authorization === undefined ? {} : { headers: { authorization } }))
      .statusCode

  test('accepts an unsigned token', async () => {
    expect(await statusFor(`Bearer ${unsignedToken()}`)).toBe(200)
  })

  test.each(refused)('refuses a token %s', async (_name, claims) => {
    expect(await statusFor(`Bearer ${unsignedToken(claims)}`)).toBe(401)
  })

  test('refuses a signed token', async () => {
    expect(await statusFor(`Bearer ${await (await createTokenSigner()).sign()}`)).toBe(401)
  })

  test.each(['', 'Bearer', 'Bearer x', 'Bearer a.b.c', 'Basic YTpi', `Token ${'x'.repeat(20)}`])(
    'refuses the Authorization header %j',
    async (header) => {
      expect(await statusFor(header)).toBe(401)
    },
  )

  test.each(userRoutes)('refuses %s %s without a token', async (method, url) => {
    const answer = await api.app.inject({
      method,
      url,
      ...(method === 'PATCH' ? { payload: {} } : {}),
    })
    expect(answer.statusCode).toBe(401)
    expect(answer.json()).toMatchObject({ status: 401, code: 'auth/unauthenticated' })
  })

  test('refuses an invalid token even where none is needed', async () => {
    const answer = await api.get('/api/v1/iap_subscriptions', {
      headers: { authorization: 'Bearer nonsense' },
    })
    expect(answer.statusCode).toBe(401)
  })
})

describe('the API with Google’s keys', () => {
  let api: Api
  let signer: Signer
  beforeAll(async () => {
    signer = await createTokenSigner()
    api = await startApi({
      parts: {
        verifyToken: createTokenVerifier({ projectId, emulatorHost: null, keys: signer.keys }),
      },
    })
  })
  afterAll(() => api.stop())

  const statusFor = async (token: string) =>
    (await api.get('/api/v1/me', { headers: { authorization: `Bearer ${token}` } })).statusCode

  test('accepts a token that Google signed', async () => {
    expect(await statusFor(await signer.sign())).toBe(200)
  })

  test.each(refused)('refuses a token %s', async (_name, claims) => {
    expect(await statusFor(await signer.sign(claims))).toBe(401)
  })

  test('refuses an unsigned token', async () => {
    expect(await statusFor(unsignedToken())).toBe(401)
  })

  test('refuses a token signed with another key of the same name', async () => {
    expect(await statusFor(await (await createTokenSigner()).sign())).toBe(401)
  })

  test('refuses a token signed with an unknown key', async () => {
    expect(await statusFor(await (await createTokenSigner('unknown')).sign())).toBe(401)
  })

  test('refuses a token whose claims were changed', async () => {
    const [header, , signature] = (await signer.sign()).split('.')
    const [, claims] = unsignedToken({ uid: 'somebody-else' }).split('.')
    expect(await statusFor(`${header}.${claims}.${signature}`)).toBe(401)
  })

  test('returns 503, not 401, when the keys cannot be fetched', async () => {
    const verify = createTokenVerifier({
      projectId,
      emulatorHost: null,
      keys: () => Promise.reject(new TypeError('fetch failed')),
    })
    await expect(verify(await signer.sign())).rejects.toMatchObject({
      statusCode: 503,
      code: 'auth/unavailable',
      cause: { message: 'fetch failed' },
    })
  })
})
