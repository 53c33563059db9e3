import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { idempotencyKeys } from '#admin-api/data/schema.ts'
import { createStripe } from '#admin-api/payments/stripe-client.ts'
import { Problem } from '#admin-api/problem.ts'
import type { Invoice } from '#admin-api/payments/own-subscription.ts'
import type { TokenClaims } from '#tests/support/id-tokens.ts'
import { listen } from '#tests/support/listen.ts'
import { somebody, startApi } from './support/harness.ts'
import { routes, startShop } from './support/shop.ts'
import type { Shop } from './support/shop.ts'

let shop: Shop
beforeAll(async () => {
  shop = await startShop()
})
afterAll(() => shop.stop())

const subscriber = async () => {
  const as = somebody()
  const { id } = (await shop.order(as, await shop.takeCard(as))).json().data as { id: string }
  const [{ id: stripeId } = { id: '' }] = await shop.subscriptionsOf(as)
  return { as, id, url: `${routes.subscriptions}/${id}`, stripeId }
}

const current = async (as: TokenClaims) =>
  (await shop.get('/api/v1/me', { as })).json().data.subscription

describe('changing a subscription', () => {
  test('with DELETE cancels it at the end of the period, and with resume undoes that', async () => {
    const { as, url, stripeId } = await subscriber()
    const cancelled = await shop.delete(url, { as })
    expect(cancelled.statusCode).toBe(200)
    expect(cancelled.json().data).toMatchObject({ status: 'trialing', cancelAtPeriodEnd: true })
    expect((await shop.delete(url, { as })).json()).toEqual(cancelled.json())
    expect((await current(as)).cancelAtPeriodEnd).toBe(true)

    const resumed = await shop.post(`${url}/resume`, {}, { as })
    expect(resumed.statusCode).toBe(200)
    expect(resumed.json().data.cancelAtPeriodEnd).toBe(false)
    expect((await shop.stripe.subscriptions.retrieve(stripeId)).cancel_at_period_end).toBe(false)
  })

  test('returns 404 to anybody but the owner, and for malformed ids', async () => {
    const { url } = await subscriber()
    const as = somebody()
    for (const address of [
      url,
      `${routes.subscriptions}/nonsense`,
      `${routes.subscriptions}/00000000-0000-0000-0000-000000000000`,
    ]) {
      const answers = [
        await shop.delete(address, { as }),
        await shop.post(`${address}/resume`, {}, { as }),
        await shop.get(`${address}/invoices`, { as }),
      ]
      expect(answers.map((answer) => [answer.statusCode, answer.json().code])).toEqual(
        Array.from({ length: 3 }, () => [404, 'subscription/not-found']),
      )
    }
  })

  test('is refused once the subscription has ended', async () => {
    const { as, url, stripeId } = await subscriber()
    await shop.stripe.subscriptions.cancel(stripeId)
    for (const event of await shop.events('customer.subscription.deleted'))
      await shop.deliver(event)
    const answers = [await shop.delete(url, { as }), await shop.post(`${url}/resume`, {}, { as })]
    expect(answers.map((answer) => [answer.statusCode, answer.json().code])).toEqual(
      Array.from({ length: 2 }, () => [409, 'subscription/ended']),
    )
  })
})

describe('DELETE, resume and invoices', () => {
  test('return 503 while the provider is down, and change nothing', async () => {
    const { as, url } = await subscriber()
    await shop.outage({ status: 503 })
    const answers = [
      await shop.delete(url, { as }),
      await shop.post(`${url}/resume`, {}, { as }),
      await shop.get(`${url}/invoices`, { as }),
    ]
    await shop.outage({})
    expect(answers.map((answer) => [answer.statusCode, answer.json().code])).toEqual(
      Array.from({ length: 3 }, () => [503, 'payment/unavailable']),
    )
    expect((await current(as)).cancelAtPeriodEnd).toBe(false)
  })
})

describe('invoices', () => {
  test('are listed newest first', async () => {
    const { as, url, stripeId } = await subscriber()
    await shop.stripe.subscriptions.update(stripeId, { trial_end: 'now' })
    const answer = await shop.get(`${url}/invoices`, { as })
    expect(answer.statusCode).toBe(200)
    expect(
      answer
        .json()
        .data.map(({ status, total, tax, card }: Invoice) => [status, total.amount, tax, card]),
    ).toEqual([
      ['paid', 8999, null, { brand: 'Visa', last4: expect.stringMatching(/^\d{4}$/) }],
      ['paid', 0, null, null],
    ])
  })

  test('contain the sum of the provider’s taxes', async () => {
    const { as, url } = await subscriber()
    const stripe = createStripe({ ...shop.settings.stripe, apiBase: shop.paymentsUrl })
    const list = stripe.invoices.list.bind(stripe.invoices)
    stripe.invoices.list = (async (...parameters: Parameters<typeof list>) => {
      const { data } = await list(...parameters)
      const taxes = [{ amount: 600 }, { amount: 50 }]
      return { data: data.map((invoice) => ({ ...invoice, total_taxes: taxes })) }
    }) as never
    const api = await startApi({ parts: { database: shop.database, stripe } })
    const [invoice] = (await api.get(`${url}/invoices`, { as })).json().data
    expect(invoice.tax).toEqual({ amount: 650, currency: 'usd' })
    await api.stop()
  })
})

describe('webhooks', () => {
  let person: Awaited<ReturnType<typeof subscriber>>
  beforeEach(async () => {
    person = await subscriber()
  })

  const eventsOf = async (stripeId: string) => {
    const all = (await shop.stripe.events.list({ limit: 100 })).data
    return all
      .filter(({ data: { object } }) => JSON.stringify(object).includes(stripeId))
      .toReversed()
  }

  test('apply every change at the provider, in any order and with duplicates', async () => {
    const { as, stripeId } = person
    await shop.stripe.subscriptions.update(stripeId, { cancel_at_period_end: true })
    await shop.stripe.subscriptions.update(stripeId, { cancel_at_period_end: false })
    await shop.stripe.subscriptions.cancel(stripeId)
    const events = await eventsOf(stripeId)
    expect(events.length).toBeGreaterThan(3)
    const answers = await Promise.all(
      [...events.toReversed(), ...events].map((event) => shop.deliver(event)),
    )
    expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200]))
    expect((await current(as)).status).toBe('canceled')
  })

  test('show a failed renewal as past due', async () => {
    const { as, stripeId } = person
    const subscription = await shop.stripe.subscriptions.retrieve(stripeId)
    const card = await shop.stripe.paymentMethods.attach('pm_card_chargeCustomerFail', {
      customer: String(subscription.customer),
    })
    await shop.stripe.subscriptions
      .update(stripeId, { default_payment_method: card.id, trial_end: 'now' })
      .catch(() => {})
    const { status } = await shop.stripe.subscriptions.retrieve(stripeId)
    for (const event of await eventsOf(stripeId)) await shop.deliver(event)
    expect([status, (await current(as)).status]).toEqual(['past_due', 'past_due'])
  })

  test('are refused without the provider’s signature', async () => {
    const [event] = await eventsOf(person.stripeId)
    const payload = JSON.stringify(event)
    const forged = shop.stripe.webhooks.generateTestHeaderString({ payload, secret: 'whsec_other' })
    const stale = shop.stripe.webhooks.generateTestHeaderString({
      payload,
      secret: 'whsec_sandbox',
      timestamp: Math.floor(Date.now() / 1000) - 3600,
    })
    for (const signature of ['', 'nonsense', forged, stale]) {
      const answer = await shop.post(routes.webhooks, payload, {
        headers: { 'content-type': 'application/json', 'stripe-signature': signature },
      })
      expect([answer.statusCode, answer.json().code]).toEqual([400, 'webhook/bad-signature'])
    }
    expect(
      (
        await shop.post(routes.webhooks, payload, {
          headers: { 'content-type': 'application/json' },
        })
      ).statusCode,
    ).toBe(400)
  })

  test('are processed again after a failure', async () => {
    const { as, stripeId } = person
    await shop.stripe.subscriptions.cancel(stripeId)
    const event = (await eventsOf(stripeId)).at(-1)!
    await shop.outage({ status: 503 })
    const failed = await shop.deliver(event)
    await shop.outage({})
    expect(failed.statusCode).toBe(503)
    expect((await current(as)).status).toBe('trialing')
    expect((await shop.deliver(event)).statusCode).toBe(200)
    expect((await current(as)).status).toBe('canceled')
  })

  test('about subscriptions that are not ours change nothing', async () => {
    const { customer, items } = await shop.stripe.subscriptions.retrieve(person.stripeId)
    const foreign = await shop.stripe.subscriptions.create({
      customer: String(customer),
      items: [{ price: items.data[0]!.price.id }],
      trial_period_days: 1,
      metadata: { claim_id: 'nonsense' },
    })
    for (const event of await eventsOf(foreign.id))
      expect((await shop.deliver(event)).statusCode).toBe(200)
    expect((await current(person.as)).status).toBe('trialing')
  })
})

describe('export', () => {
  test('contains what is stored about the user', async () => {
    const { as, id } = await subscriber()
    await shop.patch('/api/v1/me', { firstName: 'Ada' }, { as })
    const answer = await shop.get('/api/v1/me/export', { as })
    expect(answer.statusCode).toBe(200)
    expect(answer.json().data).toMatchObject({
      profile: { email: as.email, firstName: 'Ada', subscription: { id } },
      identity: { authUid: as.uid },
      diagnoses: [],
      subscriptions: [{ id, state: 'trialing' }],
      paymentCustomers: [{ id: expect.stringMatching(/^cus_/) }],
      cardSetups: [{ begunBy: 'user', isClaimed: true, failedAttempts: 0 }],
      paymentRequests: [{ refusal: null }],
    })
    expect(answer.headers['cache-control']).toBe('no-store')
  })

  test('contains the refusal of a declined payment', async () => {
    const { as } = await subscriber()
    const refusal = {
      statusCode: 402,
      code: 'payment/declined',
      detail: 'Your card was declined.',
      declineCode: 'generic_decline',
    }
    const { id: userId } = (await shop.get('/api/v1/me', { as })).json().data
    await shop.db.update(idempotencyKeys).set({ refusal }).where(eq(idempotencyKeys.userId, userId))
    const { data } = (await shop.get('/api/v1/me/export', { as })).json()
    expect(data.paymentRequests).toMatchObject([{ refusal }])
  })
})

describe('DELETE me', () => {
  test('ends the subscription and deletes the user for good', async () => {
    const { as, stripeId } = await subscriber()
    const answer = await shop.delete('/api/v1/me', { as })
    expect([answer.statusCode, answer.body]).toEqual([204, ''])
    expect((await shop.stripe.subscriptions.retrieve(stripeId)).status).toBe('canceled')
    expect((await shop.get('/api/v1/me', { as })).statusCode).toBe(401)
    for (const event of await shop.events('customer.subscription.deleted'))
      expect((await shop.deliver(event)).statusCode).toBe(200)
  })

  test('returns 503 while the identity provider is down, and finishes on a retry', async () => {
    let isDown = true
    const broken = await startApi({
      parts: {
        database: shop.database,
        stripe: shop.stripe,
        identityUsers: {
          delete: async () => {
            if (isDown) throw new Problem(503, 'auth/unavailable', 'Down.')
            return 'deleted'
          },
          standing: async () => 'good',
        },
      },
    })
    const { as } = await subscriber()
    const failed = await broken.delete('/api/v1/me', { as })
    expect([failed.statusCode, failed.json().code]).toEqual([503, 'auth/unavailable'])
    isDown = false
    expect((await broken.delete('/api/v1/me', { as })).statusCode).toBe(204)
    await broken.stop()
  })

  test('succeeds while webhooks about the subscription arrive', async () => {
    for (let turn = 0; turn < 4; turn += 1) {
      const { as, stripeId } = await subscriber()
      const [made] = (await shop.events('customer.subscription.created')).filter(
        ({ data: { object } }) => 'id' in object && object.id === stripeId,
      )
      const deliveries = Array.from({ length: 6 }, () => shop.deliver(made!))
      const [deleted, ...delivered] = await Promise.all([
        shop.delete('/api/v1/me', { as }),
        ...deliveries,
      ])
      expect([deleted.statusCode, ...delivered.map(({ statusCode }) => statusCode)]).toEqual([
        204,
        ...deliveries.map(() => 200),
      ])
    }
  })

  test('makes a concurrent request of the deleted user end with 401', async () => {
    const as = somebody()
    const provider = await listen(async (_request, response) => {
      await shop.delete('/api/v1/me', { as })
      response
        .writeHead(200, { 'content-type': 'application/json' })
        .end('{"object":"customer","id":"cus_late"}')
    })
    const slow = await startApi({
      parts: { database: shop.database },
      environment: { STRIPE_API_BASE: provider.url },
    })
    const answer = await slow.post(routes.setupIntents, { billingEmail: 'ada@example.com' }, { as })
    expect([answer.statusCode, answer.json().code]).toEqual([401, 'auth/unauthenticated'])
    await slow.stop()
    await provider.close()
  })

  test('asks for a recent sign-in', async () => {
    const as = somebody({ signedInAgo: 6 * 60 })
    const answer = await shop.delete('/api/v1/me', { as })
    expect([answer.statusCode, answer.json().code]).toEqual([403, 'auth/requires-recent-login'])
    expect((await shop.get('/api/v1/me', { as })).statusCode).toBe(200)
  })
})
