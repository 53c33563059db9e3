import { eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createAnalytics } from '#admin-api/analytics/create-analytics.ts'
import { AnalyticsUnavailable } from '#admin-api/analytics/analytics-port.ts'
import { notices, users } from '#admin-api/data/schema.ts'
import { deliverEvent } from '#admin-api/jobs/events.ts'
import { startOutbox } from '#admin-api/jobs/outbox.ts'
import { createLogger } from '#admin-api/logger.ts'
import { createMemoryMail } from '#admin-api/mail/memory-mail.ts'
import { uploadPath } from '#sandbox/analytics-upload.ts'
import { outage } from '#tests/support/analytics-provider.ts'
import { startCollector } from '#tests/support/collector.ts'
import type { Collector } from '#tests/support/collector.ts'
import { startTimeout } from './support/harness.ts'
import { DAY, declining, startPlanShop } from './support/plan-shop.ts'
import type { Person } from './support/plan-shop.ts'

const visitorId = '5f0c1d1e-7a55-4a0e-9b1c-0d7a3a2b9c11'
const me = '/api/v1/me'
const long = 60_000

let shop: Awaited<ReturnType<typeof startPlanShop>>
let collector: Collector
beforeAll(async () => {
  ;[shop, collector] = await Promise.all([startPlanShop(), startCollector()])
  // Loaded with the first mail, which takes seconds on a busy machine.
  await import('#admin-api/mail/notice-mail.ts')
}, 2 * startTimeout)
afterAll(() => Promise.all([shop.stop(), collector.close()]))
beforeEach(async () => {
  collector.proxy.interfere = () => null
  await collector.clear()
})

const log = createLogger('silent', { write: () => {} })
const parts = () => ({
  db: shop.db,
  analytics: createAnalytics({ apiKey: 'sandbox', serverUrl: collector.url + uploadPath }),
  clock: () => new Date(),
  log,
})

const userIdOf = async ({ as }: Person): Promise<string> =>
  (await shop.get(me, { as })).json().data.id

/** A subscriber in their trial, who allows analytics unless told otherwise. */
const subscriber = async (changes: object = { visitorId }) => {
  const person = await shop.subscriber('annual', { inTrial: true })
  await shop.patch(me, changes, { as: person.as })
  return { ...person, userId: await userIdOf(person) }
}

const eventsOf = async ({ userId }: { userId: string }) =>
  (await shop.db.select().from(notices).where(eq(notices.userId, userId)))
    .filter(({ channel }) => channel === 'analytics')
    .toSorted((a, b) => a.createdAt.getTime() - b.createdAt.getTime())

const endTrial = async (person: Person) => {
  await shop.stripe.subscriptions.update(person.stripeId, { trial_end: 'now' })
  await shop.tell(person)
}

const failPayment = async (person: Person) => {
  const card = await shop.stripe.paymentMethods.attach(declining, { customer: person.customer })
  await shop.stripe.subscriptions.update(person.stripeId, { default_payment_method: card.id })
  await endTrial(person)
}

const deliverAll = async (person: { userId: string }) => {
  for (const { id } of await eventsOf(person)) await deliverEvent(parts(), id)
}

const counted = () =>
  collector
    .events()
    .map(({ event: { name, browser, properties } }) => ({ name, browser, ...properties }))

describe('events for analytics', () => {
  test('report a trial that converted, with the attribution, under the id of the browser', async () => {
    const attribution = { firstTouch: { source: 'paper' }, lastTouch: { source: 'search' } }
    const person = await subscriber({ visitorId, attribution })
    await endTrial(person)
    await deliverAll(person)
    expect(counted()).toEqual([
      {
        name: 'trial_converted',
        browser: visitorId,
        first_touch_source: 'paper',
        last_touch_source: 'search',
        plan: 'annual',
        amount: 8999,
        currency: 'usd',
      },
    ])
    expect(await eventsOf(person)).toMatchObject([{ outcome: 'sent' }])
    expect((await shop.get(`${me}/export`, { as: person.as })).json().data).toMatchObject({
      identity: { visitorId },
      notices: expect.arrayContaining([
        expect.objectContaining({
          channel: 'analytics',
          cause: expect.objectContaining({ kind: 'trial_converted' }),
        }),
      ]),
    })
  })

  test('report a failed and a recovered payment, a refund and a cancellation', async () => {
    const person = await subscriber()
    await failPayment(person)
    const { latest_invoice: invoice } = await shop.stripe.subscriptions.retrieve(person.stripeId)
    const card = await shop.stripe.paymentMethods.attach('pm_card_visa', {
      customer: person.customer,
    })
    await shop.stripe.invoices.pay(String(invoice), { payment_method: card.id })
    await shop.tell(person)
    const [charge] = (await shop.stripe.charges.list({ customer: person.customer })).data.filter(
      ({ paid }) => paid,
    )
    await shop.stripe.refunds.create({ charge: charge!.id, amount: 2000 })
    const [refunded] = await shop.events('charge.refunded')
    await shop.deliver(refunded!)
    await shop.delete(person.url, { as: person.as })
    await shop.tell(person)
    await deliverAll(person)
    const money = (amount: number) => ({ plan: 'annual', amount, currency: 'usd' })
    const sent = counted().map(({ browser: _browser, ...each }) => each)
    expect(sent).toHaveLength(5)
    expect(sent).toEqual(
      expect.arrayContaining([
        { name: 'payment_failed', ...money(8999), attempt: 1 },
        { name: 'trial_converted', ...money(8999) },
        { name: 'payment_recovered', ...money(8999) },
        { name: 'payment_refunded', ...money(2000) },
        { name: 'subscription_cancelled', plan: 'annual', reason: 'requested', inTrial: false },
      ]),
    )
  })

  test('keep one id when their cause is reported again or they are sent again', async () => {
    const person = await subscriber()
    await endTrial(person)
    const [event] = (await shop.events('invoice.paid')).filter(({ data }) =>
      JSON.stringify(data).includes(person.stripeId),
    )
    await shop.deliver({ ...event!, id: `${event!.id}_again` })
    const [{ id } = { id: '' }, ...others] = await eventsOf(person)
    expect(others).toEqual([])
    await deliverEvent(parts(), id)
    const insertId = collector.events()[0]?.event.id
    expect(insertId).toMatch(/^[\w-]{43}$/)
    await deliverEvent(parts(), id)
    // Simulates a crash before the event was stored as sent.
    await shop.db.update(notices).set({ settledAt: null }).where(eq(notices.id, id))
    await deliverEvent(parts(), id)
    // Simulates a lost row whose cause is reported again.
    await shop.db.delete(notices).where(eq(notices.id, id))
    await shop.deliver({ ...event!, id: `${event!.id}_later` })
    await deliverAll(person)
    expect(collector.events().map((each) => each.event.id)).toEqual([insertId])
  })

  test('are not sent without consent, even if it is withdrawn after they are recorded', async () => {
    const never = await subscriber({})
    await endTrial(never)
    expect(await eventsOf(never)).toEqual([])
    const person = await subscriber()
    await endTrial(person)
    await shop.patch(me, { visitorId: null }, { as: person.as })
    await deliverAll(person)
    await shop.delete(person.url, { as: person.as })
    expect(await eventsOf(person)).toMatchObject([{ outcome: 'dropped' }])
    expect(collector.events()).toEqual([])
  })

  test('are dropped while the account is being deleted, and deleted with the account', async () => {
    const person = await subscriber()
    await endTrial(person)
    await shop.db.update(users).set({ leavingAt: new Date() }).where(eq(users.id, person.userId))
    await deliverAll(person)
    expect(await eventsOf(person)).toMatchObject([{ outcome: 'dropped' }])
    await shop.db.update(users).set({ leavingAt: null }).where(eq(users.id, person.userId))
    await shop.delete(me, { as: person.as })
    expect(await eventsOf(person)).toEqual([])
    expect(collector.events()).toEqual([])
  })

  test('stay pending while analytics is down, and are closed once it rejects them', async () => {
    const person = await subscriber()
    await endTrial(person)
    const [{ id } = { id: '' }] = await eventsOf(person)
    collector.proxy.interfere = () => outage
    await expect(deliverEvent(parts(), id)).rejects.toThrow(AnalyticsUnavailable)
    expect(await eventsOf(person)).toMatchObject([{ settledAt: null }])
    collector.proxy.interfere = () => ({ status: 400, body: {} })
    await deliverEvent(parts(), id)
    expect(await eventsOf(person)).toMatchObject([{ outcome: 'refused' }])
  })
})

describe('the outbox', () => {
  const stops: (() => Promise<void>)[] = []
  afterEach(async () => {
    for (const stop of stops.splice(0)) await stop()
  })

  test(
    'sends mails while analytics is down, and the events once it is back',
    { timeout: 2 * long },
    async () => {
      await shop.db.delete(notices)
      collector.proxy.interfere = () => 'broken connection'
      const person = await subscriber()
      await failPayment(person)
      const mail = createMemoryMail()
      const { db, clock, ...events } = parts()
      const notifying = {
        db,
        mail,
        findPlan: async () => ({ name: 'Annual', interval: 'year' as const }),
        siteUrl: 'https://evenkeel.example',
        clock,
        log,
      }
      const running = await startOutbox(
        shop.database,
        { db, clock, log, notices: notifying, events: { db, clock, ...events } },
        { stopTimeoutMs: 5000, pollingIntervalSeconds: 0.5 },
      )
      stops.push(running.stop)
      await expect.poll(() => mail.sent.length, { timeout: long }).toBeGreaterThanOrEqual(1)
      const [{ id } = { id: '' }] = await eventsOf(person)
      const state = async () => (await running.boss.findJobs('events', { id }))[0]?.state
      await expect.poll(state, { timeout: long }).toBe('retry')
      expect(collector.events()).toEqual([])
      collector.proxy.interfere = () => null
      await db.execute('update pgboss.job set start_after = now()')
      await expect.poll(counted, { timeout: long }).toMatchObject([{ name: 'payment_failed' }])
    },
  )
})

test('the first payment and each renewal are reported as one event each', async () => {
  const person = await subscriber()
  await shop.advance(15 * DAY)
  await shop.tell(person)
  await shop.advance(366 * DAY)
  await shop.tell(person)
  expect((await eventsOf(person)).map(({ cause }) => cause.kind)).toEqual([
    'trial_converted',
    'subscription_renewed',
  ])
})
