import { afterAll, beforeAll, expect, test } from 'vitest'
import { createIdentityUsers } from '#admin-api/auth/identity-users.ts'
import { createTokenVerifier } from '#admin-api/auth/verify-token.ts'
import { startIdentity } from '#tests/support/identity.ts'
import type { Identity } from '#tests/support/identity.ts'
import { startApi, startTimeout } from './support/harness.ts'
import type { Api } from './support/harness.ts'

const me = '/api/v1/me'
let identity: Identity
let api: Api

beforeAll(async () => {
  identity = await startIdentity()
  const { projectId, url } = identity
  const emulatorHost = new URL(url).host
  api = await startApi({
    parts: {
      verifyToken: createTokenVerifier({ projectId, emulatorHost }),
      // Caches for only a millisecond, so that the identity provider is asked each time.
      identityUsers: createIdentityUsers({ apiKey: 'k', emulatorHost, activeStatusTtlMs: 1 }),
    },
  })
})
afterAll(async () => {
  await api.stop()
  await identity.stop()
})

const accounts = async (
  action: string,
  body: object,
  headers: Record<string, string> = {},
): Promise<Record<string, string>> => {
  const answer = await fetch(
    `${identity.url}/identitytoolkit.googleapis.com/v1/accounts:${action}?key=k`,
    {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    },
  )
  if (!answer.ok)
    throw new Error(`accounts:${action} answered ${answer.status}: ${await answer.text()}`)
  return (await answer.json()) as Record<string, string>
}

const signUp = async (email: string) => {
  const { idToken = '', localId = '' } = await accounts('signUp', {
    email,
    password: 'secret-1',
    returnSecureToken: true,
  })
  const status = async () =>
    (await api.get(me, { headers: { authorization: `Bearer ${idToken}` } })).statusCode
  return { localId, status }
}

test(
  'a disabled user’s token is refused',
  async () => {
    const { status } = await signUp('disabled@example.com')
    expect(await status()).toBe(200)
    await identity.disableAccount('disabled@example.com')
    expect(await status()).toBe(401)
  },
  startTimeout,
)

test(
  'the token of a user who was signed out everywhere is refused',
  async () => {
    const { status, localId } = await signUp('revoked@example.com')
    expect(await status()).toBe(200)
    const validSince = String(Math.floor(Date.now() / 1000) + 1)
    await accounts('update', { localId, validSince }, { authorization: 'Bearer owner' })
    expect(await status()).toBe(401)
  },
  startTimeout,
)

test(
  'the token of a user whom the identity provider has deleted is refused',
  async () => {
    const { status } = await signUp('gone@example.com')
    expect(await status()).toBe(200)
    await identity.removeAccount('gone@example.com')
    expect(await status()).toBe(401)
  },
  startTimeout,
)
