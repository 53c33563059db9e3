import { eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { OpenDatabase } from '#admin-api/data/database.ts'
import { nearingDatePages } from '#admin-api/data/notices.ts'
import { notices, subscriptions } from '#admin-api/data/schema.ts'
import { deliverNotice, scanDates } from '#admin-api/jobs/notices.ts'
import type { NoticeParts } from '#admin-api/jobs/notices.ts'
import { createMemoryMail } from '#admin-api/mail/memory-mail.ts'
import type { MemoryMail } from '#admin-api/mail/memory-mail.ts'
import { startTimeout } from './support/harness.ts'
import { day, noticePartsOf, noticeRowsOf, openNoticeDatabase } from './support/notice-database.ts'
import { toAnnual } from './support/subscribed.ts'

let database: OpenDatabase
let mail: MemoryMail
let parts: NoticeParts
const { someSubscription, clear } = noticeRowsOf(() => database.db)

beforeAll(async () => {
  database = await openNoticeDatabase()
}, 2 * startTimeout)
afterAll(() => database.close())
afterEach(clear)

const begin = () => {
  mail = createMemoryMail()
  parts = noticePartsOf(database.db, mail)
}

describe('the scan for approaching dates', () => {
  const kept = async (row: { userId: string }) =>
    (await database.db.select().from(notices).where(eq(notices.userId, row.userId))).map(
      ({ cause }) => cause.kind,
    )

  test('records a reminder once, and none for a cancelled plan', async () => {
    begin()
    const row = await someSubscription()
    const cancelled = await someSubscription({ cancelAtPeriodEnd: true })
    await scanDates(parts)
    await Promise.all([scanDates(parts), scanDates(parts)])
    expect(await kept(row)).toEqual(['trial-ending'])
    expect(await kept(cancelled)).toEqual([])
  })

  test('records one more reminder when the ordered plan is replaced during the trial', async () => {
    begin()
    const trialEnd = new Date(Date.now() + 2 * day)
    const row = await someSubscription({
      consent: toAnnual,
      trialEnd,
      currentPeriodEnd: trialEnd,
    })
    await scanDates(parts)
    await database.db
      .update(subscriptions)
      .set({ productId: 'monthly', priceAmount: 1299 })
      .where(eq(subscriptions.id, row.id))
    const monthly = {
      ...parts,
      findPlan: async () => ({ name: 'Monthly', interval: 'month' as const }),
    }
    await scanDates(monthly)
    await scanDates(monthly)
    const recorded = await database.db
      .select()
      .from(notices)
      .where(eq(notices.userId, row.userId))
      .orderBy(notices.createdAt)
    expect(recorded.map(({ cause }) => cause)).toMatchObject([
      { kind: 'trial-ending', productId: 'annual', charge: { amount: 8999 } },
      { kind: 'trial-ending', productId: 'monthly', charge: { amount: 1299 } },
    ])
  })

  test('reads every page of subscriptions, and skips the renewals of monthly plans', async () => {
    begin()
    const now = Date.now()
    const trials: { userId: string }[] = []
    for (let each = 0; each < 120; each += 1) trials.push(await someSubscription())
    const period = (start: number, end: number) => ({
      state: 'active' as const,
      trialEnd: null,
      currentPeriodStart: new Date(now + start * day),
      currentPeriodEnd: new Date(now + end * day),
    })
    const annual = await someSubscription(period(-340, 25))
    const monthly = await someSubscription(period(-6, 25))
    const read: string[] = []
    for await (const rows of nearingDatePages(database.db, new Date()))
      read.push(...rows.map(({ userId }) => userId))
    expect(new Set(read).size).toBe(read.length)
    for (const { userId } of [...trials, annual]) expect(read).toContain(userId)
    expect(read).not.toContain(monthly.userId)
    await scanDates(parts)
    expect(await kept(annual)).toEqual(['renewal-ahead'])
    // Otherwise later tests would send these 120 mails.
    await database.db.delete(notices)
    await database.db.delete(subscriptions)
  })

  test('leads to one mail, with the new date, when the end of a trial has moved', async () => {
    begin()
    const row = await someSubscription()
    await scanDates(parts)
    const trialEnd = new Date(Date.now() + 6 * day)
    await database.db
      .update(subscriptions)
      .set({ trialEnd, currentPeriodEnd: trialEnd })
      .where(eq(subscriptions.id, row.id))
    await scanDates(parts)
    for (const { id } of await database.db
      .select()
      .from(notices)
      .where(eq(notices.userId, row.userId)))
      await deliverNotice(parts, id)
    expect(mail.sent.filter(({ to }) => to.startsWith('person-'))).toHaveLength(1)
    const date = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' })
    expect(mail.sent[0]?.subject).toContain(date.format(trialEnd))
  })
})
