import { randomUUID } from 'node:crypto'
import { Registry } from 'prom-client'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readBacklog } from '#admin-api/data/backlog.ts'
import { storeLatestBackup, storeLatestCheck } from '#admin-api/data/latest-checks.ts'
import { openDatabase } from '#admin-api/data/open-database.ts'
import { notices, webhookEvents } from '#admin-api/data/schema.ts'
import type { OpenDatabase } from '#admin-api/data/database.ts'
import { measureDatabase } from '#admin-api/metrics/database.ts'
import { createStripe } from '#admin-api/payments/stripe-client.ts'
import { startServer } from '#admin-api/server.ts'
import { listen } from '#tests/support/listen.ts'
import { freshDatabase, startTimeout, testSettings } from '../support/harness.ts'

const now = new Date('2026-05-01T12:00:00Z')
const minutesAgo = (minutes: number) => new Date(now.getTime() - minutes * 60_000)

describe('requests to the payment provider', () => {
  const measure = async (use: (base: string) => Promise<void>) => {
    const provider = await listen((request, response) => {
      if (request.url?.includes('broken')) return request.socket.destroy()
      const status = request.url?.includes('missing') ? 404 : 200
      response.writeHead(status, { 'content-type': 'application/json' }).end('{}')
    })
    await use(provider.url)
    await provider.close()
  }

  test('are counted by resource and status, never by id', async () => {
    const metrics = new Registry()
    await measure(async (apiBase) => {
      const stripe = createStripe(
        { ...testSettings().stripe, apiBase, maxNetworkRetries: 1 },
        metrics,
      )
      await stripe.customers.retrieve('cus_1')
      await stripe.customers.retrieve('cus_missing').catch(() => {})
      await stripe.customers.retrieve('cus_broken').catch(() => {})
    })
    const text = await metrics.metrics()
    const counted = (status: string) =>
      new RegExp(`_count\\{method="GET",resource="customers",status="${status}"\\} (\\d+)`).exec(
        text,
      )?.[1]
    expect([counted('200'), counted('404'), counted('none')]).toEqual(['1', '1', '2'])
    expect(text).not.toContain('cus_')
  })
})

describe('the metrics of the database', () => {
  let database: OpenDatabase
  beforeAll(async () => {
    database = await openDatabase(await freshDatabase(), () => {})
    await database.migrate()
    await database.db.insert(webhookEvents).values([
      { id: 'evt_1', type: 'a', createdAt: now, receivedAt: minutesAgo(9), processedAt: now },
      { id: 'evt_2', type: 'a', createdAt: now, receivedAt: minutesAgo(3) },
      { id: 'evt_3', type: 'a', createdAt: now, receivedAt: minutesAgo(5) },
    ])
    const cause = { kind: 'cancelled' } as never
    await database.db.insert(notices).values([
      { key: randomUUID(), cause, createdAt: minutesAgo(8), settledAt: now, outcome: 'sent' },
      { key: randomUUID(), cause, createdAt: minutesAgo(2) },
      { key: randomUUID(), cause, createdAt: minutesAgo(1), channel: 'analytics' },
    ])
  })
  afterAll(() => database.close())

  test('count the unfinished work of each kind, and give the time of the oldest', async () => {
    expect(await readBacklog(database.db)).toEqual({
      webhooks: { items: 2, oldest: minutesAgo(5) },
      orders: { items: 0, oldest: null },
      departed_customers: { items: 0, oldest: null },
      deletions: { items: 0, oldest: null },
      mails: { items: 1, oldest: minutesAgo(2) },
      analytics_events: { items: 1, oldest: minutesAgo(1) },
    })
  })

  test('omit the work of features that are switched off', async () => {
    const metrics = new Registry()
    measureDatabase(database, metrics, { kinds: ['webhooks', 'mails'], clock: () => now })
    const text = await metrics.metrics()
    expect(text).toContain('database_up 1\n')
    expect(text).toContain('backlog_items{kind="webhooks"} 2\n')
    expect(text).toContain('backlog_oldest_age_seconds{kind="webhooks"} 300\n')
    expect(text).toContain('backlog_oldest_age_seconds{kind="mails"} 120\n')
    expect(text).not.toContain('analytics_events')
    expect(text.includes('database_connections{state="waiting"} 0\n')).toBe(database.isShared)
  })

  test('count late mails, and separately those that a later mail has overtaken', async () => {
    const cause = { kind: 'cancelled' } as never
    const mail = (createdAt: Date, outcome: 'sent' | 'refused' | null = null) => ({
      key: randomUUID(),
      cause,
      createdAt,
      ...(outcome !== null && { outcome, settledAt: now }),
    })
    const late = async () => {
      const metrics = new Registry()
      measureDatabase(database, metrics, { kinds: ['mails'], clock: () => now })
      const text = await metrics.metrics()
      return ['yes', 'no'].map((overtaken) =>
        Number(
          new RegExp(`^mails_late\\{overtaken="${overtaken}"\\} (\\d+)$`, 'm').exec(text)?.[1],
        ),
      )
    }
    const add = async (...rows: ReturnType<typeof mail>[]) => {
      await database.db.insert(notices).values(rows)
      return late()
    }
    await database.db.delete(notices)
    expect(await add(mail(minutesAgo(59)))).toEqual([0, 0])
    expect(await add(mail(minutesAgo(300), 'sent'), mail(minutesAgo(200)))).toEqual([0, 1])
    expect(await add({ ...mail(minutesAgo(150), 'sent'), channel: 'analytics' } as never)) //
      .toEqual([0, 1])
    expect(await add(mail(minutesAgo(150), 'refused'), mail(minutesAgo(100)))).toEqual([0, 2])
    expect(await add(mail(minutesAgo(120), 'sent'))).toEqual([1, 1])
    expect(await add(mail(minutesAgo(1), 'sent'))).toEqual([2, 0])
  })

  test('do not count late mails while mail is off', async () => {
    const metrics = new Registry()
    measureDatabase(database, metrics, { kinds: ['webhooks'], clock: () => now })
    expect(await metrics.metrics()).not.toContain('mails_late{')
  })

  test('include what the last nightly check found, and how long ago', async () => {
    const text = async () => {
      const metrics = new Registry()
      measureDatabase(database, metrics, { kinds: ['webhooks'], clock: () => now })
      return metrics.metrics()
    }
    expect(await text()).not.toMatch(/^check_/m)
    await storeLatestCheck(database.db, {
      checkedAt: minutesAgo(60),
      differences: { 'two-live-subscriptions': 2, 'terms-differ': 1 },
    })
    expect(await text()).toContain('check_differences{kind="two-live-subscriptions"} 2\n')
    expect(await text()).toContain('check_age_seconds 3600\n')
    await storeLatestCheck(database.db, { checkedAt: now, differences: { 'terms-differ': 1 } })
    expect(await text()).not.toContain('two-live-subscriptions')
    expect(await text()).toContain('check_differences{kind="terms-differ"} 1\n')
  })

  test('include the age of the last backup, separately from the check', async () => {
    const text = async () => {
      const metrics = new Registry()
      measureDatabase(database, metrics, { kinds: ['webhooks'], clock: () => now })
      return metrics.metrics()
    }
    expect(await text()).not.toMatch(/^backup_/m)
    await storeLatestCheck(database.db, { checkedAt: now, differences: {} })
    await storeLatestBackup(database.db, minutesAgo(180))
    await storeLatestBackup(database.db, minutesAgo(120))
    expect(await text()).toContain('backup_age_seconds 7200\n')
    expect(await text()).toContain('check_age_seconds 0\n')
  })

  test('omit the backlog and report that the database is down when it cannot be read', async () => {
    const metrics = new Registry()
    const unreadable: OpenDatabase = {
      ...database,
      db: {
        select: () => {
          throw new Error('The connection was lost.')
        },
      } as never,
    }
    measureDatabase(unreadable, metrics, { kinds: ['webhooks'], clock: () => now })
    const text = await metrics.metrics()
    expect(text).toContain('database_up 0\n')
    expect(text).not.toContain('backlog_items{')
  })

  test('are returned within eight seconds when the database never responds', async () => {
    const metrics = new Registry()
    const silent: OpenDatabase = { ...database, ping: () => new Promise(() => {}) }
    measureDatabase(silent, metrics, { kinds: ['webhooks'], clock: () => now })
    const since = performance.now()
    expect(await metrics.metrics()).toContain('database_up 0\n')
    expect(performance.now() - since).toBeLessThan(8000)
  })
})

describe('ADMIN_API_METRICS_PORT', () => {
  test(
    'is the only port that serves the metrics, and serves nothing else',
    async () => {
      const provider = await listen((_request, response) => response.end())
      const server = await startServer({
        ...testSettings({
          ADMIN_API_METRICS_PORT: '0',
          FIREBASE_AUTH_EMULATOR_HOST: new URL(provider.url).host,
        }),
        database: await freshDatabase(),
        port: 0,
      })
      try {
        const metrics = async () => (await fetch(`${server.metricsUrl}/metrics`)).text()
        // Appears once the identity provider has been asked, which does not delay the start.
        await expect.poll(metrics).toMatch(/^clock_ahead_seconds -?[\d.]+$/m)
        const text = await metrics()
        expect(text).toContain('backlog_items{kind="webhooks"} 0\n')
        expect(text).toContain('process_resident_memory_bytes')
        expect((await fetch(`${server.url}/metrics`)).status).toBe(404)
        expect((await fetch(`${server.metricsUrl}/health/live`)).status).toBe(404)
      } finally {
        await server.stop()
        await provider.close()
      }
      await expect(fetch(`${server.metricsUrl}/metrics`)).rejects.toThrow('fetch failed')
    },
    startTimeout,
  )
})
