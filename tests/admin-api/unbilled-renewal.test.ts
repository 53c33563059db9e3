import { Stripe } from 'stripe'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import type { Person } from './support/plan-shop.ts'
import { startRefundShop } from './support/refund-shop.ts'
import type { RefundShop } from './support/refund-shop.ts'

/** In seconds. */
const MINUTE = 60
const DAY = 24 * 60 * MINUTE

let shop: RefundShop
beforeAll(async () => {
  shop = await startRefundShop()
})
afterEach(async () => {
  vi.restoreAllMocks()
  await shop.reset()
})
afterAll(() => shop.stop())

const cancel = async (person: Person) => {
  const answer = await shop.delete(person.url, { as: person.as })
  expect(answer.statusCode).toBe(200)
  return answer.json().data
}

const kindsOf = async (person: Person) => (await shop.causesOf(person)).map(({ kind }) => kind)

describe('a plan that is cancelled while the invoice of its new period is a draft', () => {
  test('ends at once, and nothing is charged: after the trial', async () => {
    const person = await shop.subscriber('annual', { inTrial: true })
    await shop.advance(14 * DAY + 10 * MINUTE)
    expect(await shop.statusOf(person)).toBe('active')
    const cancelled = await cancel(person)
    expect(cancelled).toMatchObject({ status: 'canceled' })
    const again = await shop.delete(person.url, { as: person.as })
    expect(again.json().code).toBe('subscription/ended')

    await shop.advance(2 * DAY)
    expect(await shop.chargesOf(person)).toEqual([])
    expect(await shop.statusOf(person)).toBe('canceled')
    await shop.tell(person)
    expect(await kindsOf(person)).toEqual(['subscribed', 'ended'])
  })

  test('ends at once, and only earlier periods stay charged: at a renewal', async () => {
    const person = await shop.subscriber('monthly')
    const { length } = await shop.chargesOf(person)
    const { current_period_end: end } = (await shop.stripe.subscriptions.retrieve(person.stripeId))
      .items.data[0]!
    const { created: now } = (await shop.stripe.events.list({ limit: 1 })).data[0]!
    await shop.advance(end - now + 10 * MINUTE)
    expect(await cancel(person)).toMatchObject({ status: 'canceled' })
    await shop.advance(2 * DAY)
    expect(await shop.chargesOf(person)).toHaveLength(length)
    expect(await shop.refundsOf(person)).toEqual([])
  })

  test('runs to the end of its period when it is charged in that very moment', async () => {
    const person = await shop.subscriber('annual', { inTrial: true })
    await shop.advance(14 * DAY + 10 * MINUTE)
    const update = shop.stripe.invoices.update.bind(shop.stripe.invoices)
    vi.spyOn(shop.stripe.invoices, 'update').mockImplementationOnce(
      async (...given: Parameters<typeof update>) => {
        await shop.advance(2 * 60 * MINUTE)
        return update(...given)
      },
    )
    expect(await cancel(person)).toMatchObject({ status: 'active', cancelAtPeriodEnd: true })
    expect(await shop.chargesOf(person)).toHaveLength(1)
  })

  test('is still charged when the provider does not end it', async () => {
    const person = await shop.subscriber('annual', { inTrial: true })
    await shop.advance(14 * DAY + 10 * MINUTE)
    vi.spyOn(shop.stripe.subscriptions, 'cancel').mockRejectedValueOnce(
      new Stripe.errors.StripeConnectionError({ message: 'Down.', type: 'api_error' }),
    )
    expect((await shop.delete(person.url, { as: person.as })).statusCode).toBe(503)
    await shop.advance(2 * 60 * MINUTE)
    expect(await shop.chargesOf(person)).toHaveLength(1)
  })

  test('keeps a period that costs nothing', async () => {
    const coupon = await shop.stripe.coupons.create({ percent_off: 100, duration: 'forever' })
    const person = await shop.subscriber('annual', { inTrial: true })
    await shop.stripe.subscriptions.update(person.stripeId, { discounts: [{ coupon: coupon.id }] })
    await shop.advance(14 * DAY + 10 * MINUTE)
    expect(await cancel(person)).toMatchObject({ status: 'active', cancelAtPeriodEnd: true })
  })

  test('runs to the end of its period once that is paid', async () => {
    const person = await shop.subscriber('annual', { inTrial: true })
    await shop.advance(14 * DAY + 2 * 60 * MINUTE)
    expect(await cancel(person)).toMatchObject({ status: 'active', cancelAtPeriodEnd: true })
    expect(await shop.refundsOf(person)).toEqual([])
  })
})
