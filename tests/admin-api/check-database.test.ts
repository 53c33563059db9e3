import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { Stripe } from 'stripe'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { checkDatabase } from '#admin-api/check/check-database.ts'
import { checkByNight } from '#admin-api/check/nightly.ts'
import type { DifferenceKind } from '#admin-api/check/difference.ts'
import { readLatestCheck } from '#admin-api/data/latest-checks.ts'
import { recordNotices } from '#admin-api/data/notices.ts'
import {
  deletedUsers,
  notices,
  stripeCustomers,
  subscriptions,
  users,
} from '#admin-api/data/schema.ts'
import type { SubscriptionRow } from '#admin-api/data/subscriptions.ts'
import { reviseUser } from '#admin-api/data/users.ts'
import type { TokenClaims } from '#tests/support/id-tokens.ts'
import { somebody, startTimeout } from './support/harness.ts'
import { askingBank } from './support/plan-shop.ts'
import { startShop } from './support/shop.ts'
import type { Shop } from './support/shop.ts'

let shop: Shop
beforeAll(async () => {
  shop = await startShop()
})
afterAll(() => shop.stop())

const check = async (fix = false) => {
  const { db, stripe } = shop
  const log = { warn: () => {}, error: () => {} }
  const parts = { db, stripe, graceDays: 7, clock: () => new Date(), log, pauseMs: 0 }
  const found = []
  for await (const each of checkDatabase({ ...parts, channels: ['mail'] }, { fix }))
    found.push(each)
  return found
}

type Subscriber = {
  readonly as: TokenClaims
  readonly row: SubscriptionRow
  readonly stripeId: string
}

const subscriber = async (journey?: 'enroll'): Promise<Subscriber> => {
  const as = somebody()
  const card = await shop.takeCard(journey === 'enroll' ? null : as, undefined, journey)
  const answer = await shop.order(as, { ...card, journey })
  expect(answer.statusCode).toBe(201)
  const [row] = await shop.db
    .select()
    .from(subscriptions)
    .where(eq(subscriptions.id, answer.json().data.id))
  return { as, row: row!, stripeId: row!.stripeSubscriptionId! }
}

const change = async (
  { row: { id, userId } }: Subscriber,
  changes: Partial<typeof subscriptions.$inferInsert>,
) => {
  await shop.db.update(subscriptions).set(changes).where(eq(subscriptions.id, id))
  await reviseUser(shop.db, userId)
}

const loseRow = async ({ id, userId }: SubscriptionRow) => {
  await shop.db.delete(subscriptions).where(eq(subscriptions.id, id))
  await reviseUser(shop.db, userId)
}

const another = ({ row, stripeId }: Subscriber, metadata: Stripe.MetadataParam = {}) =>
  shop.stripe.subscriptions.retrieve(stripeId).then(({ default_payment_method: card }) =>
    shop.stripe.subscriptions.create({
      customer: row.customerId,
      items: [{ price: 'price_sandbox_annual' }],
      trial_period_days: 14,
      default_payment_method: String(card),
      metadata,
    }),
  )

/** A withdrawal that has ended the subscription and whose refund has failed. */
const owedRefund = async (): Promise<Subscriber> => {
  const one = await subscriber()
  const { stripeId } = one
  await shop.stripe.subscriptions.update(stripeId, { trial_end: 'now' })
  await shop.stripe.subscriptions.cancel(stripeId, {
    cancellation_details: { comment: 'withdrawal' },
  })
  vi.spyOn(shop.stripe.refunds, 'create').mockRejectedValueOnce(new Error('Not now.') as never)
  for (const event of await shop.events('customer.subscription.deleted'))
    if ((event.data.object as Stripe.Subscription).id === stripeId) await shop.deliver(event)
  return one
}

const hour = 60 * 60 * 1000

/** What the check has to find: its kind, whether the check can fix it, and how it is planted. */
const planted: Readonly<
  Record<string, readonly [DifferenceKind, boolean, () => Promise<unknown>]>
> = {
  'a live subscription without a row': [
    'subscription-without-row',
    true,
    async () => {
      const { row } = await subscriber()
      await loseRow(row)
    },
  ],
  'a live subscription whose row and customer are lost': [
    'subscription-without-row',
    true,
    async () => {
      const { row } = await subscriber('enroll')
      await loseRow(row)
      await shop.db.delete(stripeCustomers).where(eq(stripeCustomers.id, row.customerId))
    },
  ],
  'a live subscription whose row is lost, and whose customer has no user': [
    'subscription-without-row',
    true,
    async () => {
      const { row } = await subscriber('enroll')
      await loseRow(row)
      await shop.db
        .update(stripeCustomers)
        .set({ userId: null })
        .where(eq(stripeCustomers.id, row.customerId))
    },
  ],
  'a second live subscription whose customer is lost': [
    'subscription-without-row',
    false,
    async () => {
      const { row } = await subscriber()
      const { id: customer } = await shop.stripe.customers.create()
      const card = await shop.stripe.paymentMethods.attach('pm_card_visa', { customer })
      await shop.stripe.subscriptions.create({
        customer,
        items: [{ price: 'price_sandbox_annual' }],
        default_payment_method: card.id,
        metadata: { user_id: row.userId, product_id: 'annual' },
      })
    },
  ],
  'a live subscription of an account that is lost': [
    'subscription-without-user',
    false,
    async () => {
      const { row } = await subscriber('enroll')
      await shop.db.delete(users).where(eq(users.id, row.userId))
    },
  ],
  'a live row without a subscription at the provider': [
    'subscription-missing',
    false,
    async () => {
      const one = await subscriber()
      await shop.stripe.subscriptions.cancel(one.stripeId)
      await change(one, { stripeSubscriptionId: 'sub_elsewhere' })
    },
  ],
  'a live row that the provider has cancelled': [
    'ended-at-provider',
    true,
    async () => shop.stripe.subscriptions.cancel((await subscriber()).stripeId),
  ],
  'an order that waited for the bank’s confirmation and ended without an event': [
    'ended-at-provider',
    true,
    async () => {
      const { as, stripeId } = await subscriber()
      await shop.stripe.subscriptions.cancel(stripeId)
      for (const event of await shop.events('customer.subscription.deleted'))
        await shop.deliver(event)
      const answer = await shop.order(as, await shop.takeCard(as, askingBank))
      expect(answer.json().code).toBe('payment/requires-action')
      const made = await shop.subscriptionsOf(as)
      const waiting = made.find(({ status }) => status === 'incomplete')
      await shop.stripe.subscriptions.cancel(waiting!.id)
    },
  ],
  'a withdrawal whose refund is still owed': ['refund-owed', true, owedRefund],
  'a customer that the provider has never had, as with another account’s API key': [
    'customer-missing',
    false,
    async () => {
      const as = somebody()
      const { id: userId } = (await shop.get('/api/v1/me', { as })).json().data
      await shop.db.insert(stripeCustomers).values({ id: 'cus_elsewhere', userId })
    },
  ],
  'a customer that the provider has deleted': [
    'customer-missing',
    true,
    async () => {
      const as = somebody()
      await shop.takeCard(as)
      const { id } = (await shop.get('/api/v1/me', { as })).json().data
      const [customer] = await shop.db
        .select()
        .from(stripeCustomers)
        .where(eq(stripeCustomers.userId, id))
      await shop.stripe.customers.del(customer!.id)
    },
  ],
  'a customer of a user that the database does not have': [
    'customer-without-user',
    false,
    async () => shop.stripe.customers.create({ metadata: { user_id: randomUUID() } }),
  ],
  'a customer whose row is lost': [
    'customer-without-row',
    true,
    async () => {
      const as = somebody()
      await shop.takeCard(as)
      const { id } = (await shop.get('/api/v1/me', { as })).json().data
      await shop.db.delete(stripeCustomers).where(eq(stripeCustomers.userId, id))
    },
  ],
  'a customer of a deleted account': [
    'customer-of-deleted-user',
    true,
    async () => {
      const userId = randomUUID()
      await shop.db.insert(deletedUsers).values({ authUid: userId, userId })
      await shop.stripe.customers.create({ metadata: { user_id: userId } })
    },
  ],
  'two live subscriptions of one user': [
    'two-live-subscriptions',
    false,
    async () => {
      const one = await subscriber()
      await another(one, { user_id: one.row.userId })
    },
  ],
  'a consent that is missing': [
    'consent-missing',
    false,
    async () => change(await subscriber(), { consent: null }),
  ],
  'a consent to another price': [
    'consent-for-another-price',
    false,
    async () => {
      const one = await subscriber()
      const price = { amount: 1, currency: 'usd' }
      await change(one, { consent: { ...one.row.consent!, price } })
    },
  ],
  'a period that ends at another time at the provider': [
    'terms-differ',
    true,
    async () => change(await subscriber(), { currentPeriodEnd: new Date(Date.now() + hour) }),
  ],
  'a plan and price other than the provider’s': [
    'terms-differ',
    true,
    async () => {
      const monthly = { productId: 'monthly', priceId: 'price_sandbox_monthly', priceAmount: 999 }
      await change(await subscriber(), monthly)
    },
  ],
  'a card other than the provider’s': [
    'card-differs',
    true,
    async () =>
      change(await subscriber(), {
        card: { brand: 'Visa', last4: '0000', expMonth: 1, expYear: 2031 },
      }),
  ],
  'a notice that was queued a day ago and is still pending': [
    'notice-stuck',
    true,
    async () => {
      const { row } = await subscriber()
      await recordNotices(shop.db, { userId: row.userId, subscriptionId: row.id }, [
        { key: `stuck-${row.id}`, cause: { kind: 'ended-unpaid', productId: 'annual' } },
      ])
      await shop.db
        .update(notices)
        .set({ queuedAt: new Date(Date.now() - 25 * hour) })
        .where(eq(notices.key, `stuck-${row.id}`))
    },
  ],
}

describe('the check of the database', () => {
  test('finds no difference where nothing is wrong', { timeout: startTimeout }, async () => {
    await subscriber()
    await subscriber('enroll')
    expect(await check()).toEqual([])
  })

  test.each(Object.entries(planted))(
    'finds %s',
    { timeout: startTimeout },
    async (_what, fault) => {
      const [kind, canBeFixed, plant] = fault
      const before = await check()
      await plant()
      const isNew = ({ ...each }: object) =>
        !before.some((other) => JSON.stringify(other) === JSON.stringify(each))
      const found = (await check()).filter(isNew)
      expect(found.map((each) => each.kind)).toContain(kind)
      expect(JSON.stringify(found)).not.toMatch(/@|"4242"|Visa/)
      const fixed = (await check(true)).filter(({ isFixed }) => isFixed).map((each) => each.kind)
      expect(fixed.includes(kind)).toBe(canBeFixed)
      const kept = (await check()).filter(isNew).map((each) => each.kind)
      expect(kept.includes(kind)).toBe(!canBeFixed)
    },
  )

  test('logs differences every night, without fixing them', { timeout: startTimeout }, async () => {
    const one = await subscriber()
    await change(one, { consent: null, currentPeriodEnd: new Date() })
    const { db, stripe } = shop
    const lines: [object, string][] = []
    const note = (details: object, message: string) => lines.push([details, message])
    const log = { info: note, warn: note, error: note }
    const parts = { db, stripe, graceDays: 7, clock: () => new Date(), log, pauseMs: 0 }
    await checkByNight({ ...parts, channels: ['mail'] })
    const about = { subscriptionId: one.row.id, stripeSubscriptionIds: [one.stripeId] }
    for (const difference of [
      { kind: 'terms-differ', fields: ['periodEnd'], ...about },
      { kind: 'consent-missing', ...about },
    ])
      expect(lines).toContainEqual([
        { difference: expect.objectContaining(difference) },
        'the database differs from the provider',
      ])
    expect(lines.at(-1)?.[1]).toBe('the database was compared with the provider')
    expect((await check()).map((each) => each.subscriptionId)).toContain(one.row.id)
  })

  test(
    'stores the number of differences of each kind, and keeps it when a later check fails',
    { timeout: startTimeout },
    async () => {
      const { db, stripe } = shop
      const silent = { info: () => {}, warn: () => {}, error: () => {} }
      const parts = {
        db,
        stripe,
        graceDays: 7,
        log: silent,
        pauseMs: 0,
        channels: ['mail'] as const,
      }
      const at = (time: string) => () => new Date(time)
      const counted = async () => (await readLatestCheck(db))?.differences['two-live-subscriptions']
      const night = '2026-05-01T03:20:00Z'

      await checkByNight({ ...parts, clock: at(night) })
      const before = (await counted()) ?? 0
      await another(await subscriber())
      await checkByNight({ ...parts, clock: at(night) })
      expect(await counted()).toBe(before + 1)

      await shop.outage({ mode: 'fail', status: 503 })
      await checkByNight({ ...parts, clock: at('2026-05-02T03:20:00Z') })
      await shop.outage({})
      expect((await readLatestCheck(db))?.checkedAt).toEqual(new Date(night))
      expect(await counted()).toBe(before + 1)
    },
  )

  test('does not report a customer as fixed when the provider refuses to delete it', async () => {
    const userId = randomUUID()
    await shop.db.insert(deletedUsers).values({ authUid: userId, userId })
    await shop.stripe.customers.create({ metadata: { user_id: userId } })
    const refuse = vi
      .spyOn(shop.stripe.customers, 'del')
      .mockRejectedValue(new Error('Not now.') as never)
    const find = async () => (await check(true)).find((each) => each.userId === userId)
    const left = async () =>
      (await readLatestCheck(shop.db))?.differences['customer-of-deleted-user']
    expect(await find()).toMatchObject({ kind: 'customer-of-deleted-user', isFixed: false })
    expect(await left()).toBeGreaterThan(0)
    refuse.mockRestore()
    expect(await find()).toMatchObject({ isFixed: true })
    expect(await left()).toBeUndefined()
    expect(await find()).toBeUndefined()
  })

  test('reports a refused refund as still owed, and pays it at the next check', async () => {
    const one = await owedRefund()
    const refuse = vi.spyOn(shop.stripe.refunds, 'create').mockRejectedValue(
      new Stripe.errors.StripeInvalidRequestError({
        message: 'Your balance is too low.',
        type: 'invalid_request_error',
        code: 'balance_insufficient',
      }) as never,
    )
    const find = async () =>
      (await check(true)).find(({ subscriptionId }) => subscriptionId === one.row.id)
    expect(await find()).toMatchObject({ kind: 'refund-owed', isFixed: false })
    refuse.mockRestore()
    expect(await find()).toMatchObject({ kind: 'refund-owed', isFixed: true })
    expect(await find()).toBeUndefined()
  })

  test('throws when the provider cannot be read', async () => {
    await shop.outage({ mode: 'fail', status: 503 })
    await expect(check()).rejects.toThrow('There was an error')
    await shop.outage({})
  })
})
