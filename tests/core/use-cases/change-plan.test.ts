import { describe, expect, it } from 'vitest'
import { PortUnavailable } from '#core/model/failures.ts'
import type { PlanChangePreview } from '#core/model/plan-change.ts'
import { someTerms } from '#tests/support/a-visitor.ts'
import { aPayingSubscriber, aSubscriber, previewOf, repairCard } from '#tests/support/orders.ts'
import { createWholeApp } from '#tests/support/memory-ports.ts'

type Subscriber = Awaited<ReturnType<typeof aSubscriber>>

const DAY = 24 * 60 * 60 * 1000
const DECLINED = '4000000000000341'
const ASKS_BANK = '4000002760003184'

/** A subscriber to the monthly plan with a new card, to which nothing has been charged yet. */
const payingWith = async (number: string): Promise<Subscriber> => {
  const world = await aPayingSubscriber('monthly')
  await repairCard(world, world.subscription.id, number)
  return world
}

const change = (
  { app, subscription }: Pick<Subscriber, 'app' | 'subscription'>,
  preview: PlanChangePreview,
) => app.changePlan({ subscriptionId: subscription.id, preview, consent: someTerms })

const current = async ({ adminApi }: Subscriber) => (await adminApi.profile()).subscription

describe('changePlan', () => {
  it('starts the more expensive plan immediately and charges what the preview showed', async () => {
    const world = await aPayingSubscriber('monthly')
    const preview = await previewOf(world, 'annual')
    expect(await change(world, preview)).toMatchObject({
      kind: 'changed',
      subscription: {
        productId: 'annual',
        currentPeriodEnd: preview.nextCharge.date,
        changeConsents: [{ ...someTerms, productId: 'annual', price: { amount: 8999 } }],
      },
    })
    const [invoice] = await world.adminApi.invoices(world.subscription.id)
    expect(invoice).toMatchObject({ status: 'paid', total: preview.dueToday })
  })

  it('starts the cheaper plan with the next period', async () => {
    const world = await aPayingSubscriber('annual')
    const { currentPeriodEnd } = world.subscription
    expect(await change(world, await previewOf(world, 'monthly'))).toMatchObject({
      kind: 'changed',
      subscription: {
        productId: 'annual',
        pendingChange: { productId: 'monthly', date: currentPeriodEnd },
      },
    })
    await world.clock.advance(364 * DAY)
    expect(await current(world)).toMatchObject({ productId: 'annual' })
    await world.clock.advance(DAY)
    expect(await current(world)).toMatchObject({
      productId: 'monthly',
      price: { amount: 1299 },
      pendingChange: null,
      currentPeriodEnd: '2027-12-21T12:00:00.000Z',
    })
    const [invoice] = await world.adminApi.invoices(world.subscription.id)
    expect(invoice).toMatchObject({ total: { amount: 1299 }, createdAt: currentPeriodEnd })
  })

  it('charges once for two clicks and a later repetition', async () => {
    const world = await aPayingSubscriber('monthly')
    const preview = await previewOf(world, 'annual')
    await Promise.all([change(world, preview), change(world, preview)])
    expect((await change(world, preview)).kind).toBe('changed')
    expect(await world.adminApi.invoices(world.subscription.id)).toHaveLength(2)
  })

  it('returns declined and keeps the plan, and charges another card only with a fresh preview', async () => {
    const world = await payingWith(DECLINED)
    const preview = await previewOf(world, 'annual')
    const declined = { kind: 'declined', message: 'Your card was declined.' }
    expect(await change(world, preview)).toEqual(declined)
    expect(await current(world)).toMatchObject({ productId: 'monthly', status: 'active' })
    await repairCard(world, world.subscription.id)
    expect(await change(world, preview)).toEqual(declined)
    expect((await change(world, await previewOf(world, 'annual'))).kind).toBe('changed')
  })

  it('changes the plan once the visitor has passed the bank’s check', async () => {
    const world = await payingWith(ASKS_BANK)
    expect(await change(world, await previewOf(world, 'annual'))).toMatchObject({
      kind: 'changed',
      subscription: { productId: 'annual' },
    })
    expect(world.payments.authentications).toHaveLength(1)
  })

  it('returns authentication-failed and keeps the plan when the visitor fails the bank’s check', async () => {
    const world = await payingWith(ASKS_BANK)
    world.payments.answerChallenge('fail')
    const outcome = await change(world, await previewOf(world, 'annual'))
    expect(outcome.kind).toBe('authentication-failed')
    expect(await current(world)).toMatchObject({ productId: 'monthly' })
  })

  it('returns rejected when the bank asks again after its check', async () => {
    const world = await payingWith(ASKS_BANK)
    const preview = await previewOf(world, 'annual')
    const again = { kind: 'action-required', clientSecret: 'pi_1_secret' } as const
    const adminApi = { ...world.adminApi, changePlan: async () => again }
    const app = createWholeApp({ ...world, adminApi })
    expect(await change({ ...world, app }, preview)).toEqual({ kind: 'rejected' })
  })

  it('returns preview-stale and changes nothing when the preview is too old', async () => {
    const world = await aPayingSubscriber('monthly')
    const preview = await previewOf(world, 'annual')
    await world.clock.advance(15 * 60 * 1000 + 1)
    expect(await change(world, preview)).toEqual({ kind: 'preview-stale' })
    expect(await current(world)).toEqual(world.subscription)
  })

  it('returns not-changeable with the current profile when the plan was cancelled after the preview', async () => {
    const world = await aPayingSubscriber('monthly')
    const preview = await previewOf(world, 'annual')
    await world.app.cancelSubscription(world.subscription.id)
    expect(await change(world, preview)).toMatchObject({
      kind: 'not-changeable',
      profile: { subscription: { productId: 'monthly', cancelAtPeriodEnd: true } },
    })
  })

  it('returns ended with the current profile when the subscription has already ended', async () => {
    const world = await aPayingSubscriber('monthly')
    const preview = await previewOf(world, 'annual')
    world.adminApi.endSubscription((await world.adminApi.profile()).id)
    expect(await change(world, preview)).toMatchObject({
      kind: 'ended',
      profile: { subscription: { status: 'canceled' } },
    })
  })

  it('throws PortUnavailable while payments or the admin API are down, and charges once afterwards', async () => {
    const world = await payingWith(ASKS_BANK)
    const preview = await previewOf(world, 'annual')
    world.payments.fail()
    await expect(change(world, preview)).rejects.toBeInstanceOf(PortUnavailable)
    world.payments.restore()
    world.adminApi.fail()
    await expect(change(world, preview)).rejects.toBeInstanceOf(PortUnavailable)
    world.adminApi.restore()
    expect((await change(world, preview)).kind).toBe('changed')
    expect(await world.adminApi.invoices(world.subscription.id)).toHaveLength(2)
  })
})
