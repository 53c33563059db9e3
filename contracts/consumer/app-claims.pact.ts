import { describe, expect, it } from 'vitest'
import { SessionExpired } from '#core/model/failures.ts'
import type { AdminApiPort } from '#core/ports/admin-api.ts'
import { agree, rateLimited, reify, sessionEnded, state } from './pact.ts'
import type { Expectation } from './pact.ts'
import { appClaim } from './shapes/subscription.ts'

const subscriber = state('a user with a live subscription', {
  productId: 'annual',
  code: 'WELCOME20',
})

const ask = (circumstance: string, expectation: Omit<Expectation, 'request'>) =>
  agree<unknown>(
    `a request for an app claim${circumstance}`,
    {
      ...expectation,
      request: { method: 'POST', path: '/api/v1/me/app_claims', body: {}, asUser: true },
    },
    (api: AdminApiPort) => api.createAppClaim().catch((error: unknown) => error),
  )

export const describeAppClaimsContract = () =>
  describe('an app claim', () => {
    it('is a link that opens the app', async () => {
      const response = { status: 201, body: { data: appClaim } }
      expect(await ask('', { states: [subscriber], response })).toEqual({
        kind: 'created',
        claim: reify(appClaim),
      })
    })

    it('is refused after too many claims', async () => {
      const often = state('a user who has made too many app claims', {})
      expect(await ask(' after too many', { states: [often], response: rateLimited })).toEqual({
        kind: 'rate-limited',
        retryAfterSeconds: 42,
      })
    })

    it('is refused after the session has ended', async () => {
      expect(await ask(' after the session has ended', sessionEnded)).toBeInstanceOf(SessionExpired)
    })
  })
