import { beforeEach, describe, expect, it } from 'vitest'
import { SessionExpired } from '#core/model/failures.ts'
import type { AdminApiPort } from '#core/ports/admin-api.ts'
import { aSubmission, givenIn } from './admin-api-harness.ts'
import type { AdminApiHarness } from './admin-api-harness.ts'

/** Export, attribution and deletion. */
export const describeAccount = (scene: () => AdminApiHarness) => {
  let adminApi: AdminApiPort

  beforeEach(() => {
    adminApi = scene().adminApi
  })

  const given = givenIn(scene)
  const aUser = () => given('a verified user with no subscription', {})

  describe('the account', () => {
    const everything = async () => {
      const outcome = await adminApi.exportAccount()
      if (outcome.kind !== 'exported') throw new Error(`Not handed over: ${outcome.kind}`)
      return outcome.everything
    }

    it('cannot be exported too often', async () => {
      await given('a user who has exported the account too often', {})
      expect(await adminApi.exportAccount()).toEqual({
        kind: 'rate-limited',
        retryAfterSeconds: expect.any(Number),
      })
      expect(await adminApi.profile()).toMatchObject({ emailVerified: true })
    })

    it('is exported completely: profile, every diagnosis, every subscription', async () => {
      await given('a user who has saved diagnoses', {
        diagnoses: [
          await aSubmission(adminApi, 'survey'),
          await aSubmission(adminApi, 'money_belief'),
        ],
      })
      await given('a user with a live subscription', { productId: 'annual', code: 'WELCOME20' })
      expect(await everything()).toMatchObject({
        profile: await adminApi.profile(),
        diagnoses: (await adminApi.diagnoses()).items,
        subscriptions: [expect.anything()],
      })
    })

    it('keeps the first touch of a user who allows analytics, and updates the last one', async () => {
      await aUser()
      const attribution = async () => (await everything())['attribution']
      expect(await attribution()).toEqual({ firstTouch: null, lastTouch: null })
      const paper = { source: 'paper', campaign: 'autumn' }
      const search = { source: 'search', medium: 'organic', term: 'calm money' }
      await adminApi.updateProfile({ attribution: { firstTouch: paper, lastTouch: paper } })
      expect(await attribution()).toEqual({ firstTouch: null, lastTouch: null })
      const visitorId = '5f0c1d1e-7a55-4a0e-9b1c-0d7a3a2b9c11'
      await adminApi.updateProfile({ visitorId })
      await adminApi.updateProfile({ attribution: { firstTouch: paper, lastTouch: paper } })
      const before = await adminApi.profile()
      await adminApi.updateProfile({ attribution: { firstTouch: search, lastTouch: search } })
      expect(await attribution()).toEqual({ firstTouch: paper, lastTouch: search })
      await adminApi.updateProfile({ attribution: { firstTouch: null, lastTouch: null } })
      expect(await attribution()).toEqual({ firstTouch: paper, lastTouch: search })
      expect(await adminApi.profile()).toEqual(before)
    })

    it('stores whether the user allows analytics, and drops their attribution when they refuse', async () => {
      await aUser()
      const consent = async () => (await adminApi.profile()).trackingConsent
      expect(await consent()).toBe(false)
      const paper = { firstTouch: { source: 'paper' }, lastTouch: { source: 'paper' } }
      const visitorId = '5f0c1d1e-7a55-4a0e-9b1c-0d7a3a2b9c11'
      expect(await adminApi.updateProfile({ visitorId, attribution: paper })).toMatchObject({
        kind: 'updated',
        profile: { trackingConsent: true },
      })
      expect(await consent()).toBe(true)
      expect(await everything()).toMatchObject({ attribution: paper })
      await adminApi.updateProfile({ firstName: 'Ada' })
      expect(await consent()).toBe(true)
      await adminApi.updateProfile({ visitorId: null })
      expect(await consent()).toBe(false)
      expect(await everything()).toMatchObject({
        attribution: { firstTouch: null, lastTouch: null },
      })
    })

    it('is gone once it is deleted, and no later call brings it back', async () => {
      await given('a user with a live subscription', { productId: 'annual', code: 'WELCOME20' })
      expect(await adminApi.deleteAccount()).toEqual({ kind: 'deleted' })
      await expect(adminApi.profile()).rejects.toBeInstanceOf(SessionExpired)
    })

    it('stays deleted when it is deleted again', async () => {
      await given('a user with a live subscription', { productId: 'annual', code: 'WELCOME20' })
      await adminApi.deleteAccount()
      expect(await adminApi.deleteAccount()).toEqual({ kind: 'deleted' })
      await expect(adminApi.profile()).rejects.toBeInstanceOf(SessionExpired)
    })

    it('is deleted only after a recent sign-in', async () => {
      await given('a user who signed in a while ago', {})
      const before = await adminApi.profile()
      expect(await adminApi.deleteAccount()).toEqual({ kind: 'recent-login-required' })
      expect(await adminApi.profile()).toEqual(before)
    })
  })
}
