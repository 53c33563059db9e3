import { setTimeout as pause } from 'node:timers/promises'
import { eq } from 'drizzle-orm'
import type { PgBoss } from 'pg-boss'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { openDatabase } from '#admin-api/data/open-database.ts'
import type { OpenDatabase } from '#admin-api/data/database.ts'
import { nearingDatePages, recordNotices } from '#admin-api/data/notices.ts'
import { notices, subscriptions, users } from '#admin-api/data/schema.ts'
import { ensureUser } from '#admin-api/data/users.ts'
import type { Cause } from '#admin-api/domain/notices.ts'
import { deliverNotice, scanDates } from '#admin-api/jobs/notices.ts'
import type { NoticeParts } from '#admin-api/jobs/notices.ts'
import { createQueues, queueOutbox, startOutbox } from '#admin-api/jobs/outbox.ts'
import { openQueue } from '#admin-api/jobs/queue.ts'
import { createLogger } from '#admin-api/logger.ts'
import { MailUnavailable } from '#admin-api/mail/mail-port.ts'
import { createMemoryMail } from '#admin-api/mail/memory-mail.ts'
import type { MemoryMail } from '#admin-api/mail/memory-mail.ts'
import { freshDatabase, identityOf, startTimeout } from './support/harness.ts'
import { toAnnual } from './support/subscribed.ts'

const day = 24 * 60 * 60 * 1000
const ended: Cause = { kind: 'ended-unpaid', productId: 'annual' }

let database: OpenDatabase
let logged = ''
const log = createLogger('trace', {
  write: (line: string) => {
    logged += line
  },
})
let mail: MemoryMail
let parts: NoticeParts

beforeAll(async () => {
  database = await openDatabase(await freshDatabase(), (error) => {
    throw error
  })
  await database.migrate()
  // Loaded with the first mail, which takes seconds on a busy machine.
  await import('#admin-api/mail/notice-mail.ts')
}, 2 * startTimeout)
afterAll(() => database.close())

const begin = () => {
  mail = createMemoryMail()
  parts = {
    db: database.db,
    mail,
    findPlan: async () => ({ name: 'Annual', interval: 'year' }),
    siteUrl: 'https://evenkeel.example',
    clock: () => new Date(),
    log,
  }
}
const stops: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop()
  await database.db.delete(notices)
  // Otherwise a scan in a later test would find these subscriptions.
  await database.db.delete(subscriptions)
})

let people = 0
const someUser = async () => {
  people += 1
  const uid = `person-${people}`
  return (await ensureUser(database.db, identityOf({ uid, email: `${uid}@example.com` })))!
}

const someSubscription = async (
  change: Partial<typeof subscriptions.$inferInsert> = {},
): Promise<typeof subscriptions.$inferSelect> => {
  const { id: userId } = await someUser()
  const [row] = await database.db
    .insert(subscriptions)
    .values({
      userId,
      state: 'trialing',
      customerId: 'cus',
      productId: 'annual',
      priceId: 'price',
      paymentMethodId: 'pm',
      setupIntentId: 'seti',
      trialDays: 14,
      priceAmount: 8999,
      priceCurrency: 'usd',
      startedAt: new Date(Date.now() - 10 * day),
      trialEnd: new Date(Date.now() + 4 * day),
      currentPeriodEnd: new Date(Date.now() + 4 * day),
      ...change,
    })
    .returning()
  return row!
}

const record = async (cause: Cause, row: { id: string; userId: string }, key = `key-${row.id}`) => {
  await recordNotices(database.db, { userId: row.userId, subscriptionId: row.id }, [{ key, cause }])
  const [notice] = await database.db.select().from(notices).where(eq(notices.key, key))
  return notice!.id
}

const stored = async (id: string) =>
  (await database.db.select().from(notices).where(eq(notices.id, id)))[0]

const openBoss = async (expireInSeconds?: number): Promise<PgBoss> => {
  const boss = await openQueue(database, log)
  await createQueues(boss, { expireInSeconds })
  await boss.deleteAllJobs('notices')
  if (expireInSeconds !== undefined) await boss.updateQueue('notices', { expireInSeconds })
  stops.push(() => boss.stop({ graceful: false }))
  return boss
}

const start = async (pollingIntervalSeconds = 0.5) => {
  const { db, clock } = parts
  const running = await startOutbox(
    database,
    { db, clock, log, notices: parts, events: null },
    { stopTimeoutMs: 5000, pollingIntervalSeconds },
  )
  stops.push(running.stop)
  return running
}

const long = 60_000

describe('a notice', () => {
  test('is sent to its user, with a link to the account, and settled', async () => {
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

  test('stays open while the mail server is down, and is settled when it refuses', async () => {
    begin()
    const id = await record(ended, await someSubscription({ state: 'canceled' }))
    mail.behave('unavailable')
    await expect(deliverNotice(parts, id)).rejects.toThrow('The mail server took no mail.')
    expect(await stored(id)).toMatchObject({ outcome: null, settledAt: null })
    mail.behave('refusing')
    await deliverNotice(parts, id)
    expect(await stored(id)).toMatchObject({ outcome: 'refused' })
  })

  test('is dropped when its user is leaving, or it no longer holds', async () => {
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

  test('to a deleted account or an earlier address forgets the address once it is sent', async () => {
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

  test('greets by name only a user whose address is confirmed and still theirs', async () => {
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

  test('of a kept plan waits for the request that took its change back', async () => {
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
    await expect(deliverNotice(parts, id)).rejects.toThrow('the subscription is being changed')
    await database.db
      .update(subscriptions)
      .set({ planChangeUntil: null, cancelAtPeriodEnd: true })
      .where(eq(subscriptions.id, row.id))
    await deliverNotice(parts, id)
    expect(await stored(id)).toMatchObject({ outcome: 'dropped' })
  })

  test('of a changed email is dropped when the address is the account’s again', async () => {
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

describe('the scan of dates', () => {
  const kept = async (row: { userId: string }) =>
    (await database.db.select().from(notices).where(eq(notices.userId, row.userId))).map(
      ({ cause }) => cause.kind,
    )

  test('records a reminder once, and none for what is cancelled', async () => {
    begin()
    const row = await someSubscription()
    const cancelled = await someSubscription({ cancelAtPeriodEnd: true })
    await scanDates(parts)
    await Promise.all([scanDates(parts), scanDates(parts)])
    expect(await kept(row)).toEqual(['trial-ending'])
    expect(await kept(cancelled)).toEqual([])
  })

  test('records a reminder for the plan that replaces the ordered one, once', async () => {
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

  test('reads every page, and skips monthly periods', async () => {
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
    // So that later tests do not send these 120 mails.
    await database.db.delete(notices)
    await database.db.delete(subscriptions)
  })

  test('leads to a mail with the new date, and none with one that has moved', async () => {
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

describe('the queue', () => {
  test('compares the database with the provider every night', { timeout: long }, async () => {
    begin()
    let checks = 0
    const check = async () => {
      checks += 1
    }
    const { db, clock } = parts
    const { boss, stop } = await startOutbox(
      database,
      { db, clock, log, notices: null, events: null, check },
      { stopTimeoutMs: 5000, pollingIntervalSeconds: 0.5 },
    )
    stops.push(stop)
    expect(await boss.getSchedule('nightly-check')).toMatchObject({ cron: '20 3 * * *' })
    await boss.send('nightly-check')
    await expect.poll(() => checks, { timeout: long }).toBe(1)
  })

  test('scans the dates every quarter of an hour', { timeout: long }, async () => {
    begin()
    const row = await someSubscription()
    const { boss } = await start()
    expect(await boss.getSchedule('notice-scan')).toMatchObject({ cron: '*/15 * * * *' })
    await boss.send('notice-scan')
    const recipient = async () => {
      const [user] = await database.db.select().from(users).where(eq(users.id, row.userId))
      return mail.sent.some(({ to }) => to === user?.email)
    }
    await expect.poll(recipient, { timeout: long }).toBe(true)
  })

  test(
    'has one job for each notice, even when two processes queue it',
    { timeout: long },
    async () => {
      begin()
      const boss = await openBoss()
      const id = await record(ended, await someSubscription({ state: 'canceled' }))
      await Promise.all([queueOutbox(parts, ['mail'], boss), queueOutbox(parts, ['mail'], boss)])
      await database.db.update(notices).set({ queuedAt: null })
      await queueOutbox(parts, ['mail'], boss)
      expect((await boss.findJobs('notices')).map((job) => [job.id, job.data])).toEqual([
        [id, { id }],
      ])
    },
  )

  test('sends each notice once with two workers', { timeout: long }, async () => {
    begin()
    await (await openBoss(120)).stop({ graceful: false })
    for (let each = 0; each < 12; each += 1)
      await record(ended, await someSubscription({ state: 'canceled' }))
    await Promise.all([start(), start()])
    await expect.poll(() => mail.sent.length, { timeout: long }).toBe(12)
    await pause(1500)
    expect(new Set(mail.sent.map(({ id }) => id)).size).toBe(12)
    expect(mail.sent).toHaveLength(12)
  })

  const queueSome = async (count: number, boss: PgBoss): Promise<readonly string[]> => {
    const ids: string[] = []
    for (let each = 0; each < count; each += 1)
      ids.push(await record(ended, await someSubscription({ state: 'canceled' })))
    await queueOutbox(parts, ['mail'], boss)
    return ids
  }
  const sentIds = () => mail.sent.map(({ id }) => id).toSorted()

  test('sends a backlog without a pause between its mails', { timeout: long }, async () => {
    begin()
    const boss = await openBoss(120)
    const ids = await queueSome(43, boss)
    await start(600)
    await expect.poll(sentIds, { timeout: long }).toEqual(ids.toSorted())
  })

  test('settles each notice by itself when others fail', { timeout: long }, async () => {
    begin()
    const boss = await openBoss(120)
    const ids = await queueSome(9, boss)
    const failing = new Set(ids.filter((_, index) => index % 3 === 1))
    const { send } = mail
    const tried: string[] = []
    parts = {
      ...parts,
      mail: {
        ...mail,
        send: async (message) => {
          tried.push(message.id)
          if (failing.has(message.id)) throw new MailUnavailable(450)
          return send(message)
        },
      },
    }
    const running = await start(600)
    const states = async () =>
      new Map((await running.boss.findJobs('notices')).map(({ id, state }) => [id, state]))
    await expect
      .poll(states, { timeout: long })
      .toEqual(new Map(ids.map((id) => [id, failing.has(id) ? 'retry' : 'completed'])))
    expect(sentIds()).toEqual(ids.filter((id) => !failing.has(id)).toSorted())
    expect(tried.toSorted()).toEqual(ids.toSorted())
    for (const id of ids) expect((await stored(id))?.outcome).toBe(failing.has(id) ? null : 'sent')
    const [failed] = await running.boss.findJobs('notices', { id: [...failing][0]! })
    // Under serializable isolation, pg-boss may store a conflict (40001) of its own instead.
    expect(JSON.stringify(failed)).toMatch(/450|40001/)
  })

  test.each(['before', 'after'] as const)(
    'sends notices once when a worker dies %s it sends some',
    { timeout: long },
    async (moment) => {
      begin()
      const boss = await openBoss(1)
      const ids = await queueSome(6, boss)
      const taken = await boss.fetch('notices', { batchSize: 4 })
      expect(taken).toHaveLength(4)
      if (moment === 'after') for (const { id } of taken.slice(0, 2)) await deliverNotice(parts, id)
      await pause(1200)
      // pg-boss would not supervise a queue again that it has just supervised.
      await database.db.execute(
        'update pgboss.queue set monitor_claim_on = null, monitor_on = null',
      )
      await boss.supervise('notices')
      await database.db.execute('update pgboss.job set start_after = now()')
      const running = await start()
      const states = async () => (await running.boss.findJobs('notices')).map(({ state }) => state)
      await expect.poll(states, { timeout: long }).toEqual(ids.map(() => 'completed'))
      expect(sentIds()).toEqual(ids.toSorted())
    },
  )

  test(
    'keeps addresses out of its jobs and the log when a mail fails',
    { timeout: long },
    async () => {
      begin()
      await (await openBoss(120)).stop({ graceful: false })
      const row = await someSubscription({ state: 'canceled' })
      const [user] = await database.db.select().from(users).where(eq(users.id, row.userId))
      parts = {
        ...parts,
        mail: {
          ...mail,
          send: async ({ to }) => {
            throw Object.assign(new TypeError('broken'), { response: `550 <${to}> unknown`, to })
          },
        },
      }
      const id = await record(ended, row)
      const running = await start()
      const job = async () => (await running.boss.findJobs('notices', { id }))[0]
      await expect.poll(async () => (await job())?.state, { timeout: long }).toBe('retry')
      expect(JSON.stringify(await job())).not.toContain(user!.email)
      expect(logged).toContain('a notice could not be sent yet')
      expect(logged).not.toContain('@example.com')
    },
  )
})
