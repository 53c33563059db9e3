import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { setupIntents, stripeCustomers } from '#admin-api/data/schema.ts'
import { endAbandonedIntents } from '#admin-api/payments/abandoned-intents.ts'
import { somebody, startApi } from './support/harness.ts'
import { freshCard, routes, startShop } from './support/shop.ts'
import type { Shop } from './support/shop.ts'

let shop: Shop
beforeAll(async () => {
  shop = await startShop()
})
afterAll(() => shop.stop())

const hour = 60 * 60 * 1000
const later = (hours: number) => () => new Date(Date.now() + hours * hour)
const sweep = (hours: number) =>
  endAbandonedIntents({ db: shop.db, stripe: shop.stripe, clock: later(hours) })

type Opened = { id: string; customerId: string }
const open = async (as?: ReturnType<typeof somebody>): Promise<Opened> =>
  (
    await shop.post(
      routes.setupIntents,
      { billingEmail: 'a@example.com' },
      as === undefined ? {} : { as },
    )
  ).json().data

const statusOf = async ({ id }: Opened) => (await shop.stripe.setupIntents.retrieve(id)).status
const isCustomerDeleted = async ({ customerId }: Opened) =>
  (await shop.stripe.customers.retrieve(customerId)).deleted === true
const isKnown = async ({ id, customerId }: Opened) => [
  (await shop.db.select().from(setupIntents).where(eq(setupIntents.id, id))).length > 0,
  (await shop.db.select().from(stripeCustomers).where(eq(stripeCustomers.id, customerId))).length >
    0,
]

describe('many SetupIntents without an order', () => {
  test('are all ended in one run', async () => {
    const createdAt = new Date(Date.now() - 30 * hour)
    const ids = Array.from({ length: 250 }, (_, index) => `seti_many_${index}`)
    await shop.db.insert(stripeCustomers).values({ id: 'cus_many' })
    await shop.db
      .insert(setupIntents)
      .values(
        ids.map((id) => ({ id, customerId: 'cus_many', begunBy: 'visitor' as const, createdAt })),
      )
    await sweep(0)
    const left = await shop.db
      .select()
      .from(setupIntents)
      .where(eq(setupIntents.customerId, 'cus_many'))
    expect(left).toEqual([])
  })
})

describe('a SetupIntent without an order', () => {
  test('stays while an order can be placed with it', async () => {
    const opened = await open()
    await sweep(24)
    expect([await statusOf(opened), await isCustomerDeleted(opened)]).toEqual([
      'requires_payment_method',
      false,
    ])
    expect(await isKnown(opened)).toEqual([true, true])
  })

  test('is cancelled after that, and the customer of a visitor deleted', async () => {
    const opened = await open()
    await sweep(26)
    expect([await statusOf(opened), await isCustomerDeleted(opened)]).toEqual(['canceled', true])
    expect(await isKnown(opened)).toEqual([false, false])
  })

  test('takes its card with it when cancelled', async () => {
    const opened = await open()
    await shop.stripe.setupIntents.confirm(opened.id, { payment_method: freshCard() })
    await sweep(26)
    expect(await isCustomerDeleted(opened)).toBe(true)
  })

  test('leaves a user’s customer alone', async () => {
    const opened = await open(somebody())
    await sweep(26)
    expect([await statusOf(opened), await isCustomerDeleted(opened)]).toEqual(['canceled', false])
    expect(await isKnown(opened)).toEqual([false, true])
  })

  test('is tried again at the next run when the payment provider does not answer', async () => {
    const opened = await open()
    await shop.outage({ status: 503 })
    await expect(sweep(26)).rejects.toThrow(/error while talking/)
    await shop.outage({})
    expect(await isKnown(opened)).toEqual([true, true])
    await sweep(26)
    expect(await isKnown(opened)).toEqual([false, false])
  })
})

test('a card that was ordered with is kept, and so is its subscription', async () => {
  const as = somebody()
  const card = await shop.takeCard(null)
  expect((await shop.order(as, card)).statusCode).toBe(201)
  await sweep(100)
  const { status, customer } = await shop.stripe.setupIntents.retrieve(card.setupIntentId)
  expect([status, (await shop.stripe.customers.retrieve(String(customer))).deleted]).toEqual([
    'succeeded',
    undefined,
  ])
})

test('a SetupIntent accepts no more cards after three refused ones', async () => {
  const opened = await open()
  for (let turn = 0; turn < 3; turn += 1) {
    expect(await statusOf(opened)).toBe('requires_payment_method')
    await expect(
      shop.stripe.setupIntents.confirm(opened.id, { payment_method: 'pm_card_chargeDeclined' }),
    ).rejects.toThrow(/declined/)
    const [event] = (await shop.events('setup_intent.setup_failed')).filter(
      ({ data }) => (data.object as { id: string }).id === opened.id,
    )
    expect((await shop.deliver({ ...event!, id: `${event!.id}_${turn}` })).statusCode).toBe(200)
  }
  expect(await statusOf(opened)).toBe('canceled')
  await expect(
    shop.stripe.setupIntents.confirm(opened.id, { payment_method: freshCard() }),
  ).rejects.toThrow(/canceled/)
})

test('the SetupIntents that one address opens in an hour are limited', async () => {
  const limited = await startApi({
    environment: {
      STRIPE_API_BASE: shop.paymentsUrl,
      RATE_LIMIT_SETUP_INTENT_PER_HOUR: '2',
      TRUST_PROXY: 'loopback',
    },
    parts: { database: shop.database },
  })
  const ask = async (address: string) =>
    (
      await limited.post(
        routes.setupIntents,
        { billingEmail: 'a@example.com' },
        { headers: { 'x-forwarded-for': address } },
      )
    ).statusCode
  const statuses: number[] = []
  for (let turn = 0; turn < 3; turn += 1) statuses.push(await ask('10.0.0.1'))
  expect([...statuses, await ask('10.0.0.2')]).toEqual([201, 201, 429, 201])
  await limited.stop()
})
