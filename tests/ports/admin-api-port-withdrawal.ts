import { beforeEach, describe, expect, it } from 'vitest'
import type { Subscription } from '#core/model/subscription.ts'
import type { AdminApiPort } from '#core/ports/admin-api.ts'
import { someTerms } from '#tests/support/a-visitor.ts'
import { aKey, givenIn } from './admin-api-harness.ts'
import type { AdminApiHarness } from './admin-api-harness.ts'

type MakeHarness = () => Promise<AdminApiHarness> | AdminApiHarness

const DAY = 24 * 60 * 60 * 1000
const usd = (amount: number) => ({ amount, currency: 'usd' })

/** Withdrawing within 14 days of the first charge: the plan ends, and the money is refunded. */
export const describeWithdrawals = (scene: () => AdminApiHarness, makeHarness: MakeHarness) => {
  let adminApi: AdminApiPort

  beforeEach(() => {
    adminApi = scene().adminApi
  })

  const given = givenIn(scene)

  const current = async (): Promise<Subscription> => {
    const { subscription } = await adminApi.profile()
    if (subscription === null) throw new Error('There is no subscription.')
    return subscription
  }

  /** Sets up a plan without a trial that has just been paid for. */
  const paying = async (productId: string): Promise<Subscription> => {
    await given('a user who has paid for a plan', { productId })
    return current()
  }

  const subscribe = async (productId: string, code: { readonly promotionCodeId?: string } = {}) => {
    const card = await given('a confirmed card', {})
    const order = { productId, ...card, ...code, journey: 'sign-up', consent: someTerms } as const
    const outcome = await adminApi.createSubscription(order, aKey())
    if (outcome.kind !== 'created') throw new Error(`Not subscribed: ${outcome.kind}`)
    return outcome.subscription
  }

  const changePlan = async (id: string, productId: string): Promise<void> => {
    const previewed = await adminApi.previewPlanChange(id, productId)
    if (previewed.kind !== 'previewed') throw new Error(`No preview: ${previewed.kind}`)
    const { kind } = await adminApi.changePlan(id, previewed.preview, aKey())
    if (kind !== 'changed') throw new Error(`Not changed: ${kind}`)
  }

  const withdraw = async (id: string) => {
    const outcome = await adminApi.withdraw(id, aKey())
    if (outcome.kind !== 'withdrawn') throw new Error(`Not withdrawn: ${outcome.kind}`)
    return outcome
  }

  const refunds = async (id: string) =>
    (await adminApi.invoices(id)).map(({ total, refunded }) => [total.amount, refunded?.amount])

  describe('the time to withdraw', () => {
    it('lasts 14 days from the first charge', async () => {
      const { id, withdrawableUntil } = await paying('annual')
      const [invoice] = await adminApi.invoices(id)
      expect(invoice?.refunded).toBeNull()
      const days =
        (Date.parse(withdrawableUntil ?? '') - Date.parse(invoice?.createdAt ?? '')) / DAY
      expect(days).toBeCloseTo(14, 2)
    })

    it('does not begin with the trial', async () => {
      await given('a user with a live subscription', { productId: 'annual', code: 'WELCOME20' })
      expect((await current()).withdrawableUntil).toBeNull()
    })

    it('does not begin again with the charge for another plan', async () => {
      const { id, withdrawableUntil } = await paying('monthly')
      await changePlan(id, 'annual')
      expect(await current()).toMatchObject({ productId: 'annual', withdrawableUntil })
    })

    it('does not end with a cancellation', async () => {
      const { id, withdrawableUntil } = await paying('annual')
      await adminApi.cancelSubscription(id)
      expect(await current()).toMatchObject({ cancelAtPeriodEnd: true, withdrawableUntil })
    })
  })

  describe('a withdrawal', () => {
    it('ends the subscription immediately and refunds the charge in full', async () => {
      const { id } = await paying('annual')
      const { subscription, refunded } = await withdraw(id)
      expect(refunded).toEqual(usd(8999))
      expect(subscription).toMatchObject({ id, status: 'canceled', withdrawableUntil: null })
      expect(await current()).toEqual(subscription)
      expect(await refunds(id)).toEqual([[8999, 8999]])
    })

    it('ends the entitlement with the subscription', async () => {
      const { id, currentPeriodEnd } = await paying('annual')
      const [invoice] = await adminApi.invoices(id)
      await withdraw(id)
      const { subscriber } = await adminApi.offers()
      for (const { expires_date } of [
        ...Object.values(subscriber?.entitlements ?? {}),
        ...Object.values(subscriber?.subscriptions ?? {}),
      ]) {
        const expiry = Date.parse(expires_date ?? '')
        expect(expiry - Date.parse(invoice?.createdAt ?? '')).toBeLessThan(DAY)
        expect(expiry).toBeLessThan(Date.parse(currentPeriodEnd))
      }
    })

    it('refunds once and returns the same, however often it is requested', async () => {
      const { id } = await paying('annual')
      const key = aKey()
      const outcome = await adminApi.withdraw(id, key)
      expect(outcome.kind).toBe('withdrawn')
      expect(await adminApi.withdraw(id, key)).toEqual(outcome)
      expect(await adminApi.withdraw(id, aKey())).toEqual(outcome)
      expect(await refunds(id)).toEqual([[8999, 8999]])
    })

    it('refunds every charge, including that for a change of plan', async () => {
      const { id } = await paying('monthly')
      await changePlan(id, 'annual')
      expect((await withdraw(id)).refunded).toEqual(usd(8999))
      expect(await refunds(id)).toEqual([
        [8999 - 1299, 8999 - 1299],
        [1299, 1299],
      ])
    })

    it('drops a pending change of plan', async () => {
      const { id } = await paying('annual')
      await changePlan(id, 'monthly')
      expect(await withdraw(id)).toMatchObject({
        refunded: usd(8999),
        subscription: { productId: 'annual', status: 'canceled', pendingChange: null },
      })
    })

    it('refunds what was charged, not what the plan costs without the promotion', async () => {
      await given('a user whose subscription has ended', {})
      const code = await given('a promotion code', {
        code: 'WELCOME20',
        off: 'percent',
        duration: 'once',
      })
      const { id } = await subscribe('annual', code)
      expect((await withdraw(id)).refunded).toEqual(usd(8999 - 1800))
    })

    it('ends a plan that has already been cancelled', async () => {
      const { id } = await paying('annual')
      await adminApi.cancelSubscription(id)
      expect(await withdraw(id)).toMatchObject({
        refunded: usd(8999),
        subscription: { status: 'canceled' },
      })
    })

    it('lets the user subscribe again, without a second trial', async () => {
      const { id } = await paying('annual')
      await withdraw(id)
      const next = await subscribe('monthly')
      expect(next).toMatchObject({ productId: 'monthly', status: 'active', trialEnd: null })
      expect(await current()).toEqual(next)
      expect(await refunds(next.id)).toEqual([[1299, undefined]])
    })
  })

  describe('no withdrawal', () => {
    const over = { kind: 'withdrawal-over' }

    it('is made without a recent sign-in', async () => {
      const before = await paying('annual')
      await given('a user who signed in a while ago', {})
      expect(await adminApi.withdraw(before.id, aKey())).toEqual({ kind: 'recent-login-required' })
      expect(await current()).toEqual(before)
      expect(await refunds(before.id)).toEqual([[8999, undefined]])
    })

    it('is made more than 14 days after the first charge', async () => {
      const { subscriptionId } = await given('a user who paid for a plan more than 14 days ago', {})
      const before = await current()
      expect(before).toMatchObject({ status: 'active', withdrawableUntil: null })
      expect(await adminApi.withdraw(subscriptionId, aKey())).toEqual(over)
      expect(await current()).toEqual(before)
      expect(await refunds(subscriptionId)).toEqual([[8999, undefined]])
    })

    it('is made in the trial, when nothing has been charged', async () => {
      await given('a user with a live subscription', { productId: 'annual', code: 'WELCOME20' })
      const before = await current()
      expect(await adminApi.withdraw(before.id, aKey())).toEqual(over)
      expect(await current()).toEqual(before)
    })

    it('is made while the first charge is failing', async () => {
      const { subscriptionId } = await given('a user whose payment is failing', {})
      expect(await adminApi.withdraw(subscriptionId, aKey())).toEqual(over)
      expect((await current()).status).toBe('past_due')
    })

    it('is made from a subscription that ended before its first charge', async () => {
      const { subscriptionId } = await given('a user whose subscription has ended', {})
      expect(await adminApi.withdraw(subscriptionId, aKey())).toEqual(over)
    })

    it('is made from an unknown subscription, or from another user’s', async () => {
      const { id } = await paying('annual')
      expect(await adminApi.withdraw('no-such-subscription', aKey())).toEqual({ kind: 'ended' })
      const stranger = await makeHarness()
      await stranger.states['a verified user with no subscription']({})
      expect(await stranger.adminApi.withdraw(id, aKey())).toEqual({ kind: 'ended' })
    })
  })
}
