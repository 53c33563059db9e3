import { describe, expect, it } from 'vitest'
import { PortUnavailable } from '#core/model/failures.ts'
import { aLateSubscriber, aSubscriber, repairCard } from '#tests/support/orders.ts'
import { createWholeApp } from '#tests/support/memory-ports.ts'

describe('repairCard', () => {
  it('replaces the card of a subscription that owes nothing', async () => {
    const { subscription, ...world } = await aSubscriber()
    expect(subscription.paymentMethod).toMatchObject({ brand: 'Visa', last4: '4242' })
    const outcome = await repairCard(world, subscription.id)
    expect(outcome).toMatchObject({
      kind: 'repaired',
      subscription: {
        status: 'trialing',
        paymentMethod: { brand: 'Mastercard', last4: '4444' },
        openInvoice: null,
      },
    })
  })

  it('returns due-changed with the amount due, and charges nothing, when another amount was shown', async () => {
    const { subscription, ...world } = await aLateSubscriber()
    expect(await repairCard(world, subscription.id, undefined, null)).toMatchObject({
      kind: 'due-changed',
      profile: { subscription: { openInvoice: { amount: { amount: 8999 } } } },
    })
    const [invoice] = await world.adminApi.invoices(subscription.id)
    expect(invoice?.status).toBe('open')
  })

  it('pays the open invoice immediately', async () => {
    const { subscription, ...world } = await aLateSubscriber()
    expect(subscription).toMatchObject({
      status: 'past_due',
      openInvoice: { amount: { amount: 8999, currency: 'usd' } },
      graceEndsAt: '2026-11-28T12:00:00.000Z',
    })
    expect(await repairCard(world, subscription.id)).toMatchObject({
      kind: 'repaired',
      subscription: { status: 'active', openInvoice: null, graceEndsAt: null },
    })
    const [invoice] = await world.adminApi.invoices(subscription.id)
    expect(invoice).toMatchObject({ status: 'paid', total: { amount: 8999 } })
  })

  it('returns declined and keeps the previous card when the new one cannot pay', async () => {
    const { subscription, ...world } = await aLateSubscriber()
    expect(await repairCard(world, subscription.id, '4000000000000341')).toEqual({
      kind: 'declined',
      message: 'Your card was declined.',
    })
    expect((await world.adminApi.profile()).subscription).toEqual(subscription)
    expect((await repairCard(world, subscription.id)).kind).toBe('repaired')
  })

  it('returns declined for a card that cannot be saved', async () => {
    const { subscription, ...world } = await aLateSubscriber()
    expect((await repairCard(world, subscription.id, '4000000000000002')).kind).toBe('declined')
    expect((await world.adminApi.profile()).subscription).toEqual(subscription)
  })

  it('pays the open invoice once the visitor has passed the bank’s check', async () => {
    const { subscription, ...world } = await aLateSubscriber()
    world.payments.answerChallenge('pass')
    expect(await repairCard(world, subscription.id, '4000002760003184')).toMatchObject({
      kind: 'repaired',
      subscription: { status: 'active' },
    })
    expect(world.payments.authentications).toHaveLength(1)
  })

  it('returns authentication-failed when the visitor does not pass the bank’s check of the payment', async () => {
    const { subscription, ...world } = await aLateSubscriber()
    const message = 'Not you.'
    const payments = {
      ...world.payments,
      authenticate: async () => ({ kind: 'authentication-failed' as const, message }),
    }
    const app = createWholeApp({ ...world, payments })
    expect(await repairCard({ app }, subscription.id, '4000002760003184')).toEqual({
      kind: 'authentication-failed',
      message,
    })
    expect((await world.adminApi.profile()).subscription).toEqual(subscription)
  })

  it('returns card-incomplete without asking the admin API while the form is not filled in', async () => {
    const { subscription, ...world } = await aSubscriber()
    world.adminApi.fail()
    expect(await repairCard(world, subscription.id, '')).toEqual({
      kind: 'card-incomplete',
      message: 'Your card number is incomplete.',
    })
  })

  it('returns ended with the current profile when the subscription has ended', async () => {
    const { subscription, ...world } = await aLateSubscriber()
    world.adminApi.endSubscription((await world.adminApi.profile()).id)
    expect(await repairCard(world, subscription.id)).toMatchObject({
      kind: 'ended',
      profile: { subscription: { status: 'canceled' } },
    })
  })

  it('returns how long to wait after too many cards', async () => {
    const { subscription, ...world } = await aSubscriber()
    world.adminApi.throttle()
    expect(await repairCard(world, subscription.id)).toEqual({
      kind: 'rate-limited',
      retryAfterSeconds: 30,
    })
  })

  it.each(['invalid', 'setup-intent-expired', 'action-required'] as const)(
    'returns rejected when the card is not accepted: %s',
    async (kind) => {
      const { subscription, ...world } = await aSubscriber()
      const refusal = { kind, errors: [], clientSecret: 'pi_1_secret' } as const
      const adminApi = { ...world.adminApi, replaceCard: async () => refusal }
      const app = createWholeApp({ ...world, adminApi })
      expect(await repairCard({ app }, subscription.id)).toEqual({ kind: 'rejected' })
    },
  )

  it.each(['invalid', 'challenge-failed'] as const)(
    'returns rejected when no setup intent is created: %s',
    async (kind) => {
      const { subscription, ...world } = await aSubscriber()
      const refusal = { kind, errors: [] } as const
      const adminApi = { ...world.adminApi, createSetupIntent: async () => refusal }
      const app = createWholeApp({ ...world, adminApi })
      expect(await repairCard({ app }, subscription.id)).toEqual({ kind: 'rejected' })
    },
  )

  it('throws PortUnavailable while payments or the admin API are down, and works afterwards', async () => {
    const { subscription, ...world } = await aLateSubscriber()
    world.payments.fail()
    await expect(repairCard(world, subscription.id)).rejects.toBeInstanceOf(PortUnavailable)
    world.payments.restore()
    world.adminApi.fail()
    await expect(repairCard(world, subscription.id)).rejects.toBeInstanceOf(PortUnavailable)
    world.adminApi.restore()
    expect((await repairCard(world, subscription.id)).kind).toBe('repaired')
  })
})
