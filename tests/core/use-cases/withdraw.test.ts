import { describe, expect, it } from 'vitest'
import { PortUnavailable } from '#core/model/failures.ts'
import { offerOf } from '#core/model/plan.ts'
import { anOffer, anOrder, aPayingSubscriber, aSubscriber } from '#tests/support/orders.ts'
import { ada } from '#tests/support/memory-ports.ts'

const DAY = 24 * 60 * 60 * 1000
const usd = (amount: number) => ({ amount, currency: 'usd' })

const refunds = async (
  { adminApi }: Pick<Awaited<ReturnType<typeof aSubscriber>>, 'adminApi'>,
  id: string,
) => (await adminApi.invoices(id)).map(({ refunded }) => refunded)

describe('withdraw', () => {
  it('ends the subscription immediately and refunds what was charged', async () => {
    const { app, adminApi, subscription } = await aPayingSubscriber('annual')
    expect(await app.withdraw(subscription.id)).toMatchObject({
      kind: 'withdrawn',
      refunded: usd(8999),
      subscription: { id: subscription.id, status: 'canceled', withdrawableUntil: null },
    })
    expect((await adminApi.profile()).subscription?.status).toBe('canceled')
    expect(await refunds({ adminApi }, subscription.id)).toEqual([usd(8999)])
  })

  it('refunds once for two clicks and a later repetition', async () => {
    const { app, adminApi, subscription } = await aPayingSubscriber('annual')
    const [first, second] = await Promise.all([
      app.withdraw(subscription.id),
      app.withdraw(subscription.id),
    ])
    expect(second).toEqual(first)
    expect(await app.withdraw(subscription.id)).toEqual(first)
    expect(await refunds({ adminApi }, subscription.id)).toEqual([usd(8999)])
  })

  it('returns recent-login-required and ends nothing until the password is entered again', async () => {
    const { app, adminApi, auth, subscription } = await aPayingSubscriber('annual')
    auth.ageSignIn()
    expect(await app.withdraw(subscription.id)).toEqual({ kind: 'recent-login-required' })
    expect((await adminApi.profile()).subscription?.status).toBe('active')
    await app.reauthenticate(ada.password)
    expect((await app.withdraw(subscription.id)).kind).toBe('withdrawn')
  })

  it('is possible until 14 days after the first charge', async () => {
    const world = await aPayingSubscriber('annual')
    const { app, clock, subscription } = world
    await clock.advance(14 * DAY - 1)
    expect((await app.withdraw(subscription.id)).kind).toBe('withdrawn')
  })

  it('returns withdrawal-over with the current profile 14 days after the first charge', async () => {
    const { app, adminApi, clock, subscription } = await aPayingSubscriber('annual')
    await clock.advance(14 * DAY)
    expect(await app.withdraw(subscription.id)).toMatchObject({
      kind: 'withdrawal-over',
      profile: { subscription: { status: 'active', withdrawableUntil: null } },
    })
    expect(await refunds({ adminApi }, subscription.id)).toEqual([null])
  })

  it('returns withdrawal-over in the trial, when nothing has been charged', async () => {
    const { app, subscription } = await aSubscriber()
    expect(await app.withdraw(subscription.id)).toMatchObject({
      kind: 'withdrawal-over',
      profile: { subscription: { status: 'trialing' } },
    })
  })

  it('refunds a plan that has just ended', async () => {
    const { app, adminApi, subscription } = await aPayingSubscriber('annual')
    adminApi.endSubscription((await adminApi.profile()).id)
    expect(await app.withdraw(subscription.id)).toMatchObject({
      kind: 'withdrawn',
      refunded: usd(8999),
    })
  })

  it('returns ended with the current profile when there is no such subscription', async () => {
    const { app, subscription } = await aPayingSubscriber('annual')
    expect(await app.withdraw('no-such-subscription')).toMatchObject({
      kind: 'ended',
      profile: { subscription: { id: subscription.id } },
    })
  })

  it('lets the user start a plan again, without another trial', async () => {
    const world = await aPayingSubscriber('annual')
    await world.app.withdraw(world.subscription.id)
    const product = offerOf(await anOffer(world, 'monthly'), true)
    expect(await world.app.subscribe(await anOrder(world, { product }))).toMatchObject({
      kind: 'subscribed',
      subscription: { productId: 'monthly', status: 'active' },
    })
  })

  it('throws PortUnavailable during an outage, and refunds once when repeated afterwards', async () => {
    const { app, adminApi, subscription } = await aPayingSubscriber('annual')
    adminApi.fail()
    await expect(app.withdraw(subscription.id)).rejects.toBeInstanceOf(PortUnavailable)
    adminApi.restore()
    expect((await app.withdraw(subscription.id)).kind).toBe('withdrawn')
    expect(await refunds({ adminApi }, subscription.id)).toEqual([usd(8999)])
  })
})
