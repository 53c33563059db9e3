import type { Stripe } from 'stripe'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { customerWithCard, DAY, failureOf, priceOf, promotionOf, startPayments } from './support.ts'
import type { Running } from './support.ts'

describe('the resources of the payments sandbox', () => {
  let payments: Running
  let stripe: Stripe

  beforeAll(async () => {
    payments = await startPayments()
    stripe = payments.stripe
  })

  afterAll(() => payments.close())

  describe('customers', () => {
    test('can be created, read, changed, found by email and deleted', async () => {
      const made = await stripe.customers.create({
        email: 'grace@example.com',
        metadata: { user: '1', gone: 'x' },
      })
      await stripe.customers.update(made.id, { name: 'Grace', metadata: { gone: '' } })
      expect(await stripe.customers.retrieve(made.id)).toMatchObject({
        name: 'Grace',
        metadata: { user: '1' },
      })
      expect(
        (await stripe.customers.list({ email: 'grace@example.com' })).data.map(({ id }) => id),
      ).toEqual([made.id])
      expect(await stripe.customers.del(made.id)).toMatchObject({ id: made.id, deleted: true })
      expect(await stripe.customers.retrieve(made.id)).toMatchObject({ deleted: true })
      expect((await stripe.customers.list({ email: 'grace@example.com' })).data).toEqual([])
    })

    test('that do not exist lead to the error 404 resource_missing', async () => {
      const error = await failureOf(stripe.customers.retrieve('cus_none'))
      expect(error).toMatchObject({
        statusCode: 404,
        code: 'resource_missing',
        message: "No such customer: 'cus_none'",
      })
    })

    test('need a valid email address', async () => {
      expect(await failureOf(stripe.customers.create({ email: 'nonsense' }))).toMatchObject({
        code: 'email_invalid',
      })
    })
  })

  describe('products and prices', () => {
    test('are seeded with both plans', async () => {
      const { data } = await stripe.prices.list({
        lookup_keys: ['monthly', 'annual'],
        expand: ['data.product'],
      })
      const plans = Object.fromEntries(data.map((price) => [price.lookup_key, price]))
      expect(plans['monthly']).toMatchObject({
        unit_amount: 1299,
        currency: 'usd',
        recurring: { interval: 'month' },
        metadata: { trial_days: '7' },
        product: {
          metadata: { app_product_id: 'monthly' },
          marketing_features: expect.arrayContaining([{ name: expect.any(String) }]),
        },
      })
      expect(plans['annual']).toMatchObject({
        unit_amount: 8999,
        recurring: { interval: 'year' },
        metadata: { trial_days: '14' },
      })
    })

    test('can be created and changed, and can transfer a lookup key', async () => {
      const product = await stripe.products.create({
        name: 'Team',
        metadata: { app_product_id: 'team' },
      })
      const first = await stripe.prices.create({
        product: product.id,
        unit_amount: 500,
        currency: 'usd',
        recurring: { interval: 'month' },
        lookup_key: 'team',
      })
      const terms = { product: product.id, unit_amount: 600, currency: 'usd', lookup_key: 'team' }
      expect((await failureOf(stripe.prices.create(terms))).code).toBe('resource_already_exists')
      const second = await stripe.prices.create({ ...terms, transfer_lookup_key: true })
      expect((await stripe.prices.retrieve(first.id)).lookup_key).toBeNull()
      expect(
        (await stripe.prices.list({ lookup_keys: ['team'] })).data.map(({ id }) => id),
      ).toEqual([second.id])
      expect((await stripe.products.update(product.id, { active: false })).active).toBe(false)
      expect((await stripe.products.list({ active: false })).data.map(({ id }) => id)).toContain(
        product.id,
      )
    })
  })

  describe('coupons and promotion codes', () => {
    test('are found by code, whatever its case, with the coupon and its products expanded', async () => {
      const { data } = await stripe.promotionCodes.list({
        code: 'halfyear',
        active: true,
        expand: ['data.promotion.coupon.applies_to'],
      })
      expect(data).toMatchObject([
        {
          code: 'HALFYEAR',
          promotion: {
            type: 'coupon',
            coupon: {
              percent_off: 50,
              duration: 'repeating',
              duration_in_months: 6,
              applies_to: { products: ['prod_sandbox_monthly'] },
            },
          },
        },
      ])
    })

    test.each(['EXPIRED', 'SOLDOUT'])(
      'that have run out (%s) are inactive and cannot be redeemed',
      async (code) => {
        expect((await stripe.promotionCodes.list({ code, active: true })).data).toEqual([])
        const promotion = await promotionOf(stripe, code)
        expect(promotion.active).toBe(false)
        const { customer } = await customerWithCard(stripe)
        const price = await priceOf(stripe, 'monthly')
        const error = await failureOf(
          stripe.subscriptions.create({
            customer: customer.id,
            items: [{ price: price.id }],
            discounts: [{ promotion_code: promotion.id }],
          }),
        )
        expect(error).toMatchObject({ statusCode: 400, code: 'coupon_expired' })
      },
    )

    test('can be created and used up', async () => {
      const coupon = await stripe.coupons.create({ percent_off: 10, duration: 'forever' })
      const code = await stripe.promotionCodes.create({
        promotion: { type: 'coupon', coupon: coupon.id },
        code: 'LASTONE',
        max_redemptions: 1,
      })
      const { customer } = await customerWithCard(stripe)
      const price = await priceOf(stripe, 'monthly')
      await stripe.subscriptions.create({
        customer: customer.id,
        items: [{ price: price.id }],
        discounts: [{ promotion_code: code.id }],
      })
      expect(await stripe.promotionCodes.retrieve(code.id)).toMatchObject({
        active: false,
        times_redeemed: 1,
      })
      expect(await stripe.coupons.retrieve(coupon.id)).toMatchObject({
        times_redeemed: 1,
        valid: true,
      })
    })
  })

  describe('test clocks', () => {
    test('move their own customers through time', async () => {
      const frozen = Math.floor(Date.UTC(2030, 0, 31) / 1000)
      const clock = await stripe.testHelpers.testClocks.create({
        frozen_time: frozen,
        name: 'a month end',
      })
      const customer = await stripe.customers.create({ test_clock: clock.id })
      const card = await stripe.paymentMethods.attach('pm_card_visa', { customer: customer.id })
      const price = await priceOf(stripe, 'monthly')
      const subscription = await stripe.subscriptions.create({
        customer: customer.id,
        items: [{ price: price.id }],
        default_payment_method: card.id,
      })
      await stripe.testHelpers.testClocks.advance(clock.id, { frozen_time: frozen + 62 * DAY })
      const { data } = await stripe.invoices.list({ subscription: subscription.id })
      expect(
        data.map(({ created }) => new Date(created * 1000).toISOString().slice(0, 10)),
      ).toEqual(['2030-03-31', '2030-02-28', '2030-01-31'])
      expect((await stripe.testHelpers.testClocks.retrieve(clock.id)).frozen_time).toBe(
        frozen + 62 * DAY,
      )
    })
  })
})
