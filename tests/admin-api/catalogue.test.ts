import type { Stripe } from 'stripe'
import { describe, expect, test, vi } from 'vitest'
import { createCatalogue } from '#admin-api/payments/catalogue.ts'

const TTL = 60_000

const price = (amount: number) => ({
  id: `price_${amount}`,
  currency: 'usd',
  unit_amount: amount,
  metadata: {},
  recurring: { interval: 'month', interval_count: 1 },
  product: {
    name: 'Monthly',
    active: true,
    metadata: { app_product_id: 'monthly' },
    default_price: `price_${amount}`,
    marketing_features: [],
  },
})

const start = () => {
  let now = 0
  const list = vi.fn<() => Promise<unknown>>()
  const stripe = { prices: { list } } as unknown as Stripe
  const catalogue = createCatalogue(stripe, { ttlMs: TTL, clock: () => new Date(now) })
  return {
    list,
    answers: (amount: number) => list.mockResolvedValueOnce({ data: [price(amount)] }),
    pass: (milliseconds: number) => {
      now += milliseconds
    },
    amount: async () => (await catalogue.find('monthly'))?.product.price.amount,
  }
}

describe('the offers', () => {
  test('are cached, and are read from the provider again only once the cache has expired', async () => {
    const { answers, amount, pass, list } = start()
    answers(1299)
    expect([await amount(), await amount()]).toEqual([1299, 1299])
    pass(TTL)
    answers(1399)
    expect(await amount()).toBe(1399)
    expect(list).toHaveBeenCalledTimes(2)
  })

  test('stay the old ones until a slow provider returns the new ones', async () => {
    const { answers, amount, pass, list } = start()
    answers(1299)
    await amount()
    pass(TTL)
    let answer = (_prices: unknown) => {}
    list.mockReturnValueOnce(
      new Promise((resolve) => {
        answer = resolve
      }),
    )
    expect([await amount(), await amount()]).toEqual([1299, 1299])
    expect(list).toHaveBeenCalledTimes(2)
    answer({ data: [price(1399)] })
    await expect.poll(amount).toBe(1399)
  })

  test('stay the old ones when the provider fails, and it is not asked again for ten seconds', async () => {
    const { answers, amount, pass, list } = start()
    answers(1299)
    await amount()
    pass(TTL)
    list.mockRejectedValueOnce(new Error('out of order'))
    expect([await amount(), await amount()]).toEqual([1299, 1299])
    expect(list).toHaveBeenCalledTimes(2)
    pass(10_000)
    answers(1399)
    expect(await amount()).toBe(1399)
  })

  test('fail with the provider’s error if none are cached, and are read again at the next call', async () => {
    const { amount, answers, list } = start()
    list.mockRejectedValueOnce(new Error('out of order'))
    await expect(amount()).rejects.toThrow('out of order')
    answers(1299)
    expect(await amount()).toBe(1299)
  })
})
