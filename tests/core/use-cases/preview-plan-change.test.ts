import { describe, expect, it } from 'vitest'
import { PortUnavailable } from '#core/model/failures.ts'
import { aPayingSubscriber, aSubscriber, previewOf } from '#tests/support/orders.ts'

const DAY = 24 * 60 * 60 * 1000
const usd = (amount: number) => ({ amount, currency: 'usd' })

describe('previewPlanChange', () => {
  it('shows what the more expensive plan costs today, less the unused days of the current one', async () => {
    const world = await aPayingSubscriber('monthly')
    await world.clock.advance(13 * DAY)
    expect(await previewOf(world, 'annual')).toMatchObject({
      productId: 'annual',
      effective: 'now',
      dueToday: usd(8999 - 736),
      lines: [
        { kind: 'plan', amount: usd(8999) },
        {
          kind: 'unused',
          amount: usd(-736),
          period: { start: '2026-12-04T12:00:00.000Z', end: '2026-12-21T12:00:00.000Z' },
        },
      ],
      nextCharge: { date: '2027-12-04T12:00:00.000Z', amount: usd(8999) },
      endingPromotion: null,
    })
  })

  it('credits only what was paid when a promotion had reduced the price', async () => {
    const world = await aPayingSubscriber('monthly', 'FRIEND10')
    expect((await previewOf(world, 'annual')).dueToday).toEqual(usd(8999 - 299))
  })

  it('names the promotion that does not apply to the new plan', async () => {
    const world = await aPayingSubscriber('monthly', 'HALFYEAR')
    expect(await previewOf(world, 'annual')).toMatchObject({
      dueToday: usd(8999 - 649),
      endingPromotion: { code: 'HALFYEAR' },
    })
  })

  it('shows that the cheaper plan starts with the next period', async () => {
    const world = await aPayingSubscriber('annual')
    expect(await previewOf(world, 'monthly')).toMatchObject({
      effective: 'period-end',
      dueToday: usd(0),
      lines: [],
      nextCharge: { date: world.subscription.currentPeriodEnd, amount: usd(1299) },
    })
  })

  it('shows that the trial continues and that the new plan is charged at its end', async () => {
    const world = await aSubscriber()
    expect(await previewOf(world, 'monthly')).toMatchObject({
      effective: 'now',
      dueToday: usd(0),
      nextCharge: { date: world.subscription.trialEnd, amount: usd(1299) },
    })
  })

  it('returns not-changeable with the current profile when the plan has been cancelled', async () => {
    const { app, adminApi, subscription } = await aSubscriber()
    await adminApi.cancelSubscription(subscription.id)
    const asked = { subscriptionId: subscription.id, productId: 'monthly' }
    expect(await app.previewPlanChange(asked)).toMatchObject({
      kind: 'not-changeable',
      profile: { subscription: { cancelAtPeriodEnd: true } },
    })
  })

  it('returns ended with the current profile when the subscription has already ended', async () => {
    const { app, adminApi, subscription } = await aSubscriber()
    adminApi.endSubscription((await adminApi.profile()).id)
    const asked = { subscriptionId: subscription.id, productId: 'monthly' }
    expect(await app.previewPlanChange(asked)).toMatchObject({
      kind: 'ended',
      profile: { subscription: { status: 'canceled' } },
    })
  })

  it('throws PortUnavailable during an outage', async () => {
    const world = await aSubscriber()
    world.adminApi.fail()
    await expect(previewOf(world, 'monthly')).rejects.toBeInstanceOf(PortUnavailable)
  })
})
