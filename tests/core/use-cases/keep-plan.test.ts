import { describe, expect, it, vi } from 'vitest'
import { someTerms } from '#tests/support/a-visitor.ts'
import { aPayingSubscriber, previewOf } from '#tests/support/orders.ts'
import { createWholeApp } from '#tests/support/memory-ports.ts'

const DAY = 24 * 60 * 60 * 1000

describe('keepPlan', () => {
  const changing = async () => {
    const world = await aPayingSubscriber('annual')
    const preview = await previewOf(world, 'monthly')
    await world.app.changePlan({
      subscriptionId: world.subscription.id,
      preview,
      consent: someTerms,
    })
    return world
  }

  it('takes back a change of plan before it takes effect', async () => {
    const world = await changing()
    const { changeConsents: _none, ...before } = world.subscription
    expect(await world.app.keepPlan(world.subscription)).toMatchObject({
      kind: 'changed',
      subscription: before,
    })
    const { changeConsents, ...after } = (await world.adminApi.profile()).subscription!
    expect(after).toEqual(before)
    expect(changeConsents).toMatchObject([{ productId: 'monthly' }])
  })

  it('returns changed-meanwhile with the current profile when the change has already taken effect', async () => {
    const world = await changing()
    await world.clock.advance(366 * DAY)
    const outcome = await world.app.keepPlan(world.subscription)
    expect(outcome).toMatchObject({
      kind: 'changed-meanwhile',
      profile: { subscription: { productId: 'monthly' } },
    })
  })

  it('returns changed-meanwhile when its own preview is refused as stale', async () => {
    const world = await changing()
    const adminApi = {
      ...world.adminApi,
      changePlan: async () => ({ kind: 'preview-stale' }) as const,
    }
    const app = createWholeApp({ ...world, adminApi })
    expect(await app.keepPlan(world.subscription)).toMatchObject({ kind: 'changed-meanwhile' })
  })

  it('returns changed-meanwhile and charges nothing when keeping the plan would cost something today', async () => {
    const world = await changing()
    const preview = {
      ...(await previewOf(world, 'annual')),
      dueToday: { amount: 1, currency: 'usd' },
    }
    const changePlan = vi.fn<typeof world.adminApi.changePlan>(world.adminApi.changePlan)
    const previewPlanChange = async () => ({ kind: 'previewed', preview }) as const
    const app = createWholeApp({
      ...world,
      adminApi: { ...world.adminApi, previewPlanChange, changePlan },
    })
    expect(await app.keepPlan(world.subscription)).toMatchObject({ kind: 'changed-meanwhile' })
    expect(changePlan).not.toHaveBeenCalled()
  })

  it('returns ended with the current profile when the subscription has already ended', async () => {
    const world = await changing()
    world.adminApi.endSubscription((await world.adminApi.profile()).id)
    expect(await world.app.keepPlan(world.subscription)).toMatchObject({
      kind: 'ended',
      profile: { subscription: { status: 'canceled' } },
    })
  })
})
