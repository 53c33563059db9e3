import { describe, expect, it } from 'vitest'
import { PortUnavailable } from '#core/model/failures.ts'
import { aSubscriber } from '#tests/support/orders.ts'

describe('cancelSubscription', () => {
  it('lets the subscription run to the end of its period', async () => {
    const { app, subscription } = await aSubscriber()
    const cancelled = { ...subscription, cancelAtPeriodEnd: true }
    expect(await app.cancelSubscription(subscription.id)).toEqual({
      kind: 'changed',
      subscription: cancelled,
    })
  })

  it('returns ended with the current profile when the subscription has already ended', async () => {
    const { app, adminApi, subscription } = await aSubscriber()
    adminApi.endSubscription((await adminApi.profile()).id)
    expect(await app.cancelSubscription(subscription.id)).toMatchObject({
      kind: 'ended',
      profile: { subscription: { status: 'canceled' } },
    })
  })

  it('throws PortUnavailable during an outage and changes nothing', async () => {
    const { app, adminApi, subscription } = await aSubscriber()
    adminApi.fail()
    await expect(app.cancelSubscription(subscription.id)).rejects.toBeInstanceOf(PortUnavailable)
    adminApi.restore()
    expect((await adminApi.profile()).subscription).toEqual(subscription)
  })
})

describe('resumeSubscription', () => {
  it('undoes a cancellation', async () => {
    const { app, subscription } = await aSubscriber()
    await app.cancelSubscription(subscription.id)
    expect(await app.resumeSubscription(subscription.id)).toEqual({ kind: 'changed', subscription })
  })

  it('returns ended with the current profile when the subscription has already ended', async () => {
    const { app, adminApi, subscription } = await aSubscriber()
    adminApi.endSubscription((await adminApi.profile()).id)
    expect(await app.resumeSubscription(subscription.id)).toMatchObject({
      kind: 'ended',
      profile: { subscription: { status: 'canceled' } },
    })
  })
})
