import { beforeEach, describe, expect, it } from 'vitest'
import type { AdminApiPort } from '#core/ports/admin-api.ts'
import { aSetupIntent, givenIn, setupIntentRequest } from './admin-api-harness.ts'
import type { AdminApiHarness } from './admin-api-harness.ts'

/** What the payment step requests before an order. */
export const describeCheckout = (scene: () => AdminApiHarness) => {
  let adminApi: AdminApiPort

  beforeEach(() => {
    adminApi = scene().adminApi
  })

  const given = givenIn(scene)
  const aUser = () => given('a verified user with no subscription', {})

  describe('setup intents', () => {
    it('are created for a visitor who passes the challenge, a new one each time', async () => {
      const pass = () => given('a visitor who passes the challenge', { action: 'save_card' })
      const [first, second] = [
        await aSetupIntent(adminApi, await pass()),
        await aSetupIntent(adminApi, await pass()),
      ]
      expect(first.id).not.toBe(second.id)
      expect(first.clientSecret).toContain(first.id)
    })

    it('are not created for a visitor who has not passed the challenge for saving a card', async () => {
      const ofAnother = await given('a visitor who passes the challenge', { action: 'send_mail' })
      for (const proof of [{}, ofAnother, await given('a visitor who fails the challenge', {})]) {
        expect(await adminApi.createSetupIntent({ ...setupIntentRequest, ...proof })).toEqual({
          kind: 'challenge-failed',
        })
      }
    })

    it('need a challenge token that has not been used before', async () => {
      const proof = await given('a visitor who passes the challenge', { action: 'save_card' })
      await aSetupIntent(adminApi, proof)
      expect(await adminApi.createSetupIntent({ ...setupIntentRequest, ...proof })).toEqual({
        kind: 'challenge-failed',
      })
    })

    it('need no challenge from a signed-in user', async () => {
      await aUser()
      expect((await adminApi.createSetupIntent(setupIntentRequest)).kind).toBe('created')
    })

    it('share one customer per user', async () => {
      await aUser()
      const intents = await Promise.all([aSetupIntent(adminApi), aSetupIntent(adminApi)])
      expect(new Set(intents.map(({ customerId }) => customerId)).size).toBe(1)
    })

    it('need a valid email address', async () => {
      for (const billingEmail of ['nobody', 'ro\0bin@example.com']) {
        const outcome = await adminApi.createSetupIntent({ billingEmail, journey: 'sign-up' })
        expect(outcome).toMatchObject({ kind: 'invalid', errors: [{ path: 'billingEmail' }] })
      }
    })
  })

  describe('promotion codes', () => {
    it('apply regardless of the case they are typed in', async () => {
      const { promotionCodeId } = await given('a promotion code', {
        code: 'WELCOME20',
        off: 'percent',
        duration: 'once',
      })
      const outcome = await adminApi.checkPromotionCode({ code: 'welcome20', productId: 'annual' })
      expect(outcome).toEqual({
        kind: 'applies',
        promotion: { id: promotionCodeId, code: 'WELCOME20', percentOff: 20, duration: 'once' },
      })
    })

    it('can discount by an amount', async () => {
      await given('a promotion code', { code: 'FRIEND10', off: 'amount', duration: 'once' })
      const outcome = await adminApi.checkPromotionCode({ code: 'FRIEND10', productId: 'monthly' })
      expect(outcome).toMatchObject({
        promotion: { amountOff: { amount: 1000, currency: 'usd' }, duration: 'once' },
      })
    })

    it('can discount one plan only, for several months', async () => {
      await given('a promotion code for one plan only', { code: 'HALFYEAR', productId: 'monthly' })
      expect(
        await adminApi.checkPromotionCode({ code: 'HALFYEAR', productId: 'monthly' }),
      ).toMatchObject({
        promotion: { percentOff: 50, duration: 'repeating', months: 6 },
      })
      expect(await adminApi.checkPromotionCode({ code: 'HALFYEAR', productId: 'annual' })).toEqual({
        kind: 'not-for-this-plan',
      })
    })

    it('are refused when they are unknown', async () => {
      expect(
        await adminApi.checkPromotionCode({ code: 'NOSUCHCODE', productId: 'annual' }),
      ).toEqual({ kind: 'unknown' })
      expect(
        await adminApi.checkPromotionCode({ code: 'X'.repeat(500), productId: 'annual' }),
      ).toEqual({ kind: 'unknown' })
    })

    it('are refused once they have expired', async () => {
      await given('a promotion code that has expired', { code: 'EXPIRED' })
      expect(await adminApi.checkPromotionCode({ code: 'EXPIRED', productId: 'annual' })).toEqual({
        kind: 'expired',
      })
    })

    it('are refused once they are used up', async () => {
      await given('a promotion code that is used up', { code: 'SOLDOUT' })
      expect(await adminApi.checkPromotionCode({ code: 'SOLDOUT', productId: 'annual' })).toEqual({
        kind: 'used-up',
      })
    })
  })
}
