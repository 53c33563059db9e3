import type { Stripe } from 'stripe'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { customerWithCard, DAY, failureOf, priceOf, startPayments } from './support.ts'
import type { Running } from './support.ts'

describe('promotion codes of the payments sandbox', () => {
  let payments: Running
  let stripe: Stripe
  let coupon: Stripe.Coupon

  beforeAll(async () => {
    payments = await startPayments()
    stripe = payments.stripe
    coupon = await stripe.coupons.create({ percent_off: 10, duration: 'once' })
  })

  afterAll(() => payments.close())

  const create = (more: Partial<Stripe.PromotionCodeCreateParams>, of = coupon.id) =>
    stripe.promotionCodes.create({ promotion: { type: 'coupon', coupon: of }, ...more })

  const subscribe = async (customer: string, code: string) => {
    const price = await priceOf(stripe, 'monthly')
    return stripe.subscriptions.create({
      customer,
      items: [{ price: price.id }],
      discounts: [{ promotion_code: code }],
    })
  }

  test.each(['SPRING SALE', 'SPRING_SALE', '50%OFF', 'ÉTÉ'])(
    'may not be called %s',
    async (code) => {
      expect(await failureOf(create({ code }))).toMatchObject({ statusCode: 400, param: 'code' })
    },
  )

  test('may consist of letters, digits and dashes', async () => {
    expect((await create({ code: 'Spring-24' })).code).toBe('Spring-24')
  })

  test('may not allow more redemptions or a later end than their coupon', async () => {
    const ends = Math.floor(Date.now() / 1000) + 10 * DAY
    const limited = await stripe.coupons.create({
      percent_off: 10,
      duration: 'once',
      max_redemptions: 5,
      redeem_by: ends,
    })
    expect(await failureOf(create({ max_redemptions: 6 }, limited.id))).toMatchObject({
      param: 'max_redemptions',
    })
    expect(await failureOf(create({ expires_at: ends + 1 }, limited.id))).toMatchObject({
      param: 'expires_at',
    })
    const fits = await create({ max_redemptions: 5, expires_at: ends }, limited.id)
    expect(fits.active).toBe(true)
  })

  test('are unique among the active ones, whatever their case', async () => {
    const first = await create({ code: 'UNIQUE' })
    expect((await failureOf(create({ code: 'unique' }))).code).toBe('resource_already_exists')
    await stripe.promotionCodes.update(first.id, { active: false })
    await create({ code: 'unique' })
    expect((await failureOf(stripe.promotionCodes.update(first.id, { active: true }))).code).toBe(
      'resource_already_exists',
    )
  })

  test('for new customers are refused after a payment, not after a free trial', async () => {
    const { customer } = await customerWithCard(stripe)
    const price = await priceOf(stripe, 'monthly')
    const { id } = await create({ restrictions: { first_time_transaction: true } })
    await stripe.subscriptions.create({
      customer: customer.id,
      items: [{ price: price.id }],
      trial_period_days: 7,
    })
    expect((await subscribe(customer.id, id)).status).toBe('active')
    expect(await failureOf(subscribe(customer.id, id))).toMatchObject({ statusCode: 400 })
  })

  test('with a minimum amount need its currency, and are refused for a smaller amount', async () => {
    const { customer } = await customerWithCard(stripe)
    expect(await failureOf(create({ restrictions: { minimum_amount: 2000 } }))).toMatchObject({
      code: 'parameter_missing',
    })
    const restrictions = { minimum_amount: 2000, minimum_amount_currency: 'usd' }
    const { id } = await create({ restrictions })
    expect(await failureOf(subscribe(customer.id, id))).toMatchObject({ statusCode: 400 })
  })
})
