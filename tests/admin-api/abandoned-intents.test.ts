import { eq } from 'drizzle-orm'
import type { Stripe } from 'stripe'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { setupIntents, stripeCustomers, subscriptions } from '#admin-api/data/schema.ts'
import { reviseUser } from '#admin-api/data/users.ts'
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
  endAbandonedIntents({ db: shop.db, stripe: shop.stripe, clock: later(hours), pauseMs: 0 })

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
  const fill = async (count: number) => {
    const createdAt = new Date(Date.now() - 30 * hour)
    await shop.db.insert(stripeCustomers).values({ id: 'cus_many' }).onConflictDoNothing()
    for (let from = 0; from < count; from += 1000)
      await shop.db.insert(setupIntents).values(
        Array.from({ length: Math.min(1000, count - from) }, (_, index) => ({
          id: `seti_many_${from + index}`,
          customerId: 'cus_many',
          begunBy: 'visitor' as const,
          createdAt,
        })),
      )
  }
  const left = () => shop.db.$count(setupIntents, eq(setupIntents.customerId, 'cus_many'))
  afterEach(async () => {
    await shop.db.delete(stripeCustomers).where(eq(stripeCustomers.id, 'cus_many'))
  })

  /** A payment provider that answers immediately and records its calls. */
  const aProvider = () => {
    const cancelled: string[] = []
    const stripe = {
      setupIntents: { cancel: async (id: string) => void cancelled.push(id) },
      customers: { del: async () => {} },
    } as unknown as Stripe
    return { stripe, cancelled }
  }
  const parts = (stripe: Stripe) => ({ db: shop.db, stripe, clock: later(0) })

  test('are all ended in one run, however many there are', async () => {
    await fill(5250)
    const { stripe, cancelled } = aProvider()
    await endAbandonedIntents({ ...parts(stripe), pauseMs: 0 })
    expect(await left()).toBe(0)
    expect(new Set(cancelled).size).toBe(5250)
  })

  test('are ended ten at a time, with a pause after each ten', async () => {
    await fill(45)
    const { stripe, cancelled } = aProvider()
    const run = endAbandonedIntents({ ...parts(stripe), pauseMs: 400 })
    const begun = performance.now()
    const counts: number[] = []
    const look = setInterval(() => counts.push(cancelled.length), 10)
    await run
    clearInterval(look)
    expect(performance.now() - begun).toBeGreaterThan(4 * 400)
    expect([...new Set(counts)].filter((count) => count % 10 !== 0 && count !== 45)).toEqual([])
  })

  test('are divided between two processes that run at the same time', async () => {
    await fill(400)
    const [one, other] = [aProvider(), aProvider()]
    const pauseMs = 20
    await Promise.all([
      endAbandonedIntents({ ...parts(one.stripe), pauseMs }),
      endAbandonedIntents({ ...parts(other.stripe), pauseMs }),
    ])
    expect(await left()).toBe(0)
    expect(one.cancelled.length + other.cancelled.length).toBeLessThan(1.5 * 400)
  })

  test('are left to the next run when the process stops', async () => {
    await fill(45)
    const { stripe, cancelled } = aProvider()
    const stopping = new AbortController()
    const run = endAbandonedIntents({
      ...parts(stripe),
      pauseMs: 2000,
      signal: stopping.signal,
    })
    await expect.poll(() => cancelled.length, { interval: 5 }).toBe(10)
    stopping.abort()
    await run
    expect([cancelled.length, await left()]).toEqual([10, 35])
  })
})

describe('a SetupIntent without an order', () => {
  test('is kept while an order can still be placed with it', async () => {
    const opened = await open()
    await sweep(24)
    expect([await statusOf(opened), await isCustomerDeleted(opened)]).toEqual([
      'requires_payment_method',
      false,
    ])
    expect(await isKnown(opened)).toEqual([true, true])
  })

  test('is cancelled once it is too old for an order, and a visitor’s customer is deleted', async () => {
    const opened = await open()
    await sweep(26)
    expect([await statusOf(opened), await isCustomerDeleted(opened)]).toEqual(['canceled', true])
    expect(await isKnown(opened)).toEqual([false, false])
  })

  test('has its customer deleted even when it has saved a card', async () => {
    const opened = await open()
    await shop.stripe.setupIntents.confirm(opened.id, { payment_method: freshCard() })
    await sweep(26)
    expect(await isCustomerDeleted(opened)).toBe(true)
  })

  test('is cancelled without deleting the customer of a signed-in user', async () => {
    const opened = await open(somebody())
    await sweep(26)
    expect([await statusOf(opened), await isCustomerDeleted(opened)]).toEqual(['canceled', false])
    expect(await isKnown(opened)).toEqual([false, true])
  })

  test('is kept while the payment provider is down, and ended at the next run', async () => {
    const opened = await open()
    await shop.outage({ status: 503 })
    await expect(sweep(26)).rejects.toThrow(/error while talking/)
    await shop.outage({})
    expect(await isKnown(opened)).toEqual([true, true])
    await sweep(26)
    expect(await isKnown(opened)).toEqual([false, false])
  })
})

test('a SetupIntent used for an order is kept, and so is its customer', async () => {
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

test('a subscriber’s customer is kept when a restored backup has lost its order and its user', async () => {
  const as = somebody()
  const card = await shop.takeCard(null)
  expect((await shop.order(as, card)).statusCode).toBe(201)
  const [row] = await shop.db
    .select()
    .from(subscriptions)
    .where(eq(subscriptions.setupIntentId, card.setupIntentId))
  const { id, customerId, userId } = row!
  await shop.db.delete(subscriptions).where(eq(subscriptions.id, id))
  await reviseUser(shop.db, userId)
  await shop.db
    .update(stripeCustomers)
    .set({ userId: null })
    .where(eq(stripeCustomers.id, customerId))
  await shop.db
    .update(setupIntents)
    .set({ isClaimed: false })
    .where(eq(setupIntents.id, card.setupIntentId))

  await sweep(26)
  expect((await shop.subscriptionsOf(as)).map(({ status }) => status)).toEqual(['trialing'])
  const opened = { id: card.setupIntentId, customerId }
  expect([await isCustomerDeleted(opened), ...(await isKnown(opened))]).toEqual([
    false,
    false,
    false,
  ])
  // The next event about the subscription restores its row.
  const [{ id: live }] = (await shop.subscriptionsOf(as)) as [Stripe.Subscription]
  await shop.stripe.subscriptions.update(live, { metadata: { any: 'change' } })
  const [event] = await shop.events('customer.subscription.updated')
  await shop.deliver(event!)
  const { subscription } = (await shop.get('/api/v1/me', { as })).json().data
  expect(subscription).toMatchObject({ id, status: 'trialing' })
})

/** Has a card declined, and returns the event about it under a new id. */
const failCard = async ({ id }: Opened, turn: number) => {
  await expect(
    shop.stripe.setupIntents.confirm(id, { payment_method: 'pm_card_chargeDeclined' }),
  ).rejects.toThrow(/declined/)
  const [event] = (await shop.events('setup_intent.setup_failed')).filter(
    ({ data }) => (data.object as { id: string }).id === id,
  )
  return { ...event!, id: `${event!.id}_${turn}` }
}

const failedAttempts = async ({ id }: Opened) =>
  (await shop.db.select().from(setupIntents).where(eq(setupIntents.id, id)))[0]?.failedAttempts

test('a SetupIntent accepts no more cards after three refused ones', async () => {
  const opened = await open()
  for (let turn = 0; turn < 3; turn += 1) {
    expect(await statusOf(opened)).toBe('requires_payment_method')
    expect((await shop.deliver(await failCard(opened, turn))).statusCode).toBe(200)
  }
  expect(await statusOf(opened)).toBe('canceled')
  await expect(
    shop.stripe.setupIntents.confirm(opened.id, { payment_method: freshCard() }),
  ).rejects.toThrow(/canceled/)
})

test('a refused card counts once, however often its event arrives, even concurrently', async () => {
  const opened = await open()
  const event = await failCard(opened, 0)
  await Promise.all(Array.from({ length: 4 }, () => shop.deliver(event)))
  await shop.deliver(event)
  expect(await failedAttempts(opened)).toBe(1)
  expect(await statusOf(opened)).toBe('requires_payment_method')
})

test('a SetupIntent is cancelled when the event of its third refused card is repeated after an outage', async () => {
  const opened = await open()
  for (let turn = 0; turn < 2; turn += 1) await shop.deliver(await failCard(opened, turn))
  const third = await failCard(opened, 2)
  await shop.outage({ status: 503 })
  expect((await shop.deliver(third)).statusCode).toBe(503)
  await shop.outage({})
  expect((await shop.deliver(third)).statusCode).toBe(200)
  expect(await failedAttempts(opened)).toBe(3)
  expect(await statusOf(opened)).toBe('canceled')
})

test('an IP address can open only a limited number of SetupIntents in an hour', async () => {
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
