import { setTimeout as pause } from 'node:timers/promises'
import { eq } from 'drizzle-orm'
import type { PgBoss } from 'pg-boss'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { OpenDatabase } from '#admin-api/data/database.ts'
import { notices, users } from '#admin-api/data/schema.ts'
import { deliverNotice } from '#admin-api/jobs/notices.ts'
import type { NoticeParts } from '#admin-api/jobs/notices.ts'
import { createQueues, queueOutbox, startOutbox } from '#admin-api/jobs/outbox.ts'
import { openQueue } from '#admin-api/jobs/queue.ts'
import { createLogger } from '#admin-api/logger.ts'
import { MailUnavailable } from '#admin-api/mail/mail-port.ts'
import { createMemoryMail } from '#admin-api/mail/memory-mail.ts'
import type { MemoryMail } from '#admin-api/mail/memory-mail.ts'
import { startTimeout } from './support/harness.ts'
import {
  ended,
  noticePartsOf,
  noticeRowsOf,
  openNoticeDatabase,
} from './support/notice-database.ts'

let logged = ''
const log = createLogger('trace', {
  write: (line: string) => {
    logged += line
  },
})
let database: OpenDatabase
let mail: MemoryMail
let parts: NoticeParts
const { someSubscription, record, stored, clear } = noticeRowsOf(() => database.db)

beforeAll(async () => {
  database = await openNoticeDatabase()
}, 2 * startTimeout)
afterAll(() => database.close())

const begin = () => {
  mail = createMemoryMail()
  parts = noticePartsOf(database.db, mail, log)
}

const stops: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop()
  await clear()
})

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

describe('the job queue', () => {
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

  test(
    'scans subscriptions for approaching dates every quarter of an hour',
    { timeout: long },
    async () => {
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
    },
  )

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

  test('completes each notice on its own when others fail', { timeout: long }, async () => {
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
    'sends each notice once when a worker dies %s sending some',
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
    'keeps email addresses out of its jobs and the log when a mail fails',
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
