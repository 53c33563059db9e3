import { setTimeout as pause } from 'node:timers/promises'
import type { Stripe } from 'stripe'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { hasEnded } from '#admin-api/domain/subscription.ts'
import { listen } from '#tests/support/listen.ts'
import type { Listening } from '#tests/support/listen.ts'
import { createDatabase } from '#tests/support/postgresql.ts'
import { seededRandom } from '#tests/support/seeded-random.ts'
import { startFleet } from '../support/fleet.ts'
import type { Fleet } from '../support/fleet.ts'
import { startTimeout } from '../support/harness.ts'
import { agreement, routes } from '../support/shop.ts'

/** `PROOF=full`, or a sample. */
const isFull = process.env['PROOF'] === 'full'
const rounds = isFull ? 200 : 12
const atOnce = isFull ? 8 : 6
const seed = Number(process.env['PROOF_SEED'] ?? 20_261)
const random = seededRandom(seed)
/** The latency of each request to the payment provider, in milliseconds. */
const latency = 250

let identity: Listening
let fleet: Fleet
beforeAll(async () => {
  // An identity provider that deletes every user it is asked to.
  identity = await listen((_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
  })
  fleet = await startFleet({
    databaseUrl: await createDatabase(inject('postgresqlUrl')!),
    size: 2,
    environment: { FIREBASE_AUTH_EMULATOR_HOST: new URL(identity.url).host },
  })
  await fleet.call(0, 'GET', routes.offers)
  await fleet.call(1, 'GET', routes.offers)
})
afterAll(async () => {
  await fleet.stop()
  await identity.close()
})

/** Places an order in one process while `during` runs, and returns its status. */
const orderWhile = async (round: number, during: (order: Promise<unknown>) => Promise<unknown>) => {
  const as = { uid: `leaver-${round}`, email: `leaver-${round}@example.com` }
  const intent = await fleet.call(round, 'POST', routes.setupIntents, {
    as,
    body: { billingEmail: as.email },
  })
  const card = await fleet.confirm(String(intent.body.data?.['id']))
  const order = fleet.call(round, 'POST', routes.subscriptions, {
    as,
    body: { productId: 'annual', ...card, journey: 'sign-up', consent: agreement },
    headers: { 'idempotency-key': `round-${round}` },
  })
  await during(order)
  const deletion = await fleet.call(round + 1, 'DELETE', '/api/v1/me', { as })
  expect(deletion.status).toBe(204)
  return (await order).status
}

/** How long an order takes when nothing else is running, in milliseconds. */
const timeAnOrder = async () => {
  let duration = 0
  const status = await orderWhile(0, async (order) => {
    const start = performance.now()
    await order
    duration = performance.now() - start
  })
  expect(status).toBe(201)
  return duration
}

const all = async <T>(list: AsyncIterable<T>): Promise<T[]> => {
  const items: T[] = []
  for await (const item of list) items.push(item)
  return items
}

test(
  `${rounds} accounts deleted while they order leave no live subscription and no customer at a slow provider`,
  async () => {
    await fleet.setLatency(latency)
    const duration = await timeAnOrder()
    let next = 1
    const answers: Record<number, number> = {}
    await Promise.all(
      Array.from({ length: atOnce }, async () => {
        for (let round = next++; round <= rounds; round = next++) {
          const status = await orderWhile(round, () => pause(random.below(duration)))
          answers[status] = (answers[status] ?? 0) + 1
        }
      }),
    )
    await fleet.setLatency(0)

    const made: Stripe.Subscription[] = await all(
      fleet.stripe.subscriptions.list({ status: 'all', limit: 100 }),
    )
    expect(made.filter(({ status }) => !hasEnded(status))).toEqual([])
    expect(await all(fleet.stripe.customers.list({ limit: 100 }))).toEqual([])
    expect(
      Object.keys(answers).filter(
        (status) => !['200', '201', '401', '409', '422'].includes(status),
      ),
    ).toEqual([])
    // In a full run, some orders must have come before the deletion and some after it. In a sample,
    // at least the order that measured the time has succeeded.
    expect(made.length).toBeGreaterThanOrEqual(isFull ? rounds / 10 : 1)
    expect(answers[201] ?? 0).toBeLessThan(isFull ? rounds : rounds + 1)
    if (isFull)
      console.log(
        `seed ${seed}: ${JSON.stringify({ rounds, answers, subscriptionsMade: made.length, live: 0 })}`,
      )
  },
  isFull ? 600_000 : startTimeout,
)
