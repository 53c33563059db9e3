import { describe, expect, it } from 'vitest'
import { inMemory } from '#tests/support/memory-ports.ts'
import type { InMemory } from '#tests/support/memory-ports.ts'
import { anOffer } from '#tests/support/orders.ts'

const halfyear = async ({ app }: InMemory) => {
  const check = await app.checkPromotionCode({ code: 'halfyear', productId: 'monthly' })
  if (check.kind !== 'applies') throw new Error(check.kind)
  return check.promotion
}

describe('choosePlan', () => {
  it('returns the plan and tracks the choice', async () => {
    const world = inMemory()
    const product = await anOffer(world)
    expect(await world.app.choosePlan(product, null, () => true)).toEqual({
      kind: 'chosen',
      product,
      promotion: null,
    })
    expect(world.analytics.events).toEqual([
      {
        name: 'web_program_selected',
        properties: { plan: 'annual', amount: 8999, currency: 'usd', promotion: null },
      },
    ])
  })

  it('keeps a promotion that applies to the plan', async () => {
    const world = inMemory()
    const promotion = await halfyear(world)
    const product = await anOffer(world, 'monthly')
    expect(await world.app.choosePlan(product, promotion, () => true)).toEqual({
      kind: 'chosen',
      product,
      promotion,
    })
    expect(world.analytics.events).toMatchObject([
      { properties: { plan: 'monthly', promotion: 'HALFYEAR' } },
    ])
  })

  it('refuses a promotion that is not for the plan and tracks nothing', async () => {
    const world = inMemory()
    const outcome = await world.app.choosePlan(
      await anOffer(world, 'annual'),
      await halfyear(world),
      () => true,
    )
    expect(outcome).toEqual({ kind: 'promotion-refused', outcome: { kind: 'not-for-this-plan' } })
    expect(world.analytics.events).toEqual([])
  })

  it('chooses and tracks nothing when the pick changes while the promotion is checked', async () => {
    const world = inMemory()
    const product = await anOffer(world, 'monthly')
    const outcome = await world.app.choosePlan(product, await halfyear(world), () => false)
    expect(outcome).toEqual({ kind: 'pick-changed' })
    expect(world.analytics.events).toEqual([])
  })
})
