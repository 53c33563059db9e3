import { eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { OpenDatabase } from '#admin-api/data/database.ts'
import { recordNotices } from '#admin-api/data/notices.ts'
import { notices, subscriptions, users } from '#admin-api/data/schema.ts'
import { deliverNotice } from '#admin-api/jobs/notices.ts'
import type { NoticeParts } from '#admin-api/jobs/notices.ts'
import { createMemoryMail } from '#admin-api/mail/memory-mail.ts'
import type { MemoryMail } from '#admin-api/mail/memory-mail.ts'
import { startTimeout } from './support/harness.ts'
import {
  ended,
  noticePartsOf,
  noticeRowsOf,
  openNoticeDatabase,
} from './support/notice-database.ts'

let database: OpenDatabase
let mail: MemoryMail
let parts: NoticeParts
const { someUser, someSubscription, record, stored, clear } = noticeRowsOf(() => database.db)

beforeAll(async () => {
  database = await openNoticeDatabase()
}, 2 * startTimeout)
afterAll(() => database.close())
afterEach(clear)

const begin = () => {
  mail = createMemoryMail()
  parts = noticePartsOf(database.db, mail)
}

describe('a notice', () => {
  test('is sent to its user once, with a link to the account', async () => {
    begin()
    const row = await someSubscription({ state: 'canceled' })
    const id = await record(ended, row)
    await deliverNotice(parts, id)
    expect(mail.sent).toHaveLength(1)
    expect(mail.sent[0]).toMatchObject({ id, subject: expect.stringContaining('has ended') })
    expect(mail.sent[0]?.to).toMatch(/^person-\d+@example\.com$/u)
    expect(mail.sent[0]?.html).toContain('https://evenkeel.example/account')
    expect(await stored(id)).toMatchObject({ outcome: 'sent' })
    await deliverNotice(parts, id)
    expect(mail.sent).toHaveLength(1)
  })

  test('stays pending while the mail server is down, and is closed once the server rejects the mail', async () => {
    begin()
    const id = await record(ended, await someSubscription({ state: 'canceled' }))
    mail.behave('unavailable')
    await expect(deliverNotice(parts, id)).rejects.toThrow('The mail server took no mail.')
    expect(await stored(id)).toMatchObject({ outcome: null, settledAt: null })
    mail.behave('refusing')
    await deliverNotice(parts, id)
    expect(await stored(id)).toMatchObject({ outcome: 'refused' })
  })

  test('is dropped when its user is being deleted, or when it is no longer true', async () => {
    begin()
    const leaver = await someSubscription({ state: 'canceled' })
    await database.db
      .update(users)
      .set({ leavingAt: new Date() })
      .where(eq(users.id, leaver.userId))
    const payer = await someSubscription({ state: 'active' })
    for (const row of [leaver, payer]) {
      const id = await record(ended, row)
      await deliverNotice(parts, id)
      expect(await stored(id)).toMatchObject({ outcome: 'dropped' })
    }
    expect(mail.sent).toEqual([])
  })

  test('about a deleted account no longer stores the email address once it is sent', async () => {
    begin()
    const to = 'gone@example.com'
    await recordNotices(database.db, { userId: null, subscriptionId: null }, [
      {
        key: 'gone',
        cause: { kind: 'account-deleted', to, deletedAt: '2026-11-26T09:00:00Z' },
      },
    ])
    const [{ id } = { id: '' }] = await database.db.select().from(notices)
    await deliverNotice(parts, id)
    expect(mail.sent[0]?.to).toBe(to)
    expect((await stored(id))?.cause).toEqual({
      kind: 'account-deleted',
      deletedAt: '2026-11-26T09:00:00Z',
    })
  })

  test('greets by name only a user whose email address is verified and still theirs', async () => {
    const greeted: (string | undefined)[] = []
    for (const [emailVerified, cause] of [
      [true, ended],
      [false, ended],
      [true, { kind: 'email-changed', to: 'earlier@example.com', changedAt: '2026-11-26' }],
    ] as const) {
      begin()
      const row = await someSubscription({ state: 'canceled' })
      await database.db
        .update(users)
        .set({ firstName: 'Ada', emailVerified })
        .where(eq(users.id, row.userId))
      await deliverNotice(parts, await record(cause, row))
      greeted.push(mail.sent[0]?.text.split('\n').find((line) => line.startsWith('Hello')))
    }
    expect(greeted).toEqual(['Hello Ada,', 'Hello,', 'Hello,'])
  })

  test('that a plan stays is not sent while the plan is being changed, judged by the database’s clock', async () => {
    begin()
    const row = await someSubscription({ planChangeUntil: new Date(Date.now() + 30_000) })
    const id = await record(
      {
        kind: 'resumed',
        productId: 'annual',
        charge: { amount: 8999, currency: 'usd' },
        chargedAt: row.currentPeriodEnd!.toISOString(),
        isKept: true,
      },
      row,
    )
    const clock = () => new Date(Date.now() + 4 * 60_000)
    await expect(deliverNotice({ ...parts, clock }, id)).rejects.toThrow(
      'the subscription is being changed',
    )
    await database.db
      .update(subscriptions)
      .set({ planChangeUntil: null, cancelAtPeriodEnd: true })
      .where(eq(subscriptions.id, row.id))
    await deliverNotice(parts, id)
    expect(await stored(id)).toMatchObject({ outcome: 'dropped' })
  })

  test('about a changed email is dropped when the account has the address again', async () => {
    begin()
    const user = await someUser()
    await recordNotices(database.db, { userId: user.id, subscriptionId: null }, [
      { key: 'flip', cause: { kind: 'email-changed', to: user.email, changedAt: '2026-11-26' } },
    ])
    const [{ id } = { id: '' }] = await database.db.select().from(notices)
    await deliverNotice(parts, id)
    expect(await stored(id)).toMatchObject({ outcome: 'dropped' })
  })
})
