import { describe, expect, it } from 'vitest'
import { PortUnavailable } from '#core/model/failures.ts'
import { createWholeApp, inMemory, signUpAda } from '#tests/support/memory-ports.ts'
import { anOffer, promotionOf, saveCard } from '#tests/support/orders.ts'

describe('saveCard', () => {
  it('confirms the card, charges nothing and tracks the intent', async () => {
    const world = inMemory()
    const promotion = promotionOf('WELCOME20')
    const saved = await saveCard(world, { promotion })
    const [intent] = world.adminApi.setupIntents
    const [confirmed] = world.payments.confirmations
    expect(saved).toEqual({
      kind: 'saved',
      setupIntentId: intent?.id,
      setupIntentClientSecret: confirmed?.clientSecret,
      paymentMethodId: confirmed?.paymentMethodId,
    })
    expect(confirmed?.billingEmail).toBe('ada@example.com')
    expect(world.analytics.events).toEqual([
      {
        name: 'subscription_intent_created',
        properties: { plan: 'annual', promotion: 'WELCOME20' },
      },
    ])
    expect(world.adminApi.subscriptions).toEqual([])
  })

  it('tracks an intent without a promotion', async () => {
    const world = inMemory()
    await saveCard(world)
    expect(world.analytics.events).toMatchObject([{ properties: { promotion: null } }])
  })

  it('returns card-incomplete without asking the admin API while the form is not filled in', async () => {
    const world = inMemory()
    const product = await anOffer(world)
    world.adminApi.fail()
    expect(await saveCard(world, { product, number: '' })).toEqual({
      kind: 'card-incomplete',
      message: 'Your card number is incomplete.',
    })
  })

  it('returns card-incomplete when the form seems complete but the payment provider refuses it', async () => {
    const world = inMemory()
    const payments = {
      ...world.payments,
      validateCard: async () => ({ kind: 'complete' as const }),
    }
    const outcome = await saveCard(
      { ...world, app: createWholeApp({ ...world, payments }) },
      { number: '4242' },
    )
    expect(outcome).toEqual({ kind: 'card-incomplete', message: 'Your card number is incomplete.' })
  })

  it.each([
    ['4000000000000002', 'Your card was declined.'],
    ['4000000000009995', 'Your card has insufficient funds.'],
    ['4000000000000069', 'Your card has expired.'],
  ])('returns why %s is declined, and then saves another card', async (number, message) => {
    const world = inMemory()
    expect(await saveCard(world, { number })).toEqual({ kind: 'declined', message })
    expect((await saveCard(world)).kind).toBe('saved')
  })

  it('returns authentication-failed until the visitor passes the bank’s check', async () => {
    const world = inMemory()
    const number = '4000002500003155'
    world.payments.answerChallenge('fail')
    expect(await saveCard(world, { number })).toEqual({
      kind: 'authentication-failed',
      message: expect.stringMatching(/authenticate/) as string,
    })
    world.payments.answerChallenge('pass')
    expect(await saveCard(world, { number })).toMatchObject({ kind: 'saved' })
  })

  it('returns billing-email-invalid for anything that is not an email address', async () => {
    expect(await saveCard(inMemory(), { billingEmail: 'nobody' })).toEqual({
      kind: 'billing-email-invalid',
    })
  })

  it('returns how long to wait after too many cards', async () => {
    const world = inMemory()
    world.adminApi.throttle()
    expect(await saveCard(world)).toEqual({ kind: 'rate-limited', retryAfterSeconds: 30 })
    expect(world.analytics.events).toEqual([])
  })

  it('throws PortUnavailable while payments or the admin API are down', async () => {
    const world = inMemory()
    const product = await anOffer(world)
    world.payments.fail()
    await expect(saveCard(world, { product })).rejects.toThrow(PortUnavailable)
    world.payments.restore()
    world.adminApi.fail()
    await expect(saveCard(world, { product })).rejects.toThrow(PortUnavailable)
  })

  describe('before there is an account', () => {
    it('sends a fresh challenge token with each attempt', async () => {
      const world = inMemory()
      expect((await saveCard(world)).kind).toBe('saved')
      expect((await saveCard(world)).kind).toBe('saved')
    })

    it('returns challenge-failed when the server takes the visitor for a bot', async () => {
      const world = inMemory()
      world.challenge.distrust()
      expect(await saveCard(world)).toEqual({ kind: 'challenge-failed' })
      expect(world.adminApi.setupIntents).toEqual([])
      expect(world.payments.confirmations).toEqual([])
    })

    it('requests a challenge token for the action save_card', async () => {
      const world = inMemory()
      const actions: string[] = []
      const challenge = {
        token: (action: 'save_card') => (actions.push(action), world.challenge.token(action)),
      }
      await saveCard({ ...world, app: createWholeApp({ ...world, challenge }) })
      expect(actions).toEqual(['save_card'])
    })

    it('sends no token where no challenge is set up', async () => {
      const world = inMemory()
      world.challenge.turnOff()
      const asked: object[] = []
      const adminApi = {
        ...world.adminApi,
        createSetupIntent: async (request: object) => (
          asked.push(request),
          { kind: 'challenge-failed' as const }
        ),
      }
      await saveCard({ ...world, app: createWholeApp({ ...world, adminApi }) })
      expect(asked).toEqual([{ billingEmail: 'ada@example.com', journey: 'sign-up' }])
    })

    it('throws PortUnavailable while the challenge is unavailable, and works afterwards', async () => {
      const world = inMemory()
      world.challenge.fail()
      await expect(saveCard(world)).rejects.toBeInstanceOf(PortUnavailable)
      world.challenge.restore()
      expect((await saveCard(world)).kind).toBe('saved')
    })
  })

  it('does not challenge a signed-in user', async () => {
    const world = inMemory()
    await signUpAda(world)
    world.challenge.fail()
    expect((await saveCard(world)).kind).toBe('saved')
  })
})
