import { describe, expect, it, vi } from 'vitest'
import { memoryCard } from '#adapters/memory/memory-payments.ts'
import { PortUnavailable } from '#core/model/failures.ts'
import { confirmCard } from '#core/use-cases/confirm-card.ts'
import { ada, inMemory, origin } from '#tests/support/memory-ports.ts'
import type { InMemory } from '#tests/support/memory-ports.ts'

/** A visitor without an account; `onIntent` records that the provider is ready for the card. */
const aWorld = () => ({ ...inMemory(), onIntent: vi.fn<() => void>() })

const anAttempt = async (
  world: ReturnType<typeof aWorld>,
  number = '4242424242424242',
  billingEmail = ada.email,
) =>
  confirmCard(world)({
    card: memoryCard(number),
    billingEmail,
    returnUrl: `${origin}/account`,
    setup: { challengeToken: (await world.challenge.token('save_card')) ?? '' },
    onIntent: world.onIntent,
  })

describe('confirmCard', () => {
  it('returns the card with its setup intent, and charges nothing', async () => {
    const world = aWorld()
    const outcome = await anAttempt(world)
    const [intent] = world.adminApi.setupIntents
    const [confirmed] = world.payments.confirmations
    expect(outcome).toEqual({
      kind: 'confirmed',
      card: {
        setupIntentId: intent?.id,
        setupIntentClientSecret: confirmed?.clientSecret,
        paymentMethodId: confirmed?.paymentMethodId,
      },
    })
    expect(world.onIntent).toHaveBeenCalledOnce()
    expect(world.adminApi.subscriptions).toEqual([])
  })

  it.each([
    ['card-incomplete', '4242', 'Your card number is incomplete.'],
    ['declined', '4000000000000002', 'Your card was declined.'],
  ])(
    'returns %s, with the message for the visitor, for the card %s',
    async (kind, number, message) => {
      const world = aWorld()
      expect(await anAttempt(world, number)).toEqual({ kind, message })
      expect(world.onIntent).toHaveBeenCalledOnce()
    },
  )

  it('returns authentication-failed when the visitor does not pass the bank’s check', async () => {
    const world = aWorld()
    world.payments.answerChallenge('fail')
    expect(await anAttempt(world, '4000002500003155')).toEqual({
      kind: 'authentication-failed',
      message: expect.stringMatching(/authenticate/) as string,
    })
  })

  it.each([
    [
      'challenge-failed, when the server takes the visitor for a bot',
      (world: InMemory) => world.challenge.distrust(),
      ada.email,
      { kind: 'challenge-failed' },
    ],
    [
      'how long to wait, after too many cards',
      (world: InMemory) => world.adminApi.throttle(),
      ada.email,
      { kind: 'rate-limited', retryAfterSeconds: 30 },
    ],
    [
      'billing-email-invalid, for anything that is not an email address',
      () => {},
      'nobody',
      { kind: 'billing-email-invalid' },
    ],
  ])('returns %s, before the provider sees the card', async (_, hinder, billingEmail, refusal) => {
    const world = aWorld()
    hinder(world)
    expect(await anAttempt(world, undefined, billingEmail)).toEqual(refusal)
    expect(world.onIntent).not.toHaveBeenCalled()
    expect(world.payments.confirmations).toEqual([])
  })

  it('throws PortUnavailable while payments or the admin API are down', async () => {
    const world = aWorld()
    world.payments.fail()
    await expect(anAttempt(world)).rejects.toThrow(PortUnavailable)
    world.payments.restore()
    world.adminApi.fail()
    await expect(anAttempt(world)).rejects.toThrow(PortUnavailable)
  })
})
