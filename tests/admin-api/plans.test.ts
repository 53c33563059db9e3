import { afterAll, beforeAll, expect, test } from 'vitest'
import { createCatalogue } from '#admin-api/payments/catalogue.ts'
import { createPlanFinder } from '#admin-api/payments/plans.ts'
import { startTimeout } from './support/harness.ts'
import { startShop } from './support/shop.ts'
import type { Shop } from './support/shop.ts'

let shop: Shop
beforeAll(async () => {
  shop = await startShop()
}, 2 * startTimeout)
afterAll(() => shop.stop())

test('a subscription’s plan is found by its price even when its product is no longer on offer', async () => {
  const catalogue = createCatalogue(shop.stripe, { ttlMs: 0, clock: () => new Date() })
  const offer = (await catalogue.find('annual'))!
  const find = createPlanFinder(shop.stripe, catalogue)
  const plan = { name: offer.product.name, interval: 'year' }
  const ordered = { productId: 'annual', priceId: offer.priceId }
  expect(await find(ordered)).toMatchObject(plan)
  expect(await find({ productId: 'annual-of-old', priceId: offer.priceId })).toEqual(plan)
  expect(await find({ productId: 'annual-of-old', priceId: 'price_none' })).toBeNull()
})
