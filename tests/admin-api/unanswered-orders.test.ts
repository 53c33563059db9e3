import { eq } from 'drizzle-orm'
import { Stripe } from 'stripe'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { readBacklog } from '#admin-api/data/backlog.ts'
import { subscriptions, usedOffers } from '#admin-api/data/schema.ts'
import { deleteUser, ensureUser, markErasing } from '#admin-api/data/users.ts'
import { startJobs } from '#admin-api/jobs/background.ts'
import { createLogger } from '#admin-api/logger.ts'
import { createStripe } from '#admin-api/payments/stripe-client.ts'
import { settleUnansweredOrders } from '#admin-api/payments/unanswered-orders.ts'
import type { TokenClaims } from '#tests/support/id-tokens.ts'
import { identityOf, somebody, startApi } from './support/harness.ts'
import { askingBank } from './support/plan-shop.ts'
import { agreement, startShop } from './support/shop.ts'
import type { Card, Shop } from './support/shop.ts'

let shop: Shop
beforeAll(async () => {
  shop = await startShop()
})
afterEach(async () => {
  vi.restoreAllMocks()
  await shop.outage({ latency: 0 })
})
afterAll(() => shop.stop())

const hour = 60 * 60 * 1000
const settleAfter = (hours: number, warn: (details: object, message: string) => void = () => {}) =>
  settleUnansweredOrders({
    db: shop.db,
    stripe: shop.stripe,
    graceDays: 7,
    clock: () => new Date(Date.now() + hours * hour),
    log: { warn, error: () => {} },
  })

const lost = () => new Stripe.errors.StripeConnectionError({ message: 'Lost.', type: 'api_error' })

/**
 * Places an order whose answer is lost; `arrives` says whether the request reaches the provider.
 */
const orderUnanswered = async (
  as: TokenClaims,
  { arrives, card }: { readonly arrives: boolean; readonly card?: Card },
) => {
  const given = card ?? (await shop.takeCard(as))
  const stripe = createStripe({ ...shop.settings.stripe, apiBase: shop.paymentsUrl })
  const create = stripe.subscriptions.create.bind(stripe.subscriptions)
  stripe.subscriptions.create = (async (...parameters: Parameters<typeof create>) => {
    if (arrives) await create(...parameters)
    throw lost()
  }) as typeof create
  const api = await startApi({ parts: { database: shop.database, stripe } })
  const answer = await api.post(
    '/api/v1/iap_subscriptions/stripe/subscriptions',
    { productId: 'annual', ...given, consent: agreement },
    { as, headers: { 'idempotency-key': `lost-${as.uid}` } },
  )
  await api.stop()
  expect([answer.statusCode, answer.json().code]).toEqual([503, 'payment/unavailable'])
  return given
}

const userOf = async (as: TokenClaims) => (await ensureUser(shop.db, identityOf(as)))!
const rowOf = async (as: TokenClaims) => {
  const { id } = await userOf(as)
  const rows = await shop.db.select().from(subscriptions).where(eq(subscriptions.userId, id))
  return rows[0]!
}
const offersOf = (claimId: string) =>
  shop.db.select().from(usedOffers).where(eq(usedOffers.claimId, claimId))
const chargesOf = async (customer: string) =>
  (await shop.stripe.charges.list({ customer })).data
    .filter(({ paid }) => paid)
    .map(({ amount, refunded }) => ({ amount, refunded }))

describe('an order for which the provider’s response was lost', () => {
  test('is abandoned after a day if it never reached the provider, which frees its trial', async () => {
    const as = somebody()
    await orderUnanswered(as, { arrives: false })
    const { id } = await rowOf(as)
    expect(await offersOf(id)).not.toEqual([])
    await settleAfter(24)
    expect((await rowOf(as)).state).toBe('released')
    expect(await offersOf(id)).toEqual([])
    expect((await readBacklog(shop.db)).orders.items).toBe(0)

    const other = somebody({ email: `again+${as.email}`.replace(/^again\+(.*)@/, '$1+again@') })
    const order = { ...(await shop.takeCard(other)), expectedTrialDays: 14 }
    expect((await shop.order(other, order)).statusCode).toBe(201)
  })

  test('becomes the subscription that the provider has created for it', async () => {
    const as = somebody()
    await orderUnanswered(as, { arrives: true })
    await settleAfter(24)
    expect((await shop.get('/api/v1/me', { as })).json().data.subscription).toMatchObject({
      id: (await rowOf(as)).id,
      status: 'trialing',
    })
    expect(await shop.subscriptionsOf(as)).toHaveLength(1)
  })

  test('is not abandoned after 22 hours, and can then still be repeated', async () => {
    const as = somebody()
    const card = await orderUnanswered(as, { arrives: false })
    await settleAfter(22)
    expect((await rowOf(as)).state).toBe('claimed')
    const { id } = await rowOf(as)
    const answer = await shop.order(as, card)
    expect([answer.statusCode, answer.json().data.id]).toEqual([201, id])
  })

  test('is abandoned when the provider has deleted its customer', async () => {
    const as = somebody()
    await orderUnanswered(as, { arrives: false })
    const list = vi.spyOn(shop.stripe.subscriptions, 'list')
    list.mockImplementation(() => {
      throw new Stripe.errors.StripeInvalidRequestError({
        message: 'No such customer.',
        type: 'invalid_request_error',
        code: 'resource_missing',
      })
    })
    await settleAfter(24)
    expect((await rowOf(as)).state).toBe('released')
  })

  test('is left for later while the provider is down or its account is being deleted', async () => {
    const [as, leaver] = [somebody(), somebody()]
    await orderUnanswered(leaver, { arrives: false })
    await orderUnanswered(as, { arrives: false })
    await markErasing(shop.db, (await userOf(leaver)).id, new Date())
    const warned: string[] = []
    const list = vi.spyOn(shop.stripe.subscriptions, 'list').mockImplementation(() => {
      throw lost()
    })
    await settleAfter(24, (_details, message) => warned.push(message))
    expect(warned).toEqual(['an order without an answer could not be settled yet'])
    expect(list).toHaveBeenCalledOnce()
    expect((await rowOf(as)).state).toBe('claimed')
    list.mockRestore()
    await settleAfter(24)
    expect([(await rowOf(as)).state, (await rowOf(leaver)).state]).toEqual(['released', 'claimed'])
  })

  test('is refunded if it was charged and its account is deleted while the job looks it up', async () => {
    const as = somebody()
    await orderUnanswered(as, { arrives: true })
    const user = await userOf(as)
    const { id, customerId } = await rowOf(as)
    await shop.stripe.subscriptions.update(
      (await shop.subscriptionsOf(as)).find(({ metadata }) => metadata['claim_id'] === id)!.id,
      { trial_end: 'now' },
    )
    expect(await chargesOf(customerId)).toEqual([{ amount: 8999, refunded: false }])
    const retrieve = shop.stripe.subscriptions.retrieve.bind(shop.stripe.subscriptions)
    vi.spyOn(shop.stripe.subscriptions, 'retrieve').mockImplementationOnce((async (
      ...given: Parameters<typeof retrieve>
    ) => {
      const read = await retrieve(...given)
      await deleteUser(shop.db, user, { mailbox: 'digest', sayGoodbye: false })
      return read
    }) as typeof retrieve)
    await settleAfter(24)
    expect(await chargesOf(customerId)).toEqual([{ amount: 8999, refunded: true }])
    expect((await shop.subscriptionsMadeFor(user.id)).map(({ status }) => status)).toEqual([
      'canceled',
    ])
  })

  test('is abandoned, with its subscription, if it waits for the bank’s confirmation', async () => {
    const as = somebody()
    const card = await shop.takeCard(as)
    expect((await shop.order(as, card)).statusCode).toBe(201)
    const [trial] = await shop.subscriptionsOf(as)
    await shop.stripe.subscriptions.cancel(trial!.id)
    for (const event of await shop.events('customer.subscription.deleted'))
      await shop.deliver(event)
    await orderUnanswered(as, { arrives: true, card: await shop.takeCard(as, askingBank) })
    await settleAfter(24)
    const statuses = (await shop.subscriptionsOf(as)).map(({ status }) => status)
    expect(statuses.toSorted()).toEqual(['canceled', 'incomplete_expired'])
  })

  test.each([true, false])(
    'is resolved once when its repetition and two jobs run at the same time (was created: %s)',
    async (arrives) => {
      for (const latency of [0, 20, 40]) {
        const as = somebody()
        const card = await orderUnanswered(as, { arrives })
        const { id } = await rowOf(as)
        const past = new Date(Date.now() - 30 * hour)
        await shop.db.update(subscriptions).set({ createdAt: past }).where(eq(subscriptions.id, id))
        await shop.outage({ latency })
        const [answer] = await Promise.all([shop.order(as, card), settleAfter(0), settleAfter(0)])
        await shop.outage({ latency: 0 })
        expect(answer.statusCode).toBe(201)
        expect((await shop.subscriptionsOf(as)).map(({ status }) => status)).toEqual(['trialing'])
        const rows = await shop.db
          .select()
          .from(subscriptions)
          .where(eq(subscriptions.userId, (await userOf(as)).id))
        expect(rows.filter(({ state }) => state === 'claimed')).toEqual([])
      }
    },
  )

  test('is resolved when the jobs start', async () => {
    const as = somebody()
    await orderUnanswered(as, { arrives: false })
    const jobs = await startJobs(shop.settings, {
      database: shop.database,
      stripe: shop.stripe,
      clock: () => new Date(Date.now() + 24 * hour),
      logger: createLogger('silent', { write: () => {} }),
    })
    await expect.poll(async () => (await rowOf(as)).state).toBe('released')
    await jobs.stop()
  })
})
