import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createTokenVerifier } from '#admin-api/auth/verify-token.ts'
import { createLogger } from '#admin-api/logger.ts'
import { createTokenSigner } from '#tests/support/id-tokens.ts'
import { somebody, startApi } from './support/harness.ts'
import type { Api } from './support/harness.ts'

let written = ''
const logger = createLogger('info', {
  write: (line: string) => {
    written += line
  },
})
const events = () =>
  written
    .split('\n')
    .filter((line) => line.includes('"security"'))
    .map((line) => {
      const { security, actor, reason } = JSON.parse(line) as Record<string, unknown>
      return [security, actor, reason]
    })

let standing: 'good' | 'revoked' | 'missing' = 'good'
let api: Api
beforeAll(async () => {
  api = await startApi({
    parts: {
      logger,
      identityUsers: { delete: async () => 'deleted', standing: async () => standing },
    },
  })
})
beforeEach(() => {
  written = ''
  standing = 'good'
})
afterAll(() => api.stop())

const me = '/api/v1/me'

test('an invalid or revoked token, or one of a deleted user, is logged', async () => {
  await api.get(me, { headers: { authorization: 'Bearer a.b.c' } })
  standing = 'revoked'
  await api.get(me, { as: somebody({ uid: 'revoked-uid' }) })
  standing = 'missing'
  await api.get(me, { as: somebody({ uid: 'missing-uid' }) })
  expect(events()).toEqual([
    ['token-refused', null, 'invalid'],
    ['token-refused', 'revoked-uid', 'revoked'],
    ['token-refused', 'missing-uid', 'deleted'],
  ])
})

test('the reason why tokens cannot be checked is logged, without the token', async () => {
  const verifyToken = createTokenVerifier({
    projectId: 'evenkeel',
    emulatorHost: null,
    keys: () => Promise.reject(new TypeError('the keys cannot be fetched')),
  })
  const cutOff = await startApi({ parts: { logger, verifyToken } })
  const token = await (await createTokenSigner('key')).sign()
  const { statusCode } = await cutOff.get(me, { headers: { authorization: `Bearer ${token}` } })
  await cutOff.stop()
  expect(statusCode).toBe(503)
  expect(written).toContain('the keys cannot be fetched')
  expect(written).not.toContain(token)
})

test('a missing token is not logged: every visitor starts without one', async () => {
  await api.get(me)
  expect(events()).toEqual([])
})

test.each([
  ['the profile', me],
  ['the export', `${me}/export`],
])(
  'a changed and a confirmed email are logged when first seen on a request for %s',
  async (name, path) => {
    const as = { uid: `changer ${name}`, email: 'old@example.com', emailVerified: false }
    await api.get(path, { as })
    await api.get(path, { as: { ...as, email: 'new@example.com' } })
    await api.get(path, { as: { ...as, email: 'new@example.com', emailVerified: true } })
    await api.get(path, { as: { ...as, email: 'new@example.com', emailVerified: true } })
    expect(events()).toEqual([
      ['email-changed', as.uid, undefined],
      ['email-confirmed', as.uid, undefined],
    ])
    expect(written).not.toContain('example.com')
  },
)

test('a changed email is logged once when several concurrent calls bring it', async () => {
  const as = somebody({ uid: 'racer' })
  await api.get(me, { as })
  const changed = { ...as, email: 'racer-new@example.com' }
  await Promise.all(Array.from({ length: 6 }, () => api.get(`${me}/export`, { as: changed })))
  expect(events()).toEqual([['email-changed', 'racer', undefined]])
})

test('a deletion is logged, and so is one refused for lack of a recent sign-in', async () => {
  const as = somebody({ uid: 'leaver' })
  await api.get(me, { as })
  await api.delete(me, { as: { ...as, signedInAgo: 3600 } })
  await api.delete(me, { as })
  await api.get(me, { as })
  expect(events()).toEqual([
    ['deletion-needs-sign-in', 'leaver', undefined],
    ['account-deleted', 'leaver', undefined],
    ['token-refused', 'leaver', 'deleted'],
  ])
})

test('a withdrawal refused for lack of a recent sign-in is logged', async () => {
  const as = somebody({ uid: 'withdrawer', signedInAgo: 3600 })
  const url = '/api/v1/iap_subscriptions/stripe/subscriptions/any/withdraw'
  expect((await api.post(url, {}, { as })).statusCode).toBe(403)
  expect(events()).toEqual([['withdrawal-needs-sign-in', 'withdrawer', undefined]])
})
