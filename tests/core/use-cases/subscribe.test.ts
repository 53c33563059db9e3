import { describe, expect, it } from 'vitest'
import { PortUnavailable } from '#core/model/failures.ts'
import { internalErrors } from '#core/model/internal-errors.ts'
import { offerOf } from '#core/model/plan.ts'
import type { CreateSubscriptionOutcome } from '#core/ports/admin-api.ts'
import { isCardUsedUp, subscribe } from '#core/use-cases/subscribe.ts'
import { ada, inMemory, signUpAda } from '#tests/support/memory-ports.ts'
import { anOffer, anOrder, promotionOf } from '#tests/support/orders.ts'

const hour = 60 * 60 * 1000

const readyToPay = async ({ verified = true } = {}) => {
  const world = inMemory()
  await signUpAda(world, { verified })
  return { world, order: await anOrder(world) }
}

describe('subscribe', () => {
  it('starts the trial and tracks it', async () => {
    const { world, order } = await readyToPay()
    expect(await world.app.subscribe(order)).toMatchObject({
      kind: 'subscribed',
      subscription: {
        status: 'trialing',
        productId: 'annual',
        trialEnd: '2026-12-05T12:00:00.000Z',
        discount: null,
      },
    })
    expect(world.analytics.events.at(-1)).toEqual({
      name: 'web_free_trial',
      properties: { plan: 'annual', trialEnd: '2026-12-05T12:00:00.000Z' },
    })
  })

  it('records the consent as it was shown', async () => {
    const { world, order } = await readyToPay()
    expect(await world.app.subscribe(order)).toMatchObject({
      subscription: {
        consent: {
          ...order.consent,
          productId: 'annual',
          price: order.product.price,
          discount: null,
          trialEnd: '2026-12-05T12:00:00.000Z',
          agreedAt: '2026-11-21T12:00:00.000Z',
        },
      },
    })
  })

  it('orders with the promotion', async () => {
    const { world, order } = await readyToPay()
    const promotion = promotionOf('WELCOME20')
    expect(await world.app.subscribe({ ...order, promotion })).toMatchObject({
      subscription: { discount: promotion },
    })
  })

  it('returns price-changed with the current plan, and orders nothing, when another price was shown', async () => {
    const { world, order } = await readyToPay()
    const { product } = order
    const shown = { ...product, price: { ...product.price, amount: product.price.amount - 1000 } }
    expect(await world.app.subscribe({ ...order, product: shown })).toEqual({
      kind: 'price-changed',
      product,
    })
    expect(world.adminApi.subscriptions).toEqual([])
    expect(await world.app.subscribe(order)).toMatchObject({ kind: 'subscribed' })
  })

  it('sends one idempotency key per combination of card, plan, promotion, trial and price', async () => {
    const { world, order } = await readyToPay()
    const keys: string[] = []
    const adminApi = {
      ...world.adminApi,
      createSubscription: async (_order: object, key: string) => {
        keys.push(key)
        return { kind: 'trial-unavailable' as const }
      },
    }
    const place = subscribe({ ...world, adminApi })
    await place(order)
    await place({ ...order, promotion: promotionOf('WELCOME20') })
    await place({ ...order, product: offerOf(order.product, true) })
    expect(keys).toEqual([
      `${order.setupIntentId}.annual.none.14.8999.usd`,
      `${order.setupIntentId}.annual.promo_1.14.8999.usd`,
      `${order.setupIntentId}.annual.none.0.8999.usd`,
    ])
  })

  it('creates one subscription for two clicks, a retry and a reload, and tracks one trial', async () => {
    const { world, order } = await readyToPay()
    const [first, second] = await Promise.all([
      world.app.subscribe(order),
      world.app.subscribe(order),
    ])
    const reloaded = await world.app.subscribe(order)
    expect([first.kind, second.kind, reloaded.kind]).toEqual([
      'subscribed',
      'subscribed',
      'subscribed',
    ])
    expect(world.adminApi.subscriptions).toHaveLength(1)
    expect(world.eventNames().filter((name) => name === 'web_free_trial')).toHaveLength(1)
  })

  it('throws PortUnavailable during an outage, and subscribes afterwards', async () => {
    const { world, order } = await readyToPay()
    world.adminApi.fail()
    await expect(world.app.subscribe(order)).rejects.toThrow(PortUnavailable)
    world.adminApi.restore()
    expect((await world.app.subscribe(order)).kind).toBe('subscribed')
  })

  describe('with an email that the server considers unverified', () => {
    /** Ports for an unverified user that record the calls of this flow, in order. */
    const recorded = async () => {
      const { world, order } = await readyToPay({ verified: false })
      const calls: string[] = []
      const { createSubscription, profile } = world.adminApi
      const { reload, idToken } = world.auth
      const place = subscribe({
        ...world,
        auth: {
          ...world.auth,
          reload: () => (calls.push('reload'), reload()),
          idToken: (how) => (calls.push(`idToken ${JSON.stringify(how)}`), idToken(how)),
        },
        adminApi: {
          ...world.adminApi,
          createSubscription: (request, key) => {
            calls.push(`order ${key}`)
            return createSubscription(request, key)
          },
          profile: () => (calls.push('profile'), profile()),
        },
      })
      return { world, order, place, calls, key: `${order.setupIntentId}.annual.none.14.8999.usd` }
    }

    it.each(['sign-up', 'enroll'] as const)('returns email-unverified in %s', async (journey) => {
      const { world, order, place, calls, key } = await recorded()
      expect(await place({ ...order, journey })).toEqual({
        kind: 'email-unverified',
        user: expect.objectContaining({ email: ada.email, emailVerified: false }) as object,
      })
      expect(calls).toEqual([`order ${key}`, 'reload'])
      expect(world.adminApi.subscriptions).toEqual([])
    })

    it('renews the ID token and orders the same again once the email is verified', async () => {
      const { world, order, place, calls, key } = await recorded()
      world.auth.openMail()
      expect(await place(order)).toMatchObject({
        kind: 'subscribed',
        user: { email: ada.email, emailVerified: true },
      })
      const check = ['reload', 'idToken {"fresh":true}', 'profile']
      expect(calls).toEqual([`order ${key}`, ...check, `order ${key}`])
      expect(world.adminApi.subscriptions).toHaveLength(1)
    })

    it('does not order a third time when the server still considers the email unverified', async () => {
      const { world, order } = await readyToPay()
      let orders = 0
      const createSubscription = async () => (orders++, { kind: 'email-unverified' as const })
      const adminApi = { ...world.adminApi, createSubscription }
      const outcome = await subscribe({ ...world, adminApi })(order)
      expect(outcome).toMatchObject({ kind: 'email-unverified', user: { emailVerified: true } })
      expect(orders).toBe(2)
    })

    it('returns signed-out when the session is over', async () => {
      const { world, order } = await readyToPay({ verified: false })
      world.auth.removeAccount(ada.email)
      const createSubscription = async () => ({ kind: 'email-unverified' as const })
      const adminApi = { ...world.adminApi, createSubscription }
      expect(await subscribe({ ...world, adminApi })(order)).toEqual({ kind: 'signed-out' })
    })

    it('throws PortUnavailable when it is unknown whether the email is verified', async () => {
      const { world, order } = await readyToPay({ verified: false })
      world.auth.fail()
      await expect(world.app.subscribe(order)).rejects.toThrow(PortUnavailable)
      expect(world.adminApi.subscriptions).toEqual([])
    })
  })

  it('accepts an unverified email with a card that was entered before the account was created', async () => {
    const world = inMemory()
    const order = await anOrder(world, { journey: 'enroll' })
    await signUpAda(world, { verified: false })
    expect((await world.app.subscribe(order)).kind).toBe('subscribed')
  })

  it('returns card-expired when the card was entered more than a day ago', async () => {
    const { world, order } = await readyToPay()
    await world.clock.advance(25 * hour)
    expect(await world.app.subscribe(order)).toEqual({ kind: 'card-expired' })
    expect(world.adminApi.subscriptions).toEqual([])
  })

  it('returns already-subscribed with the user’s subscription to another plan', async () => {
    const { world, order } = await readyToPay()
    await world.app.subscribe(order)
    const monthly = await anOffer(world, 'monthly')
    expect(await world.app.subscribe({ ...order, product: monthly })).toMatchObject({
      kind: 'already-subscribed',
      subscription: { productId: 'annual' },
    })
    expect(world.adminApi.subscriptions).toHaveLength(1)
  })

  it('returns promotion-refused when the promotion has expired, and then subscribes without it', async () => {
    const { world, order } = await readyToPay()
    const promotion = promotionOf('EXPIRED')
    expect(await world.app.subscribe({ ...order, promotion })).toEqual({
      kind: 'promotion-refused',
      reason: 'expired',
    })
    expect((await world.app.subscribe(order)).kind).toBe('subscribed')
  })

  it('returns rejected for a plan that does not exist', async () => {
    const { world, order } = await readyToPay()
    expect(
      await world.app.subscribe({ ...order, product: { ...order.product, id: 'weekly' } }),
    ).toEqual({ kind: 'rejected' })
  })

  it('throws without a payment method', async () => {
    const { world, order } = await readyToPay()
    await expect(world.app.subscribe({ ...order, paymentMethodId: '' })).rejects.toThrow(
      internalErrors.paymentMethodMissing,
    )
  })

  describe('with answers that the memory admin API never gives', () => {
    const answering = async (outcome: CreateSubscriptionOutcome) => {
      const { world, order } = await readyToPay()
      return {
        world,
        order,
        place: subscribe({
          ...world,
          adminApi: { ...world.adminApi, createSubscription: async () => outcome },
        }),
      }
    }

    it('returns rejected when the bank asks for a second confirmation', async () => {
      const { order, place } = await answering({
        kind: 'action-required',
        clientSecret: 'pi_1_secret_1',
      })
      expect(await place(order)).toEqual({ kind: 'rejected' })
    })

    it('returns rejected when the server reports another plan but the profile has no subscription', async () => {
      const { order, place } = await answering({ kind: 'other-plan-active' })
      expect(await place(order)).toEqual({ kind: 'rejected' })
    })

    it.each([
      ['already-subscribed', 'unpaid'],
      ['already-subscribed', 'paused'],
      ['subscribed', 'past_due'],
    ] as const)(
      'returns %s for a subscription to the same plan that is %s',
      async (kind, status) => {
        const { world, order } = await readyToPay()
        const subscribed = await world.app.subscribe(order)
        if (subscribed.kind !== 'subscribed') throw new Error(subscribed.kind)
        const subscription = { ...subscribed.subscription, status }
        const { place } = await answering({ kind: 'already-subscribed', subscription })
        expect(await place(order)).toEqual({ kind, subscription })
      },
    )

    it.each([{ trialEnd: null }, { status: 'active' as const }])(
      'tracks no trial for a subscription with %j',
      async (changes) => {
        const { world, order } = await readyToPay()
        const subscribed = await world.app.subscribe(order)
        if (subscribed.kind !== 'subscribed') throw new Error(subscribed.kind)
        const other = await answering({
          kind: 'created',
          subscription: { ...subscribed.subscription, ...changes },
        })
        expect(await other.place(order)).toMatchObject({ kind: 'subscribed' })
        expect(other.world.eventNames()).not.toContain('web_free_trial')
      },
    )
  })

  describe('a second time, without a trial', () => {
    const returning = async (number?: string) => {
      const { world, order } = await readyToPay()
      await world.app.subscribe(order)
      world.adminApi.endSubscription(world.adminApi.subscriptions[0]!.userId)
      const promised = await anOrder(world, { number })
      return { world, promised, order: { ...promised, product: offerOf(promised.product, true) } }
    }

    it('returns trial-unavailable and charges nothing while the visitor is shown a trial', async () => {
      const { world, promised } = await returning()
      expect(await world.app.subscribe(promised)).toEqual({ kind: 'trial-unavailable' })
      expect(world.adminApi.subscriptions).toHaveLength(1)
    })

    it('charges immediately and tracks no trial', async () => {
      const { world, order } = await returning()
      const before = world.eventNames()
      expect(await world.app.subscribe(order)).toMatchObject({
        kind: 'subscribed',
        subscription: { status: 'active' },
      })
      expect(world.eventNames()).toEqual(before)
    })

    it('returns why the charge was declined', async () => {
      const { world, order } = await returning('4000000000000341')
      expect(await world.app.subscribe(order)).toEqual({
        kind: 'declined',
        message: 'Your card was declined.',
      })
    })

    it('returns authentication-failed until the visitor passes the bank’s check', async () => {
      const { world, order } = await returning('4000002760003184')
      world.payments.answerChallenge('fail')
      expect(await world.app.subscribe(order)).toMatchObject({ kind: 'authentication-failed' })
      world.payments.answerChallenge('pass')
      expect(await world.app.subscribe(order)).toMatchObject({
        kind: 'subscribed',
        subscription: { status: 'active' },
      })
    })
  })
})

describe('isCardUsedUp', () => {
  it.each([
    'subscribed',
    'already-subscribed',
    'declined',
    'authentication-failed',
    'rejected',
    'card-expired',
  ] as const)('is true after the outcome %s', (kind) => {
    expect(isCardUsedUp({ kind })).toBe(true)
  })

  it.each(['trial-unavailable', 'promotion-refused', 'email-unverified', 'signed-out'] as const)(
    'is false after the outcome %s',
    (kind) => expect(isCardUsedUp({ kind })).toBe(false),
  )
})
