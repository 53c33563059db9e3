import { eq } from 'drizzle-orm'
import type { SQL } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { departedCustomers, subscriptions, users } from '#admin-api/data/schema.ts'
import { deleteUser, markLeaving } from '#admin-api/data/users.ts'
import { reconcileLeavers } from '#admin-api/payments/leave.ts'
import { createStripe } from '#admin-api/payments/stripe-client.ts'
import { syncSubscription } from '#admin-api/payments/sync-subscription.ts'
import { Problem } from '#admin-api/problem.ts'
import type { TokenClaims } from '#tests/support/id-tokens.ts'
import { somebody, startApi } from './support/harness.ts'
import { leaversOf, problemOf, quiet, quietly } from './support/leavers.ts'
import { askingBank, declining } from './support/plan-shop.ts'
import { agreement, routes, startShop } from './support/shop.ts'
import type { Shop } from './support/shop.ts'

let shop: Shop
beforeAll(async () => {
  shop = await startShop()
})
afterEach(() => shop.outage({ latency: 0 }))
afterAll(() => shop.stop())

const minute = 60 * 1000
const {
  leave,
  userOf,
  customerOf,
  isDeletedAtProvider,
  statusesAtProvider,
  chargesOf,
  somebodyAfterTrial,
} = leaversOf(() => shop)

/** Whether the customer is still to be deleted at the provider. */
const isRemembered = async (customer: string) =>
  (await shop.db.select().from(departedCustomers).where(eq(departedCustomers.id, customer)))
    .length > 0

/** The payment provider, except that it refuses to delete customers. */
const withoutDeletions = () => {
  const stripe = createStripe({ ...shop.settings.stripe, apiBase: shop.paymentsUrl })
  stripe.customers.del = () => Promise.reject(new Error('Not now.'))
  return stripe
}

describe('an account that is being deleted', () => {
  test('accepts no order', async () => {
    const as = somebody()
    const card = await shop.takeCard(as)
    let refused: unknown
    const api = await startApi({
      parts: {
        database: shop.database,
        stripe: shop.stripe,
        identityUsers: {
          delete: async () => {
            refused = problemOf(await shop.order(as, card))
            return 'deleted'
          },
          standing: async () => 'good',
        },
      },
    })
    expect((await api.delete('/api/v1/me', { as })).statusCode).toBe(204)
    expect(refused).toEqual([409, 'account/leaving'])
    await api.stop()
  })

  test('accepts orders again when the deletion has failed', async () => {
    const as = somebody()
    const api = await startApi({
      parts: {
        database: shop.database,
        stripe: shop.stripe,
        identityUsers: {
          delete: async () => {
            throw new Problem(503, 'auth/unavailable', 'Down.')
          },
          standing: async () => 'good',
        },
      },
    })
    await shop.order(as, await shop.takeCard(as))
    expect((await api.delete('/api/v1/me', { as })).statusCode).toBe(503)
    expect((await shop.get('/api/v1/me', { as })).json().data.subscription.status).toBe('canceled')
    expect((await shop.order(as, await shop.takeCard(as))).statusCode).toBe(201)
    await api.stop()
  })

  test('accepts no order when a second deletion has failed during the first', async () => {
    const as = somebody()
    const { id } = await userOf(as)
    await markLeaving(shop.db, id, new Date(Date.now() - 1000))
    const identityUsers = {
      delete: () => Promise.reject(new Problem(503, 'auth/unavailable', 'Down.')),
      standing: async () => 'good' as const,
    }
    const api = await startApi({
      parts: { database: shop.database, stripe: shop.stripe, identityUsers },
    })
    expect((await api.delete('/api/v1/me', { as })).statusCode).toBe(503)
    expect(problemOf(await shop.order(as, await shop.takeCard(as)))).toEqual([
      409,
      'account/leaving',
    ])
    await api.stop()
  })

  test('accepts orders again ten minutes after a deletion that never finished', async () => {
    const as = somebody()
    const { id } = await userOf(as)
    await markLeaving(shop.db, id, new Date(Date.now() - 9 * minute))
    expect(problemOf(await shop.order(as, await shop.takeCard(as)))).toEqual([
      409,
      'account/leaving',
    ])
    await markLeaving(shop.db, id, new Date(Date.now() - 11 * minute))
    expect((await shop.order(as, await shop.takeCard(as))).statusCode).toBe(201)
  })
})

describe('an order that is under way when its account is deleted', () => {
  test('leaves no live subscription, whenever the deletion comes', async () => {
    await shop.outage({ latency: 60 })
    for (const after of [0, 40, 80, 120, 160, 220]) {
      const as = somebody()
      const { id } = await userOf(as)
      const card = await shop.takeCard(as)
      const order = shop.order(as, card)
      await new Promise((resolve) => {
        setTimeout(resolve, after)
      })
      expect((await leave(as)).statusCode).toBe(204)
      expect([201, 401, 409, 422]).toContain((await order).statusCode)
      expect((await statusesAtProvider(id)).filter((status) => status !== 'canceled')).toEqual([])
    }
  })

  test('is refused with 401 when the account is deleted just before the response', async () => {
    const as = somebody()
    const user = await userOf(as)
    const card = await shop.takeCard(as)
    expect((await shop.order(as, card)).statusCode).toBe(201)
    let isDeleted = false
    const db = new Proxy(shop.db, {
      get(target, name) {
        if (name !== 'update') return Reflect.get(target, name) as unknown
        return (table: typeof subscriptions) => ({
          set: (values: object) => ({
            where: (which: SQL) => ({
              returning: async (columns: { id: typeof subscriptions.id }) => {
                await deleteUser(shop.db, user, quietly)
                isDeleted = true
                return target.update(table).set(values).where(which).returning(columns)
              },
            }),
          }),
        })
      },
    })
    const api = await startApi({
      parts: { database: { ...shop.database, db }, stripe: shop.stripe },
    })
    const answer = await api.post(
      '/api/v1/iap_subscriptions/stripe/subscriptions',
      { productId: 'annual', ...card, consent: agreement },
      { as, headers: { 'idempotency-key': 'overtaken' } },
    )
    expect(isDeleted).toBe(true)
    expect(problemOf(answer)).toEqual([401, 'auth/unauthenticated'])
    await api.stop()
  })

  test('cancels the subscription it created, even while the provider keeps the customer', async () => {
    const as = somebody()
    const user = await userOf(as)
    const card = await shop.takeCard(as)
    await shop.get('/api/v1/iap_subscriptions')
    const stripe = createStripe({ ...shop.settings.stripe, apiBase: shop.paymentsUrl })
    const create = stripe.subscriptions.create.bind(stripe.subscriptions)
    const createThenLose = async (...parameters: Parameters<typeof create>) => {
      const created = await create(...parameters)
      await deleteUser(shop.db, user, quietly)
      return created
    }
    stripe.subscriptions.create = createThenLose as typeof create
    const api = await startApi({ parts: { database: shop.database, stripe } })
    const answer = await api.post(
      '/api/v1/iap_subscriptions/stripe/subscriptions',
      { productId: 'annual', ...card, consent: agreement },
      {
        as,
        headers: { 'idempotency-key': 'lost' },
      },
    )
    expect(problemOf(answer)).toEqual([401, 'auth/unauthenticated'])
    expect(await statusesAtProvider(user.id)).toEqual(['canceled'])
    await api.stop()
  })

  /** Orders without a trial, while `meanwhile` happens before the provider's answer arrives. */
  const orderPaid = async (meanwhile: (as: TokenClaims, id: string) => Promise<unknown>) => {
    const as = await somebodyAfterTrial()
    const card = await shop.takeCard(as)
    const customer = await customerOf(card.setupIntentId)
    const stripe = createStripe({ ...shop.settings.stripe, apiBase: shop.paymentsUrl })
    const create = stripe.subscriptions.create.bind(stripe.subscriptions)
    stripe.subscriptions.create = (async (...parameters: Parameters<typeof create>) => {
      const created = await create(...parameters)
      await meanwhile(as, created.id)
      return created
    }) as typeof create
    const api = await startApi({ parts: { database: shop.database, stripe } })
    const answer = await api.post(
      '/api/v1/iap_subscriptions/stripe/subscriptions',
      { productId: 'annual', ...card, consent: agreement },
      { as, headers: { 'idempotency-key': 'paid' } },
    )
    await api.stop()
    return { problem: problemOf(answer), charges: await chargesOf(customer) }
  }

  test('is refunded when it was charged and the account is gone', async () => {
    expect(await orderPaid(leave)).toEqual({
      problem: [401, 'auth/unauthenticated'],
      charges: [{ amount: 8999, refunded: true }],
    })
  })

  test('is refunded when it was charged and the deletion has cancelled its subscription', async () => {
    const endOnly = async (as: TokenClaims, id: string) => {
      await markLeaving(shop.db, (await userOf(as)).id, new Date())
      await shop.stripe.subscriptions.cancel(id)
      await syncSubscription({ db: shop.db, stripe: shop.stripe, graceDays: 7 }, id)
    }
    expect(await orderPaid(endOnly)).toEqual({
      problem: [409, 'account/leaving'],
      charges: [{ amount: 8999, refunded: true }],
    })
  })
})

describe('a payment that waits for the bank when its account is deleted', () => {
  test('can no longer be confirmed', async () => {
    const as = somebody()
    const card = await shop.takeCard(as)
    const order = await shop.order(as, { ...card, productId: 'monthly' })
    const url = `${routes.subscriptions}/${order.json().data.id}`
    const customer = await customerOf(card.setupIntentId)
    const [{ id: stripeId } = { id: '' }] = await shop.subscriptionsOf(as)
    const { id: method } = await shop.stripe.paymentMethods.attach(declining, { customer })
    await shop.stripe.subscriptions.update(stripeId, { default_payment_method: method })
    await shop.stripe.subscriptions.update(stripeId, { trial_end: 'now' })
    const asked = await shop.put(`${url}/payment_method`, await shop.takeCard(as, askingBank), {
      as,
      headers: { 'idempotency-key': 'asked' },
    })
    expect(problemOf(asked)).toEqual([402, 'payment/requires-action'])
    expect((await leave(as)).statusCode).toBe(204)
    await shop.authenticate(asked.json().clientSecret, true).catch(() => {})
    expect(await chargesOf(customer)).toEqual([])
  })
})

describe('a subscription that is unknown until an event reports it', () => {
  const turnUp = async (userId: string) => {
    const { id: customer } = await shop.stripe.customers.create({})
    const method = await shop.stripe.paymentMethods.attach('pm_card_visa', { customer })
    const made = await shop.stripe.subscriptions.create({
      customer,
      items: [{ price: 'price_sandbox_annual' }],
      default_payment_method: method.id,
      metadata: { claim_id: '0d1c7d4e-2d0b-4a7e-8a43-0f1f1f0e7c22', user_id: userId },
    })
    const [event] = (await shop.events('customer.subscription.created')).filter(
      ({ data: { object } }) => 'id' in object && object.id === made.id,
    )
    expect((await shop.deliver(event!)).statusCode).toBe(200)
    return (await shop.stripe.subscriptions.retrieve(made.id)).status
  }

  test('is cancelled when its account was deleted', async () => {
    const as = somebody()
    const { id } = await userOf(as)
    await leave(as)
    expect(await turnUp(id)).toBe('canceled')
  })

  test('is left alone when it belongs to none of our accounts', async () => {
    expect(await turnUp('c3b5d0b4-7c51-4b2a-9d0c-1b3a1f0e7c33')).toBe('active')
  })
})

describe('the payment-provider customers that belong to a deleted account', () => {
  test('are deleted, and their cards detached', async () => {
    const as = somebody()
    const first = await shop.takeCard(as)
    const asVisitor = await shop.takeCard(null)
    await shop.order(as, { ...asVisitor, journey: 'enroll' })
    const customers = [
      await customerOf(first.setupIntentId),
      await customerOf(asVisitor.setupIntentId),
    ]
    expect((await leave(as)).statusCode).toBe(204)
    expect(await Promise.all(customers.map(isDeletedAtProvider))).toEqual([true, true])
    expect(
      (await shop.stripe.paymentMethods.retrieve(asVisitor.paymentMethodId)).customer,
    ).toBeNull()
    expect(await Promise.all(customers.map(isRemembered))).toEqual([false, false])
  })

  test('are deleted later when the provider refuses at first', async () => {
    const as = somebody()
    const customer = await customerOf((await shop.takeCard(as)).setupIntentId)
    const api = await startApi({ parts: { database: shop.database, stripe: withoutDeletions() } })
    expect((await api.delete('/api/v1/me', { as })).statusCode).toBe(204)
    expect(await shop.db.select().from(users).where(eq(users.authUid, as.uid!))).toEqual([])
    expect(await isDeletedAtProvider(customer)).toBe(false)

    await reconcileLeavers({ db: shop.db, stripe: withoutDeletions(), log: quiet })
    expect(await isRemembered(customer)).toBe(true)
    await reconcileLeavers({ db: shop.db, stripe: shop.stripe, log: quiet })
    expect(await isDeletedAtProvider(customer)).toBe(true)
    expect(await isRemembered(customer)).toBe(false)
    await api.stop()
  })

  test('are not queued for a later deletion when the provider has already deleted them', async () => {
    const as = somebody()
    const customer = await customerOf((await shop.takeCard(as)).setupIntentId)
    await shop.stripe.customers.del(customer)
    expect((await leave(as)).statusCode).toBe(204)
    expect(await isRemembered(customer)).toBe(false)
  })
})
