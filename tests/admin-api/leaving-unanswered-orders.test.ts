import { Stripe } from 'stripe'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { deleteUser } from '#admin-api/data/users.ts'
import { reconcileLeavers } from '#admin-api/payments/leave.ts'
import { createStripe } from '#admin-api/payments/stripe-client.ts'
import type { TokenClaims } from '#tests/support/id-tokens.ts'
import { startApi } from './support/harness.ts'
import { leaversOf, problemOf, quiet, quietly } from './support/leavers.ts'
import { askingBank } from './support/plan-shop.ts'
import { agreement, startShop } from './support/shop.ts'
import type { Shop } from './support/shop.ts'

let shop: Shop
beforeAll(async () => {
  shop = await startShop()
})
afterEach(() => shop.outage({ latency: 0 }))
afterAll(() => shop.stop())

const {
  leave,
  userOf,
  customerOf,
  isDeletedAtProvider,
  statusesAtProvider,
  chargesOf,
  somebodyAfterTrial,
} = leaversOf(() => shop)

describe('an order without a trial whose response is lost before its account is deleted', () => {
  /**
   * Places an order whose answer is lost; `arrive` decides how the request reaches the provider.
   * Returns its customer.
   */
  const orderUnanswered = async (
    as: TokenClaims,
    arrive: (request: () => Promise<Stripe.Subscription>) => Promise<unknown>,
    token?: string,
  ) => {
    const card = await shop.takeCard(as, token)
    const stripe = createStripe({ ...shop.settings.stripe, apiBase: shop.paymentsUrl })
    const create = stripe.subscriptions.create.bind(stripe.subscriptions)
    stripe.subscriptions.create = (async (...parameters: Parameters<typeof create>) => {
      await arrive(() => create(...parameters))
      throw new Stripe.errors.StripeConnectionError({ message: 'Lost.', type: 'api_error' })
    }) as typeof create
    const api = await startApi({ parts: { database: shop.database, stripe } })
    const answer = await api.post(
      '/api/v1/iap_subscriptions/stripe/subscriptions',
      { productId: 'annual', ...card, consent: agreement },
      { as, headers: { 'idempotency-key': 'unanswered' } },
    )
    await api.stop()
    expect(problemOf(answer)).toEqual([503, 'payment/unavailable'])
    return customerOf(card.setupIntentId)
  }

  /** Places an order without a trial, and deletes the account before the provider's answer. */
  const orderOvertaken = async () => {
    const as = await somebodyAfterTrial()
    const user = await userOf(as)
    const customer = await orderUnanswered(as, async (request) => {
      await request()
      await deleteUser(shop.db, user, quietly)
    })
    return { user, customer }
  }
  const refunded = [{ amount: 8999, refunded: true }]

  test('is refunded when the deletion of the account cancels it', async () => {
    const as = await somebodyAfterTrial()
    const { id } = await userOf(as)
    const customer = await orderUnanswered(as, (request) => request())
    expect(await chargesOf(customer)).toEqual([{ amount: 8999, refunded: false }])
    expect((await leave(as)).statusCode).toBe(204)
    expect(await chargesOf(customer)).toEqual(refunded)
    expect(await statusesAtProvider(id)).toEqual(['canceled', 'canceled'])
  })

  test('is refunded when the bank confirms its payment and no event reports that', async () => {
    const as = await somebodyAfterTrial()
    const card = await shop.takeCard(as, askingBank)
    const answer = await shop.order(as, card)
    expect(problemOf(answer)).toEqual([402, 'payment/requires-action'])
    await shop.authenticate(answer.json().clientSecret, true)
    expect((await leave(as)).statusCode).toBe(204)
    expect(await chargesOf(await customerOf(card.setupIntentId))).toEqual(refunded)
  })

  test('is refunded when its event comes after the deletion', async () => {
    const { user, customer } = await orderOvertaken()
    const [event] = await shop.events('customer.subscription.created')
    expect((await shop.deliver(event!)).statusCode).toBe(200)
    expect(await chargesOf(customer)).toEqual(refunded)
    expect(await statusesAtProvider(user.id)).toEqual(['canceled', 'canceled'])
  })

  test('is refunded when its event is delivered again after an outage', async () => {
    const { customer } = await orderOvertaken()
    const [event] = await shop.events('customer.subscription.created')
    const down = new Stripe.errors.StripeConnectionError({ message: 'Down.', type: 'api_error' })
    const refund = vi.spyOn(shop.stripe.refunds, 'create').mockRejectedValueOnce(down)
    expect((await shop.deliver(event!)).statusCode).toBe(503)
    expect((await shop.deliver(event!)).statusCode).toBe(200)
    refund.mockRestore()
    expect(await chargesOf(customer)).toEqual(refunded)
  })

  /** Makes the provider refuse refunds, as it does when the balance is too low. */
  const refuseRefunds = () =>
    vi.spyOn(shop.stripe.refunds, 'create').mockImplementation(() =>
      Promise.reject(
        new Stripe.errors.StripeInvalidRequestError({
          message: 'Insufficient funds.',
          code: 'balance_insufficient',
          type: 'invalid_request_error',
        }),
      ),
    )

  test('is cancelled when its event arrives, even if the provider refuses the refund', async () => {
    const { user } = await orderOvertaken()
    const [event] = await shop.events('customer.subscription.created')
    const refund = refuseRefunds()
    expect((await shop.deliver(event!)).statusCode).toBe(200)
    refund.mockRestore()
    expect(await statusesAtProvider(user.id)).toEqual(['canceled', 'canceled'])
  })

  test('is named in the log, and its customer deleted, when the provider refuses the refund', async () => {
    const { user, customer } = await orderOvertaken()
    const [unacknowledged] = await shop.subscriptionsMadeFor(user.id)
    const error = vi.fn<(details: { err?: Error }) => void>()
    const refund = refuseRefunds()
    await reconcileLeavers({ db: shop.db, stripe: shop.stripe, log: { ...quiet, error } })
    refund.mockRestore()
    expect(error.mock.calls.map(([{ err }]) => err?.message)).toEqual([
      `The refund of subscription ${unacknowledged!.id} was refused.`,
    ])
    expect(await statusesAtProvider(user.id)).toEqual(['canceled', 'canceled'])
    expect(await isDeletedAtProvider(customer)).toBe(true)
  })

  test('does not prevent the account from being deleted when the refund is refused', async () => {
    const as = await somebodyAfterTrial()
    const { id } = await userOf(as)
    await orderUnanswered(as, (request) => request())
    const refund = refuseRefunds()
    expect((await leave(as)).statusCode).toBe(204)
    refund.mockRestore()
    expect(await statusesAtProvider(id)).toEqual(['canceled', 'canceled'])
  })

  test('is refunded when it reaches the provider after the deletion has ended all subscriptions', async () => {
    const as = await somebodyAfterTrial()
    let arriveLate: () => Promise<unknown> = async () => {}
    const customer = await orderUnanswered(as, async (request) => {
      arriveLate = request
    })
    const api = await startApi({
      parts: {
        database: shop.database,
        stripe: shop.stripe,
        identityUsers: {
          delete: async () => {
            await arriveLate()
            return 'deleted'
          },
          standing: async () => 'good',
        },
      },
    })
    expect((await api.delete('/api/v1/me', { as })).statusCode).toBe(204)
    await api.stop()
    expect(await chargesOf(customer)).toEqual(refunded)
  })

  test('is distinguished from an answered order, which is not refunded', async () => {
    const as = await somebodyAfterTrial()
    const card = await shop.takeCard(as)
    expect((await shop.order(as, card)).statusCode).toBe(201)
    expect((await leave(as)).statusCode).toBe(204)
    for (const event of await shop.events('customer.subscription.deleted'))
      await shop.deliver(event)
    expect(await chargesOf(await customerOf(card.setupIntentId))).toEqual([
      { amount: 8999, refunded: false },
    ])
  })
})
