import { describe, expect, it } from 'vitest'
import { inMemory } from '#tests/support/memory-ports.ts'
import { aSubscriber } from '#tests/support/orders.ts'

describe('loadOffers', () => {
  it('offers a visitor every plan with its trial', async () => {
    const { products, trialEligible, subscriber } = await inMemory().app.loadOffers()
    expect(products.map(({ id }) => id)).toEqual(['monthly', 'annual'])
    expect({ trialEligible, subscriber }).toEqual({ trialEligible: true, subscriber: null })
  })

  it('offers a subscriber no second trial', async () => {
    const { app } = await aSubscriber()
    expect(await app.loadOffers()).toMatchObject({
      trialEligible: false,
      subscriber: { subscriptions: { annual: {} } },
    })
  })
})
