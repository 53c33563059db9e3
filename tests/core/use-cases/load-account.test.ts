import { describe, expect, it } from 'vitest'
import { inMemory, signUpAda } from '#tests/support/memory-ports.ts'
import { aSubscriber } from '#tests/support/orders.ts'

describe('loadAccount', () => {
  it('returns the profile, plans, subscriber, invoices and past results', async () => {
    const { app, adminApi, subscription } = await aSubscriber()
    const account = await app.loadAccount()
    const { products, subscriber } = await adminApi.offers()
    expect(account).toEqual({
      profile: await adminApi.profile(),
      products,
      subscriber,
      invoices: await adminApi.invoices(subscription.id),
      diagnoses: { items: [], nextCursor: null },
    })
    expect(account.invoices).toMatchObject([{ status: 'paid', total: { amount: 0 } }])
  })

  it('returns no invoices without a subscription', async () => {
    const world = inMemory()
    await signUpAda(world)
    expect(await world.app.loadAccount()).toMatchObject({
      profile: { subscription: null },
      invoices: [],
    })
  })
})
