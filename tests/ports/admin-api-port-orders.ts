import { beforeEach, describe, expect, it } from 'vitest'
import { PortUnavailable } from '#core/model/failures.ts'
import type { AdminApiPort } from '#core/ports/admin-api.ts'
import { someTerms } from '#tests/support/a-visitor.ts'
import { aKey, anOrderIn, aSetupIntent, givenIn } from './admin-api-harness.ts'
import type { AdminApiHarness } from './admin-api-harness.ts'

/** From a confirmed card to a subscription, or to the reason why there is none. */
export const describeOrders = (scene: () => AdminApiHarness) => {
  let adminApi: AdminApiPort

  beforeEach(() => {
    adminApi = scene().adminApi
  })

  const given = givenIn(scene)
  const anOrder = anOrderIn(scene)
  const aUser = () => given('a verified user with no subscription', {})

  describe('a new subscription', () => {
    it('starts with a trial, and is in the profile', async () => {
      await aUser()
      const outcome = await adminApi.createSubscription(await anOrder(), aKey())
      if (outcome.kind !== 'created') throw new Error(`Not created: ${outcome.kind}`)
      const { subscription } = outcome
      expect(subscription).toMatchObject({
        productId: 'annual',
        status: 'trialing',
        price: { amount: 8999, currency: 'usd' },
        cancelAtPeriodEnd: false,
        discount: null,
      })
      expect(subscription.currentPeriodEnd).toBe(subscription.trialEnd)
      expect((await adminApi.profile()).subscription).toEqual(subscription)
    })

    it('carries its promotion', async () => {
      await aUser()
      const promotion = await given('a promotion code', {
        code: 'WELCOME20',
        off: 'percent',
        duration: 'once',
      })
      const outcome = await adminApi.createSubscription(await anOrder(promotion), aKey())
      expect(outcome).toMatchObject({
        kind: 'created',
        subscription: { discount: { code: 'WELCOME20', percentOff: 20 } },
      })
    })

    it('is the same one when the order is repeated, with the same key or another', async () => {
      await aUser()
      const [order, key] = [await anOrder(), aKey()]
      const first = await adminApi.createSubscription(order, key)
      const subscription = first.kind === 'created' ? first.subscription : null
      expect(await adminApi.createSubscription(order, key)).toEqual({
        kind: 'already-subscribed',
        subscription,
      })
      expect(await adminApi.createSubscription(order, aKey())).toEqual({
        kind: 'already-subscribed',
        subscription,
      })
      expect(await adminApi.createSubscription(await anOrder(), aKey())).toEqual({
        kind: 'already-subscribed',
        subscription,
      })
    })

    it('keeps what was agreed to: the text as shown, the plan, its price and the trial', async () => {
      await aUser()
      const promotion = await given('a promotion code', {
        code: 'WELCOME20',
        off: 'percent',
        duration: 'once',
      })
      const outcome = await adminApi.createSubscription(await anOrder(promotion), aKey())
      if (outcome.kind !== 'created') throw new Error(`Not created: ${outcome.kind}`)
      const { consent, discount, trialEnd } = outcome.subscription
      expect(consent).toEqual({
        ...someTerms,
        productId: 'annual',
        price: { amount: 8999, currency: 'usd' },
        discount,
        trialEnd: expect.any(String),
        agreedAt: expect.any(String),
      })
      // The trial begins a moment after the order.
      const late = Date.parse(trialEnd ?? '') - Date.parse(consent?.trialEnd ?? '')
      expect(Math.abs(late)).toBeLessThan(60_000)
    })

    it('keeps the consent that it started with, whatever a repeated order says', async () => {
      await aUser()
      const [order, key] = [await anOrder(), aKey()]
      const first = await adminApi.createSubscription(order, key)
      const consent = { text: 'The next day, other dates are shown.', version: '2' }
      for (const again of [key, aKey()]) {
        expect(await adminApi.createSubscription({ ...order, consent }, again)).toEqual({
          ...first,
          kind: 'already-subscribed',
        })
      }
      expect((await adminApi.profile()).subscription?.consent).toMatchObject(someTerms)
    })

    it('records the consent without a trial when the user has already had one', async () => {
      await given('a user whose subscription has ended', {})
      const outcome = await adminApi.createSubscription(await anOrder(), aKey())
      expect(outcome).toMatchObject({ subscription: { consent: { trialEnd: null } } })
    })

    it('is created once by concurrent orders', async () => {
      await aUser()
      const [order, key] = [await anOrder(), aKey()]
      const settled = await Promise.allSettled(
        [1, 2, 3, 4].map(() => adminApi.createSubscription(order, key)),
      )
      const kindsOfOutcome = settled.map((each) => {
        if (each.status === 'fulfilled') return each.value.kind
        return each.reason instanceof PortUnavailable ? 'under way' : String(each.reason)
      })
      expect(kindsOfOutcome.filter((kind) => kind === 'created')).toHaveLength(1)
      expect(new Set(kindsOfOutcome)).toEqual(
        new Set(
          kindsOfOutcome.filter((kind) =>
            ['created', 'already-subscribed', 'under way'].includes(kind),
          ),
        ),
      )
      expect(await adminApi.createSubscription(order, key)).toMatchObject({
        kind: 'already-subscribed',
      })
    })

    it('is not created while the user is subscribed to another plan', async () => {
      await given('a user with a live subscription', { productId: 'monthly', code: 'WELCOME20' })
      expect(await adminApi.createSubscription(await anOrder(), aKey())).toEqual({
        kind: 'other-plan-active',
      })
    })

    it('needs a verified email, except in the quick sign-up with a card entered before the account was created', async () => {
      await given('a user whose email is not verified', {})
      const order = await anOrder()
      expect(await adminApi.createSubscription(order, aKey())).toEqual({ kind: 'email-unverified' })
      expect(await adminApi.createSubscription({ ...order, journey: 'enroll' }, aKey())).toEqual({
        kind: 'email-unverified',
      })
      const early = await anOrder(
        await given('a card confirmed before the account was created', {}),
      )
      expect(await adminApi.createSubscription(early, aKey())).toEqual({ kind: 'email-unverified' })
      expect(
        await adminApi.createSubscription({ ...early, journey: 'enroll' }, aKey()),
      ).toMatchObject({ kind: 'created' })
    })

    it('accepts the card that a visitor saved before creating an account', async () => {
      const card = await given('a confirmed card', {})
      await aUser()
      const order = await anOrder({ ...card, journey: 'enroll' })
      expect(await adminApi.createSubscription(order, aKey())).toMatchObject({ kind: 'created' })
    })

    it('has no trial the second time', async () => {
      await given('a user whose subscription has ended', {})
      const outcome = await adminApi.createSubscription(await anOrder(), aKey())
      expect(outcome).toMatchObject({
        kind: 'created',
        subscription: { status: 'active', trialEnd: null },
      })
    })

    it('is not created without the promised trial until it is ordered without one', async () => {
      await aUser()
      const card = await given('a confirmed card that has had a free trial', {})
      const order = await anOrder(card)
      const promised = { ...order, expectedTrialDays: 14 }
      expect(await adminApi.createSubscription(promised, aKey())).toEqual({
        kind: 'trial-unavailable',
      })
      expect((await adminApi.profile()).subscription).toBeNull()
      const outcome = await adminApi.createSubscription({ ...order, expectedTrialDays: 0 }, aKey())
      expect(outcome).toMatchObject({
        kind: 'created',
        subscription: { status: 'active', trialEnd: null },
      })
    })

    it('is not created at a price other than the one shown', async () => {
      await aUser()
      const order = await anOrder()
      const { products } = await adminApi.offers()
      const { price } = products.find(({ id }) => id === order.productId)!
      for (const expectedPrice of [
        { ...price, amount: price.amount - 1 },
        { ...price, currency: 'eur' },
      ]) {
        const outcome = await adminApi.createSubscription({ ...order, expectedPrice }, aKey())
        expect(outcome).toEqual({ kind: 'price-changed' })
      }
      expect((await adminApi.profile()).subscription).toBeNull()
      const outcome = await adminApi.createSubscription({ ...order, expectedPrice: price }, aKey())
      expect(outcome).toMatchObject({ kind: 'created' })
    })

    it('begins with the trial that was promised', async () => {
      await aUser()
      expect((await adminApi.offers()).trialEligible).toBe(true)
      const outcome = await adminApi.createSubscription(
        await anOrder({ expectedTrialDays: 14 }),
        aKey(),
      )
      expect(outcome).toMatchObject({ kind: 'created', subscription: { status: 'trialing' } })
      expect((await adminApi.offers()).trialEligible).toBe(false)
    })

    it('says why its card was declined, and says the same again for the same key', async () => {
      await given('a user whose subscription has ended', {})
      const card = await given('a confirmed card that is declined when it is charged', {
        declineCode: 'generic_decline',
      })
      const [order, key] = [await anOrder(card), aKey()]
      const declined = {
        kind: 'declined',
        declineCode: 'generic_decline',
        message: 'Your card was declined.',
      }
      expect(await adminApi.createSubscription(order, key)).toEqual(declined)
      expect(await adminApi.createSubscription(order, key)).toEqual(declined)
      expect((await adminApi.profile()).subscription).toMatchObject({ status: 'canceled' })
    })

    it('can be started with another card after one was declined', async () => {
      await given('a user whose subscription has ended', {})
      const card = await given('a confirmed card that is declined when it is charged', {
        declineCode: 'generic_decline',
      })
      await adminApi.createSubscription(await anOrder(card), aKey())
      expect(await adminApi.createSubscription(await anOrder(), aKey())).toMatchObject({
        kind: 'created',
      })
    })

    it('requires the bank’s check, and is active once the visitor has passed it', async () => {
      await given('a user whose subscription has ended', {})
      const card = await given(
        'a confirmed card that asks for authentication when it is charged',
        {},
      )
      const [order, key] = [await anOrder(card), aKey()]
      const outcome = await adminApi.createSubscription(order, key)
      if (outcome.kind !== 'action-required') throw new Error(`Nothing to do: ${outcome.kind}`)
      expect(await adminApi.createSubscription(order, key)).toEqual(outcome)
      await scene().passAuthentication(outcome.clientSecret)
      expect(await adminApi.createSubscription(order, key)).toMatchObject({
        subscription: { status: 'active' },
      })
      expect((await adminApi.profile()).subscription).toMatchObject({ status: 'active' })
    })

    it('needs a card that was confirmed', async () => {
      await aUser()
      const { id } = await aSetupIntent(adminApi)
      const order = await anOrder({ setupIntentId: id })
      const outcome = await adminApi.createSubscription(order, aKey())
      expect(outcome).toMatchObject({ kind: 'invalid', errors: [{ path: 'setupIntentId' }] })
    })

    it('needs the payment method that was confirmed with its setup intent', async () => {
      await aUser()
      const other = await given('a confirmed card', {})
      const order = await anOrder({ paymentMethodId: other.paymentMethodId })
      const outcome = await adminApi.createSubscription(order, aKey())
      expect(outcome).toMatchObject({ kind: 'invalid', errors: [{ path: 'paymentMethodId' }] })
    })

    it('needs the client secret of its own setup intent', async () => {
      await aUser()
      const { setupIntentClientSecret } = await given('a confirmed card', {})
      const outcome = await adminApi.createSubscription(
        await anOrder({ setupIntentClientSecret }),
        aKey(),
      )
      expect(outcome).toMatchObject({ kind: 'invalid', errors: [{ path: 'setupIntentId' }] })
    })

    it('needs a card that no other user has confirmed', async () => {
      await aUser()
      const order = await anOrder(await given('a card confirmed by another user', {}))
      const outcome = await adminApi.createSubscription(order, aKey())
      expect(outcome).toMatchObject({ kind: 'invalid', errors: [{ path: 'setupIntentId' }] })
      expect((await adminApi.profile()).subscription).toBeNull()
    })

    it('needs a card that was entered within the last day', async () => {
      await aUser()
      const order = await anOrder(await given('a card confirmed more than a day ago', {}))
      expect(await adminApi.createSubscription(order, aKey())).toEqual({
        kind: 'setup-intent-expired',
      })
      expect((await adminApi.profile()).subscription).toBeNull()
    })

    it.each([
      { what: 'setup intent', path: 'setupIntentId', unknown: { setupIntentId: 'seti_unknown' } },
      { what: 'plan', path: 'productId', unknown: { productId: 'weekly' } },
    ])('needs a $what that exists', async ({ path, unknown }) => {
      await aUser()
      const outcome = await adminApi.createSubscription(await anOrder(unknown), aKey())
      expect(outcome).toMatchObject({ kind: 'invalid', errors: [{ path }] })
    })

    it('is not created with a promotion that the user cannot use', async () => {
      await aUser()
      const refused = async (promotion: { promotionCodeId: string }) =>
        adminApi.createSubscription(await anOrder(promotion), aKey())
      const expired = await given('a promotion code that has expired', { code: 'EXPIRED' })
      expect(await refused(expired)).toEqual({ kind: 'promotion-refused', reason: 'expired' })
      const usedUp = await given('a promotion code that is used up', { code: 'SOLDOUT' })
      expect(await refused(usedUp)).toEqual({ kind: 'promotion-refused', reason: 'used-up' })
      const ofOtherPlan = await given('a promotion code for one plan only', {
        code: 'HALFYEAR',
        productId: 'monthly',
      })
      expect(await refused(ofOtherPlan)).toEqual({
        kind: 'promotion-refused',
        reason: 'not-for-this-plan',
      })
      const hadBefore = await given('a promotion code that the user has had before', {
        code: 'WELCOME20',
      })
      expect(await refused(hadBefore)).toEqual({ kind: 'promotion-refused', reason: 'used-before' })
      expect((await adminApi.profile()).subscription).toBeNull()
    })

    it('is rejected with an error when the idempotency key belongs to another order', async () => {
      await aUser()
      const key = aKey()
      await adminApi.createSubscription(await anOrder(), key)
      const failure = await adminApi
        .createSubscription(await anOrder(), key)
        .catch((error: unknown) => error)
      expect(failure).toBeInstanceOf(Error)
      expect(failure).not.toBeInstanceOf(PortUnavailable)
    })
  })
}
