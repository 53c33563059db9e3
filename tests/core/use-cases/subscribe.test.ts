import { describe, expect, it } from 'vitest'
import { memoryCard } from '#adapters/memory/memory-payments.ts'
import { PortUnavailable } from '#core/model/failures.ts'
import { offerOf } from '#core/model/plan.ts'
import type { Product, Promotion } from '#core/model/plan.ts'
import type { AccountJourney } from '#core/model/routes.ts'
import { promotionCodes } from '#tests/support/memory-admin-api-content.ts'
import { ada, inMemory, origin, signUpAda } from '#tests/support/memory-ports.ts'
import type { InMemory } from '#tests/support/memory-ports.ts'

const goodCard = '4242424242424242'

const offered = async ({ app }: InMemory, id = 'annual'): Promise<Product> => {
  const product = (await app.loadOffers()).products.find((each) => each.id === id)
  if (!product) throw new Error(`no plan ${id}`)
  return product
}

const save = async (
  { app }: InMemory, product: Product, number = goodCard, promotion: Promotion | null = null, journey: AccountJourney = 'sign-up',
) =>
  app.saveCard({
    card: memoryCard(number),
    billingEmail: ada.email,
    product,
    promotion,
    journey,
    returnUrl: `${origin}/sign-up/payment`,
  })

const hour = 60 * 60 * 1000

const readyToPay = async ({ verified = true, number = goodCard } = {}) => {
  const world = inMemory()
  await signUpAda(world, { verified })
  const product = await offered(world)
  const saved = await save(world, product, number)
  if (saved.kind !== 'saved') throw new Error(`the card was not saved: ${saved.kind}`)
  const order = { ...saved, product, promotion: null, journey: 'sign-up' as const }
  return { world, product, order }
}

describe('saving a card before there is an account', () => {
  it('sends a fresh token of the challenge with each attempt', async () => {
    const world = inMemory()
    const product = await offered(world)
    expect((await save(world, product)).kind).toBe('saved')
    expect((await save(world, product)).kind).toBe('saved')
  })

  it('takes no card from whom the server does not take for a person', async () => {
    const world = inMemory()
    const product = await offered(world)
    world.challenge.distrust()
    expect(await save(world, product)).toEqual({ kind: 'challenge-failed' })
    expect(world.adminApi.setupIntents).toEqual([])
    expect(world.payments.confirmations).toEqual([])
  })

  it('is unavailable while the challenge cannot be had, and works once it can', async () => {
    const world = inMemory()
    const product = await offered(world)
    world.challenge.fail()
    await expect(save(world, product)).rejects.toBeInstanceOf(PortUnavailable)
    world.challenge.restore()
    expect((await save(world, product)).kind).toBe('saved')
  })

  it('asks a user for no challenge', async () => {
    const world = inMemory()
    await signUpAda(world)
    world.challenge.fail()
    expect((await save(world, await offered(world))).kind).toBe('saved')
  })
})

describe('choosing a plan', () => {
  it('notes the choice', async () => {
    const world = inMemory()
    const product = await offered(world)
    expect(await world.app.choosePlan(product, null)).toEqual({ kind: 'chosen', product, promotion: null })
    expect(world.analytics.events).toEqual([
      { name: 'web_program_selected', properties: { plan: 'annual', amount: 8999, currency: 'usd', promotion: null } },
    ])
  })

  it('checks a promotion again for the plan it is now used for', async () => {
    const world = inMemory()
    const check = await world.app.checkPromotionCode({ code: ' halfyear ', productId: 'monthly' })
    if (check.kind !== 'applies') throw new Error(check.kind)
    expect(await world.app.choosePlan(await offered(world, 'annual'), check.promotion)).toEqual({
      kind: 'promotion-refused',
      outcome: { kind: 'not-for-this-plan' },
    })
    expect((await world.app.choosePlan(await offered(world, 'monthly'), check.promotion)).kind).toBe('chosen')
  })

  it.each([
    ['WELCOME20', 'applies'],
    ['EXPIRED', 'expired'],
    ['SOLDOUT', 'used-up'],
    ['HALFYEAR', 'not-for-this-plan'],
    ['NOSUCH', 'unknown'],
  ])('finds that %s %s for the annual plan', async (code, kind) => {
    expect(await inMemory().app.checkPromotionCode({ code, productId: 'annual' })).toMatchObject({ kind })
  })
})

describe('saving the card', () => {
  it('confirms it, charges nothing and notes the intent', async () => {
    const { world } = await readyToPay()
    expect(world.eventNames()).toContain('subscription_intent_created')
    expect(world.adminApi.subscriptions).toEqual([])
  })

  it('asks nobody while the form is not filled in', async () => {
    const world = inMemory()
    const product = await offered(world)
    world.adminApi.fail()
    expect(await save(world, product, '')).toMatchObject({ kind: 'card-incomplete' })
  })

  it.each([
    ['4000000000000002', 'Your card was declined.'],
    ['4000000000009995', 'Your card has insufficient funds.'],
    ['4000000000000069', 'Your card has expired.'],
  ])('says why %s is declined, and another card goes on', async (number, message) => {
    const world = inMemory()
    const product = await offered(world)
    expect(await save(world, product, number)).toEqual({ kind: 'declined', message })
    expect((await save(world, product)).kind).toBe('saved')
  })

  it('passes or fails with the bank', async () => {
    const world = inMemory()
    const product = await offered(world)
    world.payments.answerChallenge('fail')
    expect(await save(world, product, '4000002500003155')).toMatchObject({ kind: 'authentication-failed' })
    world.payments.answerChallenge('pass')
    expect(await save(world, product, '4000002500003155')).toMatchObject({ kind: 'saved' })
  })

  it('throws PortUnavailable when either side is down', async () => {
    const world = inMemory()
    const product = await offered(world)
    world.payments.fail()
    await expect(save(world, product)).rejects.toThrow(PortUnavailable)
    world.payments.restore()
    world.adminApi.fail()
    await expect(save(world, product)).rejects.toThrow(PortUnavailable)
  })

  it('refuses a billing email that is none', async () => {
    const { app } = inMemory()
    const product = (await app.loadOffers()).products[0]!
    const outcome = await app.saveCard({
      card: memoryCard(goodCard), billingEmail: 'nobody', product, promotion: null, journey: 'sign-up', returnUrl: origin,
    })
    expect(outcome).toEqual({ kind: 'billing-email-invalid' })
  })
})

describe('subscribing', () => {
  it('starts the trial and notes it', async () => {
    const { world, order } = await readyToPay()
    expect(await world.app.subscribe(order)).toMatchObject({
      kind: 'subscribed',
      subscription: { status: 'trialing', productId: 'annual', trialEnd: '2026-12-05T12:00:00.000Z' },
    })
    expect(world.analytics.events.at(-1)).toEqual({
      name: 'web_free_trial',
      properties: { plan: 'annual', trialEnd: '2026-12-05T12:00:00.000Z' },
    })
  })

  it('makes one subscription of two clicks, a retry and a reload, and notes one trial', async () => {
    const { world, order } = await readyToPay()
    const [first, second] = await Promise.all([world.app.subscribe(order), world.app.subscribe(order)])
    const reloaded = await world.app.subscribe(order)
    expect([first.kind, second.kind, reloaded.kind]).toEqual(['subscribed', 'subscribed', 'subscribed'])
    expect(world.adminApi.subscriptions).toHaveLength(1)
    expect(world.eventNames().filter((name) => name === 'web_free_trial')).toHaveLength(1)
  })

  it('goes on when the outage is over', async () => {
    const { world, order } = await readyToPay()
    world.adminApi.fail()
    await expect(world.app.subscribe(order)).rejects.toThrow(PortUnavailable)
    world.adminApi.restore()
    expect((await world.app.subscribe(order)).kind).toBe('subscribed')
  })

  it('needs a verified email in either journey once there is an account', async () => {
    const { world, order } = await readyToPay({ verified: false })
    expect(await world.app.subscribe(order)).toEqual({ kind: 'email-unverified' })
    expect(await world.app.subscribe({ ...order, journey: 'enroll' })).toEqual({ kind: 'email-unverified' })
  })

  it('needs no verified email with a card that was given before the account was made', async () => {
    const world = inMemory()
    const product = await offered(world)
    const saved = await save(world, product, goodCard, null, 'enroll')
    if (saved.kind !== 'saved') throw new Error(saved.kind)
    await signUpAda(world, { verified: false })
    const order = { ...saved, product, promotion: null, journey: 'enroll' } as const
    expect((await world.app.subscribe(order)).kind).toBe('subscribed')
  })

  it('asks for the card again when it was given more than a day ago', async () => {
    const { world, order } = await readyToPay()
    await world.clock.advance(25 * hour)
    expect(await world.app.subscribe(order)).toEqual({ kind: 'card-expired' })
    expect(world.adminApi.subscriptions).toEqual([])
  })

  it('finds the subscription that the user has to another plan', async () => {
    const { world, order } = await readyToPay()
    await world.app.subscribe(order)
    const monthly = await offered(world, 'monthly')
    expect(await world.app.subscribe({ ...order, product: monthly })).toMatchObject({
      kind: 'already-subscribed',
      subscription: { productId: 'annual' },
    })
    expect(world.adminApi.subscriptions).toHaveLength(1)
  })

  it.each(['unpaid', 'paused'] as const)('orders nothing beside a subscription that is %s', async (status) => {
    const { world, order } = await readyToPay()
    await world.app.subscribe(order)
    const { createSubscription } = world.adminApi
    world.adminApi.createSubscription = async (...parameters) => {
      const outcome = await createSubscription(...parameters)
      return outcome.kind === 'already-subscribed' ? { ...outcome, subscription: { ...outcome.subscription, status } } : outcome
    }
    expect(await world.app.subscribe(order)).toMatchObject({ kind: 'already-subscribed', subscription: { status } })
  })

  it('says that the promotion ended since it was chosen, and goes on without', async () => {
    const { world, order } = await readyToPay()
    const { promotion } = promotionCodes.find(({ state }) => state === 'expired') ?? { promotion: null }
    expect(await world.app.subscribe({ ...order, promotion })).toEqual({ kind: 'promotion-refused', reason: 'expired' })
    expect((await world.app.subscribe(order)).kind).toBe('subscribed')
  })

  it('throws without a payment method', async () => {
    const { world, order } = await readyToPay()
    await expect(world.app.subscribe({ ...order, paymentMethodId: '' })).rejects.toThrow('Expected PaymentMethod id')
  })

  describe('a second time, without a trial', () => {
    const returning = async (number: string) => {
      const { world, order, product } = await readyToPay()
      await world.app.subscribe(order)
      world.adminApi.endSubscription(world.adminApi.subscriptions[0]!.userId)
      const saved = await save(world, product, number)
      if (saved.kind !== 'saved') throw new Error(saved.kind)
      return { world, order: { ...order, ...saved, product: offerOf(product, true) }, promised: { ...order, ...saved } }
    }

    it('charges nothing while the visitor is shown a trial', async () => {
      const { world, promised } = await returning(goodCard)
      expect(await world.app.subscribe(promised)).toEqual({ kind: 'trial-unavailable' })
      expect(world.adminApi.subscriptions).toHaveLength(1)
    })

    it('charges at once', async () => {
      const { world, order } = await returning(goodCard)
      expect(await world.app.subscribe(order)).toMatchObject({ kind: 'subscribed', subscription: { status: 'active' } })
    })

    it('says why the charge was declined', async () => {
      const { world, order } = await returning('4000000000000341')
      expect(await world.app.subscribe(order)).toEqual({ kind: 'declined', message: 'Your card was declined.' })
    })

    it('asks the bank when the charge needs it', async () => {
      const { world, order } = await returning('4000002760003184')
      world.payments.answerChallenge('fail')
      expect(await world.app.subscribe(order)).toMatchObject({ kind: 'authentication-failed' })
      world.payments.answerChallenge('pass')
      expect(await world.app.subscribe(order)).toMatchObject({ kind: 'subscribed', subscription: { status: 'active' } })
    })
  })
})

describe('finishing', () => {
  it('keeps the personal details', async () => {
    const { world } = await readyToPay()
    const details = { firstName: 'Ada', lastName: 'Lovelace', birthYear: 1990 }
    expect(await world.app.savePersonalDetails(details)).toMatchObject({ kind: 'updated', profile: details })
    expect(await world.app.savePersonalDetails({ birthYear: 2020 })).toMatchObject({
      kind: 'invalid',
      errors: [{ path: 'birthYear' }],
    })
  })

  it('notes how long it took', async () => {
    const { app, analytics, clock } = inMemory()
    const startedAt = clock.now().getTime()
    await clock.advance(301_000)
    app.completeSignUp({ journey: 'sign-up', startedAt })
    expect(analytics.events).toEqual([
      { name: 'account_signup_completed', properties: { journey: 'sign-up', seconds: 301 } },
    ])
  })
})
