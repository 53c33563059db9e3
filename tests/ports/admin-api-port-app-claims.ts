import { beforeEach, describe, expect, it } from 'vitest'
import type { AdminApiPort, AppClaim } from '#core/ports/admin-api.ts'
import { givenIn } from './admin-api-harness.ts'
import type { AdminApiHarness } from './admin-api-harness.ts'

/** The links that open the app with the user's plan. */
export const describeAppClaims = (scene: () => AdminApiHarness) => {
  let adminApi: AdminApiPort

  beforeEach(() => {
    adminApi = scene().adminApi
  })

  const given = givenIn(scene)

  const create = async (): Promise<AppClaim> => {
    const outcome = await adminApi.createAppClaim()
    if (outcome.kind !== 'created') throw new Error(`Not created: ${outcome.kind}`)
    return outcome.claim
  }

  describe('the link to the app', () => {
    it('carries a claim and says when it expires', async () => {
      await given('a user with a live subscription', { productId: 'annual', code: 'WELCOME20' })
      const { url, expiresAt } = await create()
      expect(new URL(url).searchParams.get('claim')).not.toBeFalsy()
      expect(Date.parse(expiresAt)).not.toBeNaN()
    })

    it('is different each time, and names nobody', async () => {
      await given('a user with a live subscription', { productId: 'annual', code: 'WELCOME20' })
      const { id, email } = await adminApi.profile()
      const links = [await create(), await create()].map(({ url }) => url)
      expect(new Set(links).size).toBe(2)
      for (const link of links) {
        expect(link).not.toContain(id)
        expect(decodeURIComponent(link)).not.toContain(email)
      }
    })

    it('cannot be created too often', async () => {
      await given('a user who has made too many app claims', {})
      expect(await adminApi.createAppClaim()).toEqual({
        kind: 'rate-limited',
        retryAfterSeconds: expect.any(Number),
      })
    })
  })
}
