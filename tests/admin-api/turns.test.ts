import { setTimeout as pause } from 'node:timers/promises'
import { eq, sql } from 'drizzle-orm'
import { Stripe } from 'stripe'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { subscriptions } from '#admin-api/data/schema.ts'
import { endTurn, takeTurn } from '#admin-api/data/turns.ts'
import { ensureUser, markErasing, markLeaving } from '#admin-api/data/users.ts'
import { finishDeletions } from '#admin-api/payments/leave.ts'
import { createStripe } from '#admin-api/payments/stripe-client.ts'
import {
  changeRow,
  subscriptionExpansions as expansions,
  syncRow,
} from '#admin-api/payments/subscription-state.ts'
import { identityOf, startApi } from './support/harness.ts'
import { problemOf, startPlanShop } from './support/plan-shop.ts'
import type { Person, PlanShop } from './support/plan-shop.ts'
import { freshKey } from './support/shop.ts'

let shop: PlanShop
beforeAll(async () => {
  shop = await startPlanShop()
})
afterEach(() => shop.outage({}))
afterAll(() => shop.stop())

/** Runs the work while another request holds the subscription's lock. */
const during = async <Value>({ id }: Person, work: () => Promise<Value>): Promise<Value> => {
  const [row] = await shop.db.select().from(subscriptions).where(eq(subscriptions.id, id))
  const turn = await takeTurn(shop.db, row!, new Date())
  if (turn.kind !== 'taken') throw new Error(`No turn: ${turn.kind}`)
  try {
    return await work()
  } finally {
    await endTurn(shop.db, id, turn.until)
  }
}

const requests = {
  'to cancel':
    async ({ as, url }: Person) =>
    () =>
      shop.delete(url, { as }),
  'to resume':
    async ({ as, url }: Person) =>
    () =>
      shop.post(`${url}/resume`, {}, { as }),
  'to replace the card': async ({ as, url }: Person) => {
    const card = await shop.takeCard(as)
    const headers = { 'idempotency-key': freshKey() }
    return () => shop.put(`${url}/payment_method`, card, { as, headers })
  },
}

describe('a webhook that read the subscription before a change', () => {
  test('does not undo the change when its result is stored after the change', async () => {
    const { id, as } = await shop.subscriber('annual')
    const [row] = await shop.db.select().from(subscriptions).where(eq(subscriptions.id, id))
    const stripeId = row!.stripeSubscriptionId!
    const read = () => shop.stripe.subscriptions.retrieve(stripeId, { expand: expansions })
    const parts = { db: shop.db, stripe: shop.stripe, graceDays: 7 }
    let store = () => {}
    let stored: Promise<unknown> = Promise.resolve()
    await changeRow(parts, id, async () => {
      await new Promise<void>((started) => {
        stored = syncRow(parts, id, async () => {
          const before = await read()
          started()
          await new Promise<void>((resolve) => {
            store = resolve
          })
          return before
        })
      })
      return shop.stripe.subscriptions.update(stripeId, { cancel_at_period_end: true })
    })
    store()
    await stored
    const { data } = (await shop.get('/api/v1/me', { as })).json()
    expect(data.subscription.cancelAtPeriodEnd).toBe(true)
  })
})

describe.each(Object.entries(requests))('a request %s', (_what, prepare) => {
  test('gets a 409 while another request holds the subscription’s lock, and succeeds when repeated', async () => {
    const person = await shop.subscriber('annual')
    const send = await prepare(person)
    const [, before] = await shop.atProvider(person)
    const refused = await during(person, send)
    expect(problemOf(refused)).toEqual([409, 'subscription/in-progress'])
    expect(refused.headers['retry-after']).toBe('1')
    expect((await shop.atProvider(person))[1]).toMatchObject({
      cancel_at_period_end: before.cancel_at_period_end,
      default_payment_method: before.default_payment_method,
    })
    expect(problemOf(await send())).toEqual([200, undefined])
  })
})

test('the lock of a subscription also holds for a process whose clock is minutes ahead', async () => {
  const person = await shop.subscriber('annual')
  const clock = () => new Date(Date.now() + 2 * 60_000)
  const api = await startApi({
    parts: { database: shop.database, stripe: shop.stripe, clock },
  })
  const [cancelled, left] = await during(person, async () => [
    await api.delete(person.url, { as: person.as }),
    await api.delete('/api/v1/me', { as: person.as }),
  ])
  expect([problemOf(cancelled!), problemOf(left!)]).toEqual([
    [409, 'subscription/in-progress'],
    [409, 'subscription/in-progress'],
  ])
  await api.stop()
})

/** An API that runs `meanwhile` right after it first reads a subscription from the provider. */
const startSlowApi = async (meanwhile: () => Promise<unknown>) => {
  const stripe = createStripe({ ...shop.settings.stripe, apiBase: shop.paymentsUrl })
  const retrieve = stripe.subscriptions.retrieve.bind(stripe.subscriptions)
  let isFirst = true
  stripe.subscriptions.retrieve = (async (...given: Parameters<typeof retrieve>) => {
    const read = await retrieve(...given)
    if (isFirst) {
      isFirst = false
      await meanwhile()
    }
    return read
  }) as typeof retrieve
  return startApi({ parts: { database: shop.database, stripe } })
}

describe('a request that has waited for the provider longer than its lock lasts', () => {
  const expire = ({ id }: Person) =>
    shop.db
      .update(subscriptions)
      .set({ planChangeUntil: sql`now() - interval '1 second'` })
      .where(eq(subscriptions.id, id))
  const until = async ({ id }: Person) => {
    const [row] = await shop.db.select().from(subscriptions).where(eq(subscriptions.id, id))
    return row!.planChangeUntil!.getTime()
  }

  test('to resume does not undo a cancellation that another request has confirmed in that time', async () => {
    const person = await shop.subscriber('annual')
    const { as, url } = person
    await shop.delete(url, { as })
    const api = await startSlowApi(async () => {
      expect((await until(person)) - Date.now()).toBeGreaterThan(50_000)
      await expire(person)
      expect((await shop.delete(url, { as })).statusCode).toBe(200)
    })
    const resumed = await api.post(`${url}/resume`, {}, { as })
    expect(problemOf(resumed)).toEqual([409, 'subscription/in-progress'])
    expect((await shop.atProvider(person))[1].cancel_at_period_end).toBe(true)
    await api.stop()
  })

  test.each([
    ['monthly', 'annual'],
    ['annual', 'monthly'],
  ] as const)(
    'to change from %s to %s changes nothing once the account is being deleted',
    async (from, to) => {
      const person = await shop.subscriber(from)
      const { id: previewId, productId } = await shop.previewed(person, to)
      const user = (await ensureUser(shop.db, identityOf(person.as)))!
      const api = await startSlowApi(async () => {
        await expire(person)
        await markLeaving(shop.db, user.id, new Date())
      })
      const changed = await api.post(
        `${person.url}/change`,
        { productId, previewId },
        { as: person.as, headers: { 'idempotency-key': freshKey() } },
      )
      expect(problemOf(changed)).toEqual([409, 'account/leaving'])
      const [plan, { schedule }] = await shop.atProvider(person)
      expect([plan, schedule]).toEqual([from, null])
      await api.stop()
    },
  )

  test('to replace a card does not replace one that another request has set in that time', async () => {
    const person = await shop.subscriber('annual')
    const { as, url } = person
    const headers = () => ({ 'idempotency-key': freshKey() })
    const [late, kept] = [await shop.takeCard(as), await shop.takeCard(as)]
    const api = await startSlowApi(async () => {
      await expire(person)
      await shop.put(`${url}/payment_method`, kept, { as, headers: headers() })
    })
    const replaced = await api.put(`${url}/payment_method`, late, { as, headers: headers() })
    expect(problemOf(replaced)).toEqual([409, 'subscription/in-progress'])
    const [, { default_payment_method: card }] = await shop.atProvider(person)
    expect(card).toBe(kept.paymentMethodId)
    await api.stop()
  })

  test('can take the lock again when no other request has taken it', async () => {
    const person = await shop.subscriber('annual')
    const [row] = await shop.db.select().from(subscriptions).where(eq(subscriptions.id, person.id))
    const take = (options: Parameters<typeof takeTurn>[3]) =>
      takeTurn(shop.db, row!, new Date(), options)
    const first = await take({ forMs: 1 })
    if (first.kind !== 'taken') throw new Error(`No turn: ${first.kind}`)
    await pause(10)
    expect(await take({ held: first.until })).toMatchObject({ kind: 'taken' })
    expect(await take({})).toEqual({ kind: 'busy' })
  })
})

describe('the deletion of an account', () => {
  const statusOf = async (person: Person) => (await shop.atProvider(person))[1].status

  test('gets a 409 while its subscription is being changed, and succeeds when repeated', async () => {
    const person = await shop.subscriber('annual')
    const leave = () => shop.delete('/api/v1/me', { as: person.as })
    const refused = await during(person, leave)
    expect(problemOf(refused)).toEqual([409, 'subscription/in-progress'])
    expect(await statusOf(person)).toBe('active')
    expect(problemOf(await shop.preview(person, 'monthly'))).toEqual([200, undefined])
    expect((await shop.delete(person.url, { as: person.as })).statusCode).toBe(200)
    expect((await leave()).statusCode).toBe(204)
    expect(await statusOf(person)).toBe('canceled')
  })

  test('succeeds once the lock of a crashed process has expired', async () => {
    const person = await shop.subscriber('annual')
    const [row] = await shop.db.select().from(subscriptions).where(eq(subscriptions.id, person.id))
    await takeTurn(shop.db, row!, new Date(), { forMs: 1000 })
    expect((await shop.delete('/api/v1/me', { as: person.as })).statusCode).toBe(204)
    expect(await statusOf(person)).toBe('canceled')
  })

  test('is postponed to a later run of the job while its subscription is being changed', async () => {
    const person = await shop.subscriber('annual')
    const user = (await ensureUser(shop.db, identityOf(person.as)))!
    const finish = () =>
      finishDeletions({
        db: shop.db,
        stripe: shop.stripe,
        graceDays: 7,
        ledgerKeys: shop.settings.ledgerKeys,
        sayGoodbye: false,
        clock: () => new Date(),
        onFinished: () => {},
        log: { warn: () => {}, error: () => {} },
      })
    await during(person, async () => {
      await markErasing(shop.db, user.id, new Date(Date.now() - 60 * 60 * 1000))
      await shop.db
        .update(subscriptions)
        .set({ createdAt: new Date(0) })
        .where(eq(subscriptions.id, person.id))
      await finish()
    })
    expect(await statusOf(person)).toBe('active')
    await finish()
    expect(await statusOf(person)).toBe('canceled')
  })
})

test('a cancellation that fails halfway records that the pending change of plan was undone', async () => {
  const person = await shop.subscriber('annual')
  await shop.changedTo(person, 'monthly')
  const stripe = createStripe({ ...shop.settings.stripe, apiBase: shop.paymentsUrl })
  stripe.subscriptions.update = () =>
    Promise.reject(new Stripe.errors.StripeConnectionError({ message: 'Cut off.' } as never))
  const api = await startApi({ parts: { database: shop.database, stripe } })
  expect((await api.delete(person.url, { as: person.as })).statusCode).toBe(503)
  expect(await shop.current(person)).toMatchObject({
    pendingChange: null,
    cancelAtPeriodEnd: false,
  })
  expect((await shop.delete(person.url, { as: person.as })).json().data).toMatchObject({
    cancelAtPeriodEnd: true,
  })
  await api.stop()
})
