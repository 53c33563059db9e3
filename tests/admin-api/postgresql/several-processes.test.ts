import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { createDatabase } from '#tests/support/postgresql.ts'
import { startTimeout } from '../support/harness.ts'
import { startFleet } from '../support/fleet.ts'
import type { Fleet } from '../support/fleet.ts'
import { agreement, freshKey, routes } from '../support/shop.ts'

const calculate = '/api/v1/coaching/diagnosis/public/calculate'

describe('three processes on one PostgreSQL', () => {
  let fleet: Fleet
  beforeAll(async () => {
    const environment = {
      RATE_LIMIT_PUBLIC_PER_MINUTE: '30',
      RATE_LIMIT_PROMOTION_PER_MINUTE: '30',
    }
    fleet = await startFleet({
      databaseUrl: await createDatabase(inject('postgresqlUrl')!),
      size: 3,
      environment,
    })
  })
  afterAll(() => fleet.stop())

  test(
    'create one subscription for a hundred concurrent requests, and return it to all of them',
    async () => {
      const as = { uid: 'crowd', email: 'crowd@example.com' }
      const intent = await fleet.call(0, 'POST', routes.setupIntents, {
        as,
        body: { billingEmail: 'crowd@example.com' },
      })
      const order = {
        productId: 'annual',
        ...(await fleet.confirm(String(intent.body.data?.['id']))),
        consent: agreement,
      }
      const oneKey = freshKey()
      const create = async (turn: number) => {
        // Half repeat one request, half are separate requests.
        const headers = { 'idempotency-key': turn % 2 === 0 ? oneKey : freshKey() }
        for (;;) {
          const answer = await fleet.call(turn, 'POST', routes.subscriptions, {
            as,
            body: order,
            headers,
          })
          // A client retries after these: another request is in progress, or there were not enough
          // connections.
          if (answer.status !== 409 && answer.status !== 503) return answer
          expect(answer.body.code).toBeOneOf(['subscription/in-progress', 'database/unavailable'])
        }
      }
      const answers = await Promise.all(Array.from({ length: 100 }, (_, turn) => create(turn)))
      const subscriptions = await fleet.stripe.subscriptions.list({ status: 'all', limit: 100 })
      expect(subscriptions.data).toHaveLength(1)
      expect(fleet.errors()).toEqual([])
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 201]))
      expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
      expect(new Set(answers.map(({ body }) => JSON.stringify(body.data))).size).toBe(1)
      const invoices = await fleet.stripe.invoices.list({ limit: 100 })
      expect(invoices.data).toHaveLength(1)
    },
    startTimeout,
  )

  test('share one count of the promotion code requests from an IP address', async () => {
    const ask = (turn: number) => fleet.call(turn, 'GET', routes.promotionCodes)
    const answers = await Promise.all(Array.from({ length: 60 }, (_, turn) => ask(turn)))
    expect(answers.filter(({ status }) => status === 422)).toHaveLength(30)
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(30)
  })

  test('soon share their counts of public requests', async () => {
    const ask = async (member: number) =>
      (await fleet.call(member, 'POST', calculate, { body: {} })).status
    for (let turn = 0; turn < 30; turn += 1) expect(await ask(0)).toBe(422)
    await expect.poll(() => ask(1)).toBe(429)
    await expect.poll(() => ask(2)).toBe(429)
  })

  test('create a user once when many first requests are concurrent', async () => {
    const as = { uid: 'new', email: 'new@example.com' }
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, turn) => fleet.call(turn, 'GET', '/api/v1/me', { as })),
    )
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    expect(new Set(answers.map(({ body }) => body.data?.['id'])).size).toBe(1)
  })
})
