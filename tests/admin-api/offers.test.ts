import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { somebody } from './support/harness.ts'
import { routes, startShop } from './support/shop.ts'
import type { Shop } from './support/shop.ts'

let shop: Shop
beforeAll(async () => {
  shop = await startShop()
})
afterEach(() => shop.outage({}))
afterAll(() => shop.stop())

const promotion = (code: string, product: string) =>
  shop.get(`${routes.promotionCodes}?code=${encodeURIComponent(code)}&product=${product}`)

describe('GET iap_subscriptions', () => {
  test('returns the payment provider’s products, and no subscriber to a visitor', async () => {
    const answer = await shop.get(routes.offers)
    expect(answer.statusCode).toBe(200)
    const { products, subscriber } = answer.json().data
    expect(subscriber).toBeNull()
    expect(products).toMatchObject([
      {
        id: 'monthly',
        name: 'Monthly',
        interval: 'month',
        price: { amount: 1299, currency: 'usd' },
        trialDays: 7,
      },
      {
        id: 'annual',
        name: 'Annual',
        interval: 'year',
        price: { amount: 8999, currency: 'usd' },
        trialDays: 14,
      },
    ])
    expect(products[0].features).toContain('Cancel in two steps, any time')
  })

  test('omits products of the provider without an app_product_id', async () => {
    const product = await shop.stripe.products.create({ name: 'Other' })
    await shop.stripe.prices.create({
      product: product.id,
      currency: 'usd',
      unit_amount: 100,
      recurring: { interval: 'month' },
    })
    expect((await shop.get(routes.offers)).json().data.products).toHaveLength(2)
  })

  test('returns a subscriber without purchases to a user who has bought nothing', async () => {
    const as = somebody()
    const { id, createdAt } = (await shop.get('/api/v1/me', { as })).json().data
    expect((await shop.get(routes.offers, { as })).json().data.subscriber).toMatchObject({
      original_app_user_id: id,
      first_seen: createdAt,
      entitlements: {},
      subscriptions: {},
    })
  })

  test('serves the cached products while the provider is down', async () => {
    await shop.get(routes.offers)
    await shop.outage({ status: 503 })
    const answer = await shop.get(routes.offers)
    expect(answer.statusCode).toBe(200)
    expect(answer.json().data.products).toHaveLength(2)
  })

  test('returns 503 while the provider is down and no products are cached', async () => {
    const cold = await startShop({ parts: { database: shop.database } })
    await cold.outage({ status: 503 })
    const answer = await cold.get(routes.offers)
    expect([answer.statusCode, answer.json().code]).toEqual([503, 'payment/unavailable'])
    await cold.outage({})
    expect((await cold.get(routes.offers)).statusCode).toBe(200)
    await cold.stop()
  })
})

describe('GET promotion_codes', () => {
  test.each([
    ['WELCOME20', 'annual', { percentOff: 20, duration: 'once' }],
    ['welcome20', 'monthly', { percentOff: 20, duration: 'once' }],
    [' Friend10 ', 'annual', { amountOff: { amount: 1000, currency: 'usd' }, duration: 'once' }],
    ['HALFYEAR', 'monthly', { percentOff: 50, duration: 'repeating', months: 6 }],
  ])('returns the terms of the code %j for the %s plan', async (code, product, terms) => {
    const answer = await promotion(code, product)
    expect(answer.statusCode).toBe(200)
    expect(answer.json().data).toEqual({
      id: expect.stringMatching(/^promo_/),
      code: code.trim().toUpperCase(),
      ...terms,
    })
  })

  test.each([
    ['NOSUCHCODE', 'annual', 404, 'promotion/not-found'],
    ['WELCOME2', 'annual', 404, 'promotion/not-found'],
    ['%', 'annual', 404, 'promotion/not-found'],
    ['  ', 'annual', 404, 'promotion/not-found'],
    ['EXPIRED', 'annual', 410, 'promotion/expired'],
    ['SOLDOUT', 'annual', 410, 'promotion/used-up'],
    ['HALFYEAR', 'annual', 409, 'promotion/not-applicable'],
  ])('refuses the code %j for the %s plan with %i %s', async (code, product, status, problem) => {
    const answer = await promotion(code, product)
    expect([answer.statusCode, answer.json().code]).toEqual([status, problem])
  })

  test('refuses an unknown product', async () => {
    const answer = await promotion('WELCOME20', 'lifetime')
    expect([answer.statusCode, answer.json().errors[0].path]).toEqual([422, 'product'])
  })

  test('returns 410 for a code that was deactivated', async () => {
    const code = await shop.stripe.promotionCodes.create({
      code: 'OFF1',
      promotion: { type: 'coupon', coupon: 'welcome20' },
    })
    await shop.stripe.promotionCodes.update(code.id, { active: false })
    expect((await promotion('OFF1', 'annual')).statusCode).toBe(410)
  })

  test.each(['', '?code=A', '?product=annual', '?code=&product=annual'])(
    'returns 422 for the query %j',
    async (query) => {
      expect((await shop.get(routes.promotionCodes + query)).statusCode).toBe(422)
    },
  )

  test('returns 503 while the provider is down', async () => {
    await shop.get(routes.offers)
    await shop.outage({ status: 500 })
    expect((await promotion('WELCOME20', 'annual')).statusCode).toBe(503)
  })
})

describe('POST setup_intents', () => {
  test('creates a customer and a SetupIntent for a visitor', async () => {
    const answer = await shop.post(routes.setupIntents, { billingEmail: ' visitor@example.com ' })
    expect(answer.statusCode).toBe(201)
    const { id, clientSecret, customerId } = answer.json().data
    expect(clientSecret).toContain(id)
    const intent = await shop.stripe.setupIntents.retrieve(id)
    expect(intent).toMatchObject({ customer: customerId, usage: 'off_session' })
    expect(await shop.stripe.customers.retrieve(customerId)).toMatchObject({
      email: 'visitor@example.com',
    })
  })

  test('reuses the customer of a user, and updates the billing email', async () => {
    const as = somebody()
    const [first, second] = [
      await shop.post(routes.setupIntents, { billingEmail: 'one@example.com' }, { as }),
      await shop.post(routes.setupIntents, { billingEmail: 'two@example.com' }, { as }),
    ]
    expect(second.json().data.customerId).toBe(first.json().data.customerId)
    expect(second.json().data.id).not.toBe(first.json().data.id)
    expect(await shop.stripe.customers.retrieve(first.json().data.customerId)).toMatchObject({
      email: 'two@example.com',
    })
  })

  test('creates one customer for a user whose first calls are concurrent', async () => {
    const as = somebody()
    const shopWithRetries = await startShop({
      environment: { STRIPE_MAX_NETWORK_RETRIES: '3', STRIPE_TIMEOUT_MS: '11000' },
      parts: { database: shop.database },
    })
    const answers = await Promise.all(
      Array.from({ length: 5 }, () =>
        shopWithRetries.post(routes.setupIntents, { billingEmail: 'a@example.com' }, { as }),
      ),
    )
    expect(new Set(answers.map((answer) => answer.json().data.customerId)).size).toBe(1)
    await shopWithRetries.stop()
  })

  test.each([{}, { billingEmail: 'nobody' }, { billingEmail: 5 }, { billingEmail: 'a@b@c.d' }])(
    'returns 422 for the body %j',
    async (body) => {
      const answer = await shop.post(routes.setupIntents, body)
      expect([answer.statusCode, answer.json().errors[0].path]).toEqual([422, 'billingEmail'])
    },
  )

  test('returns 503 while the provider is down', async () => {
    await shop.outage({ status: 503 })
    const answer = await shop.post(routes.setupIntents, { billingEmail: 'a@example.com' })
    expect([answer.statusCode, answer.json().code]).toEqual([503, 'payment/unavailable'])
    expect(answer.headers['retry-after']).toBeDefined()
  })
})
