import type { IncomingMessage } from 'node:http'
import { buffer } from 'node:stream/consumers'
import type { Stripe } from 'stripe'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { ensureUser, markLeaving, unmark } from '#admin-api/data/users.ts'
import { listen } from '#tests/support/listen.ts'
import { identityOf, startApi } from './support/harness.ts'
import { problemOf } from './support/plan-shop.ts'
import { annual, DAY, startRefundShop } from './support/refund-shop.ts'
import type { RefundShop } from './support/refund-shop.ts'
import { freshKey } from './support/shop.ts'

let shop: RefundShop
beforeAll(async () => {
  shop = await startRefundShop()
})
afterEach(() => shop.reset())
afterAll(() => shop.stop())

/**
 * Passes requests on to the sandbox unless `refuse` has a status for them. Failures with 500 are
 * remembered for their idempotency key.
 */
const startPassage = async () => {
  const failed = new Set<string>()
  let refuse: (call: string) => number | null = () => null
  const pass = async (call: string, request: IncomingMessage): Promise<Response> => {
    const { host: _host, connection: _connection, ...headers } = request.headers
    const body = await buffer(request)
    const key = String(headers['idempotency-key'] ?? '')
    const isRemembered = failed.has(key)
    const status = isRemembered ? 500 : refuse(call)
    if (status !== null) {
      if (status === 500 && key !== '') failed.add(key)
      return Response.json(
        { error: { type: 'api_error', message: 'Down.' } },
        { status, headers: isRemembered ? { 'idempotent-replayed': 'true' } : {} },
      )
    }
    return fetch(`${shop.paymentsUrl}${request.url}`, {
      method: request.method,
      headers: headers as Record<string, string>,
      ...(body.length > 0 && { body }),
    })
  }
  const passage = await listen(async (request, response) => {
    const answer = await pass(`${request.method} ${request.url}`, request)
    const replayed = answer.headers.get('idempotent-replayed')
    response
      .writeHead(answer.status, {
        'content-type': 'application/json',
        ...(replayed !== null && { 'idempotent-replayed': replayed }),
      })
      .end(await answer.text())
  })
  const api = await startApi({
    environment: { STRIPE_API_BASE: passage.url, STRIPE_MAX_NETWORK_RETRIES: '0' },
    parts: { database: shop.database },
  })
  return {
    api,
    refuse: (when: (call: string) => number | null) => {
      refuse = when
    },
    stop: async () => {
      await api.stop()
      await passage.close()
    },
  }
}

describe('a withdrawal that is interrupted', () => {
  let passage: Awaited<ReturnType<typeof startPassage>>
  beforeAll(async () => {
    passage = await startPassage()
  })
  afterEach(() => passage.refuse(() => null))
  afterAll(() => passage.stop())

  test('is finished by the next request, whichever call to the provider failed', async () => {
    const person = await shop.subscriber()
    const calls: string[] = []
    passage.refuse((call) => {
      calls.push(call)
      return null
    })
    expect((await shop.withdraw(person, freshKey(), passage.api)).statusCode).toBe(200)
    expect(calls.length).toBeGreaterThan(5)
    for (const failing of calls.keys()) {
      const other = await shop.subscriber()
      const key = freshKey()
      let count = -1
      passage.refuse(() => {
        count += 1
        return count === failing ? 503 : null
      })
      const failed = await shop.withdraw(other, key, passage.api)
      expect(problemOf(failed)).toEqual([503, 'payment/unavailable'])
      passage.refuse(() => null)
      const finished = await shop.withdraw(other, key, passage.api)
      expect(problemOf(finished)).toEqual([200, undefined])
      expect(finished.json().data.refunded).toEqual(annual)
      expect(await shop.refundsOf(other)).toHaveLength(1)
      expect(await shop.statusOf(other)).toBe('canceled')
    }
  })

  test('is finished by the event for the subscription’s end, or by a request after the deadline', async () => {
    const told = await shop.subscriber()
    passage.refuse((call) => (call === 'POST /v1/refunds' ? 503 : null))
    expect((await shop.withdraw(told, freshKey(), passage.api)).statusCode).toBe(503)
    expect([await shop.statusOf(told), await shop.refundsOf(told)]).toEqual(['canceled', []])
    await shop.tell(told)
    expect(await shop.refundsOf(told)).toHaveLength(1)
    expect((await shop.bought(told)).subscriptions.annual.refunded_at).not.toBeNull()

    const late = await shop.subscriber()
    expect((await shop.withdraw(late, freshKey(), passage.api)).statusCode).toBe(503)
    shop.moveClock(20 * DAY)
    expect((await shop.withdrawn(late)).refunded).toEqual(annual)
  })

  test('fails the event that would finish it while a refund is in progress, and is finished by its retry', async () => {
    const person = await shop.subscriber()
    passage.refuse((call) => (call === 'POST /v1/refunds' ? 503 : null))
    expect((await shop.withdraw(person, freshKey(), passage.api)).statusCode).toBe(503)
    const ended = (await shop.events('customer.subscription.deleted')).find(
      ({ data: { object } }) => (object as Stripe.Subscription).id === person.stripeId,
    )
    passage.refuse((call) => (call === 'POST /v1/refunds' ? 409 : null))
    expect((await shop.deliver(ended!, passage.api)).statusCode).toBe(503)
    passage.refuse(() => null)
    expect((await shop.deliver(ended!, passage.api)).statusCode).toBe(200)
    expect(await shop.refundsOf(person)).toHaveLength(1)
  })

  test('prevents the deletion of the account while its refund is in progress', async () => {
    const person = await shop.subscriber()
    passage.refuse((call) => (call === 'POST /v1/refunds' ? 503 : null))
    expect((await shop.withdraw(person, freshKey(), passage.api)).statusCode).toBe(503)
    passage.refuse((call) => (call === 'POST /v1/refunds' ? 409 : null))
    const { as } = person
    const kept = await passage.api.delete('/api/v1/me', { as })
    expect(problemOf(kept)).toEqual([503, 'payment/unavailable'])
    passage.refuse(() => null)
    expect((await passage.api.delete('/api/v1/me', { as })).statusCode).toBe(204)
    expect(await shop.refundsOf(person)).toHaveLength(1)
  })

  test('before it ends the subscription leads to no refund when the subscription ends later', async () => {
    const person = await shop.subscriber()
    passage.refuse((call) => (call.startsWith('DELETE /v1/subscriptions') ? 503 : null))
    expect((await shop.withdraw(person, freshKey(), passage.api)).statusCode).toBe(503)
    expect(await shop.statusOf(person)).toBe('active')
    passage.refuse(() => null)
    shop.moveClock(40 * DAY)
    await shop.stripe.subscriptions.cancel(person.stripeId)
    await shop.tell(person)
    expect(await shop.refundsOf(person)).toEqual([])
    expect(problemOf(await shop.withdraw(person))).toEqual([409, 'subscription/withdrawal-over'])
  })

  test('is not blocked by a failure that the provider replays for an idempotency key', async () => {
    const person = await shop.subscriber()
    passage.refuse((call) => (call === 'POST /v1/refunds' ? 500 : null))
    for (const key of [freshKey(), freshKey()]) {
      const answer = await shop.withdraw(person, key, passage.api)
      expect(problemOf(answer)).toEqual([503, 'payment/unavailable'])
    }
    passage.refuse(() => null)
    const answer = await shop.withdraw(person, freshKey(), passage.api)
    expect(answer.json().data.refunded).toEqual(annual)
    expect(await shop.refundsOf(person)).toHaveLength(1)
  })

  test('succeeds when its charge is refunded by another request at the same time', async () => {
    const person = await shop.subscriber()
    const [charge] = await shop.chargesOf(person)
    const refunding = { done: false }
    const { create } = shop.stripe.refunds
    shop.stripe.refunds.create = (async (...given: Parameters<typeof create>) => {
      if (!refunding.done) {
        refunding.done = true
        await create.call(shop.stripe.refunds, { charge: charge!.id })
      }
      return create.apply(shop.stripe.refunds, given)
    }) as typeof create
    try {
      expect((await shop.withdrawn(person)).refunded).toEqual(annual)
    } finally {
      shop.stripe.refunds.create = create
    }
    expect(await shop.refundsOf(person)).toHaveLength(1)
  })
})

describe('withdrawals', () => {
  test('that are concurrent refund once, in one process or in several', async () => {
    const person = await shop.subscriber()
    const other = await startApi({ parts: { database: shop.database, stripe: shop.stripe } })
    const answers = await Promise.all(
      [shop, other, shop, other].map((api) => shop.withdraw(person, freshKey(), api)),
    )
    const statuses = answers.map(({ statusCode }) => statusCode)
    expect(statuses).toContain(200)
    expect(statuses.every((status) => status === 200 || status === 409)).toBe(true)
    expect(await shop.refundsOf(person)).toHaveLength(1)
    expect((await shop.withdrawn(person)).refunded).toEqual(annual)
    await other.stop()
  })

  test('refund the charge of a concurrent change of plan as well', async () => {
    const person = await shop.subscriber('monthly')
    const { as, url } = person
    const shown = (await shop.post(`${url}/change_preview`, { productId: 'annual' }, { as })).json()
    const order = { productId: 'annual', previewId: shown.data.id }
    const headers = { 'idempotency-key': freshKey() }
    const [, answer] = await Promise.all([
      shop.post(`${url}/change`, order, { as, headers }),
      shop.withdraw(person),
    ])
    expect([200, 409]).toContain(answer.statusCode)
    await shop.withdrawn(person)
    expect((await shop.chargesOf(person)).every(({ refunded }) => refunded)).toBe(true)
  })

  test('are refused while the account is being deleted', async () => {
    const person = await shop.subscriber()
    const user = await ensureUser(shop.db, identityOf(person.as))
    const leavingAt = new Date()
    await markLeaving(shop.db, user!.id, leavingAt)
    expect(problemOf(await shop.withdraw(person))).toEqual([409, 'account/leaving'])
    await unmark(shop.db, user!.id, { leavingAt, erasingAt: null })
    expect((await shop.withdraw(person)).statusCode).toBe(200)
  })

  test('are never confirmed without a refund while the account is deleted at the same time', async () => {
    for (const after of [0, 100, 250, 400, 600]) {
      const person = await shop.subscriber()
      await shop.outage({ latency: 30 })
      const withdrawing = shop.withdraw(person)
      await new Promise((resolve) => {
        setTimeout(resolve, after)
      })
      expect((await shop.delete('/api/v1/me', { as: person.as })).statusCode).toBe(204)
      const { statusCode } = await withdrawing
      await shop.outage({})
      const [charge] = await shop.chargesOf(person)
      expect(await shop.statusOf(person)).toBe('canceled')
      // A 401 means that the account was deleted first; it does not tell what was done before.
      const outcome = statusCode === 401 ? 401 : [statusCode, charge!.refunded]
      expect([401, [200, true], [404, false], [409, false]]).toContainEqual(outcome)
    }
  })
})
