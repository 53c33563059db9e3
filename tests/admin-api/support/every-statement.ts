import { expect } from 'vitest'
import * as check from '#admin-api/data/check.ts'
import { deleteExpired } from '#admin-api/data/cleaning.ts'
import { countLateMails, readBacklog } from '#admin-api/data/backlog.ts'
import { countFailedAttempt } from '#admin-api/data/setup-intents.ts'
import {
  readLatestBackup,
  readLatestCheck,
  storeLatestBackup,
  storeLatestCheck,
} from '#admin-api/data/latest-checks.ts'
import { findByProvider } from '#admin-api/data/subscriptions.ts'
import { deliverEvent } from '#admin-api/jobs/events.ts'
import { deliverNotice, scanDates } from '#admin-api/jobs/notices.ts'
import { queueOutbox } from '#admin-api/jobs/outbox.ts'
import { createLogger } from '#admin-api/logger.ts'
import { createMemoryAnalytics } from '#admin-api/analytics/memory-analytics.ts'
import { createMemoryMail } from '#admin-api/mail/memory-mail.ts'
import { endAbandonedIntents } from '#admin-api/payments/abandoned-intents.ts'
import { finishDeletions, reconcileLeavers } from '#admin-api/payments/leave.ts'
import { settleUnansweredOrders } from '#admin-api/payments/unanswered-orders.ts'
import { beliefAnswers, surveyAnswers } from './answers.ts'
import { somebody } from './harness.ts'
import { declining } from './plan-shop.ts'
import type { PlanShop } from './plan-shop.ts'
import { freshKey, routes } from './shop.ts'

const me = '/api/v1/me'
const diagnosis = '/api/v1/coaching/diagnosis'
const survey = { kind: 'survey', version: '1', answers: surveyAnswers }
const day = 24 * 60 * 60 * 1000
const answered = (expected: number, { statusCode, body }: { statusCode: number; body: string }) =>
  expect([statusCode, body]).toEqual([expected, expect.anything()])

const useTheAccount = async (shop: PlanShop) => {
  const as = somebody()
  const visitorId = '0e4c5f1e-1111-4222-8333-444455556666'
  answered(200, await shop.get(me, { as }))
  answered(200, await shop.patch(me, { firstName: 'Ada', visitorId }, { as }))
  answered(201, await shop.post(diagnosis, survey, { as }))
  answered(200, await shop.post(diagnosis, survey, { as }))
  const belief = { kind: 'money_belief', version: '1', answers: beliefAnswers(4) }
  answered(201, await shop.post(diagnosis, belief, { as }))
  answered(201, await shop.post(diagnosis, { ...belief, answers: beliefAnswers(5) }, { as }))
  answered(200, await shop.post(diagnosis, belief, { as }))
  const page = await shop.get(`${diagnosis}?limit=1`, { as })
  answered(200, await shop.get(`${diagnosis}?cursor=${page.json().nextCursor}`, { as }))
  answered(200, await shop.get(`${me}/export`, { as }))
  answered(200, await shop.get(me, { as: { ...as, email: `moved-${as.email}` } }))
  const told = { ...survey, email: 'visitor@example.com' }
  answered(202, await shop.post('/api/v1/mailings/result', told))
}

const subscribe = async (shop: PlanShop) => {
  answered(200, await shop.get(`${routes.promotionCodes}?code=WELCOME20&product=annual`))
  const quick = somebody()
  const card = await shop.takeCard(null, undefined, 'enroll')
  answered(201, await shop.order(quick, { ...card, journey: 'enroll' }))
  const person = await shop.subscriber('annual', { code: 'WELCOME20' })
  const { as, url, stripeId } = person
  const key = () => ({ as, headers: { 'idempotency-key': freshKey() } })
  answered(200, await shop.get(routes.offers, { as }))
  answered(200, await shop.delete(url, { as }))
  answered(200, await shop.post(`${url}/resume`, {}, { as }))
  answered(200, await shop.get(`${url}/invoices`, { as }))
  await shop.changedTo(person, 'monthly')
  answered(200, await shop.put(`${url}/payment_method`, await shop.takeCard(as), key()))
  const claim = await shop.post(`${me}/app_claims`, {}, { as })
  const token = new URL(claim.json().data.url).searchParams.get('claim')
  answered(200, await shop.post('/api/v1/app_claims/redeem', { token, appUserId: 'app' }))
  await shop.tell({ stripeId })
  const now = { ...as, signedInAgo: 1 }
  answered(200, await shop.post(`${url}/withdraw`, {}, { ...key(), as: now }))
  // The trial is used up, so this order is charged immediately.
  answered(402, await shop.order(as, await shop.takeCard(as, declining)))
  answered(204, await shop.delete(me, { as: now }))
}

const runTheJobs = async ({ db, stripe, settings }: PlanShop) => {
  const clock = () => new Date()
  const log = createLogger('silent', { write: () => {} })
  const notices = { db, clock, log, mail: createMemoryMail(), siteUrl: 'http://localhost' }
  const events = { db, clock, log, analytics: createMemoryAnalytics() }
  const queued: string[] = []
  const boss = {
    insert: async (queue: string, jobs: { id: string }[]) => {
      for (const { id } of jobs)
        if (queue === 'notices') await deliverNotice({ ...notices, findPlan: async () => null }, id)
        else await deliverEvent(events, id)
      queued.push(queue)
    },
  }
  await readBacklog(db)
  await storeLatestCheck(db, { checkedAt: clock(), differences: {} })
  await readLatestCheck(db)
  await storeLatestBackup(db, clock())
  await readLatestBackup(db)
  await countLateMails(db, new Date(Date.now() + day))
  await queueOutbox({ db, clock }, ['mail', 'analytics'], boss as never)
  expect(queued).toContain('notices')
  await scanDates({ ...notices, findPlan: async () => null })
  await deleteExpired({ db, clock, log })
  await endAbandonedIntents({ db, stripe, clock: () => new Date(Date.now() + 2 * day) })
  await finishDeletions({
    db,
    stripe,
    log,
    clock,
    graceDays: 7,
    ledgerKeys: settings.ledgerKeys,
    sayGoodbye: true,
    onFinished: () => {},
  })
  await reconcileLeavers({ db, stripe, log })
  await settleUnansweredOrders({ db, stripe, log, clock, graceDays: 7 })

  const { value: ids = [] } = await check.userPages(db).next()
  const customers = await check.customersOf(db, ids)
  await check.orderedBy(db, ids)
  await check.knownCustomers(
    db,
    customers.map(({ id }) => id),
  )
  await check.standingOf(db, ids)
  await check.listStuckNotices(db, ['mail', 'analytics'], clock())
  await check.requeueNotice(db, ids[0]!)
  await check.storeDeparted(db, 'cus_departed', ids[0]!)
  await check.forgetCustomer(db, 'cus_departed')
  await findByProvider(db, 'sub_unknown', ids[0]!)
  await countFailedAttempt(db, 'seti_unknown', 'evt_unknown', clock())
}

/** Calls every route that uses the database, and every job, as people and processes do. */
export const useEverything = async (shop: PlanShop): Promise<void> => {
  await useTheAccount(shop)
  await subscribe(shop)
  await runTheJobs(shop)
}
