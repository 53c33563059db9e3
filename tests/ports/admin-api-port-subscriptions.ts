import { beforeEach, describe, expect, it } from 'vitest'
import type { AdminApiPort } from '#core/ports/admin-api.ts'
import { aKey, anOrderIn, givenIn } from './admin-api-harness.ts'
import type { AdminApiHarness, MakeAdminApiHarness } from './admin-api-harness.ts'

/** A subscription after its order: its end, its card and its invoices. */
export const describeSubscriptions = (
  scene: () => AdminApiHarness,
  makeHarness: MakeAdminApiHarness,
) => {
  let adminApi: AdminApiPort

  beforeEach(() => {
    adminApi = scene().adminApi
  })

  const given = givenIn(scene)
  const anOrder = anOrderIn(scene)

  describe('a subscription', () => {
    it('is set to end with its period when cancelled, and to renew when resumed, however often', async () => {
      const { subscriptionId } = await given('a user with a live subscription', {
        productId: 'annual',
        code: 'WELCOME20',
      })
      const { subscription } = await adminApi.profile()
      const cancelled = {
        kind: 'changed',
        subscription: { ...subscription, cancelAtPeriodEnd: true },
      }
      expect(await adminApi.cancelSubscription(subscriptionId)).toEqual(cancelled)
      expect(await adminApi.cancelSubscription(subscriptionId)).toEqual(cancelled)
      expect((await adminApi.profile()).subscription).toEqual(cancelled.subscription)
      expect(await adminApi.resumeSubscription(subscriptionId)).toEqual({
        kind: 'changed',
        subscription,
      })
      expect(await adminApi.resumeSubscription(subscriptionId)).toEqual({
        kind: 'changed',
        subscription,
      })
      expect((await adminApi.profile()).subscription).toEqual(subscription)
    })

    it('cannot be cancelled or resumed once it has ended', async () => {
      const { subscriptionId } = await given('a user whose subscription has ended', {})
      expect(await adminApi.cancelSubscription(subscriptionId)).toEqual({ kind: 'ended' })
      expect(await adminApi.resumeSubscription(subscriptionId)).toEqual({ kind: 'ended' })
      expect((await adminApi.profile()).subscription).toMatchObject({ status: 'canceled' })
    })

    it('cannot be changed or read by another user', async () => {
      const { subscriptionId } = await given('a user with a live subscription', {
        productId: 'annual',
        code: 'WELCOME20',
      })
      const stranger = await makeHarness()
      await stranger.states['a verified user with no subscription']({})
      for (const id of [subscriptionId, 'no-such-subscription']) {
        expect(await stranger.adminApi.cancelSubscription(id)).toEqual({ kind: 'ended' })
        expect(await stranger.adminApi.resumeSubscription(id)).toEqual({ kind: 'ended' })
        expect(await stranger.adminApi.invoices(id)).toEqual([])
      }
    })

    it('shows the card being charged', async () => {
      await given('a user with a live subscription', { productId: 'annual', code: 'WELCOME20' })
      expect((await adminApi.profile()).subscription?.paymentMethod).toEqual({
        brand: 'Visa',
        last4: expect.stringMatching(/^\d{4}$/) as string,
        expMonth: expect.any(Number) as number,
        expYear: expect.any(Number) as number,
      })
    })

    it('has an invoice from its first day, for zero during the trial', async () => {
      const { subscriptionId } = await given('a user with a live subscription', {
        productId: 'annual',
        code: 'WELCOME20',
      })
      const [invoice, ...others] = await adminApi.invoices(subscriptionId)
      expect(others).toEqual([])
      expect(invoice).toMatchObject({
        id: expect.stringMatching(/./),
        number: expect.stringMatching(/./),
        status: 'paid',
        total: { amount: 0, currency: 'usd' },
        tax: null,
        card: null,
      })
      expect(Date.parse(invoice?.createdAt ?? '')).not.toBeNaN()
    })

    it('has an invoice for the amount charged, with the card that paid it', async () => {
      await given('a user whose subscription has ended', {})
      const outcome = await adminApi.createSubscription(await anOrder(), aKey())
      if (outcome.kind !== 'created') throw new Error(outcome.kind)
      const { id, paymentMethod } = outcome.subscription
      const { brand, last4 } = paymentMethod ?? {}
      const total = { amount: 8999, currency: 'usd' }
      expect(await adminApi.invoices(id)).toMatchObject([
        { status: 'paid', total, tax: null, card: { brand, last4 } },
      ])
    })
  })
}
