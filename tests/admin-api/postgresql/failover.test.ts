import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startPgbouncer } from '#tests/support/pgbouncer.ts'
import { createDatabase, startReplicatedPostgresql } from '#tests/support/postgresql.ts'
import { startSmtpServer } from '#tests/support/smtp-server.ts'
import { startTcpProxy } from '#tests/support/tcp-proxy.ts'
import { startFleet } from '../support/fleet.ts'
import type { Fleet } from '../support/fleet.ts'
import { startTimeout } from '../support/harness.ts'
import { runServer } from '../support/process.ts'
import { createTravellers, distinctMails, mailsOf } from '../support/travellers.ts'
import type { Finished } from '../support/travellers.ts'

const size = 3
const atOnce = 4
/** How many seconds after a fault calls may still fail. */
const longestRecovery = 30
/**
 * The pause between two journeys of a simulated user, since the worker sends a mail every two
 * seconds.
 */
const restMs = 5_000

let postgresql: Awaited<ReturnType<typeof startReplicatedPostgresql>>
let network: Awaited<ReturnType<typeof startTcpProxy>>
let pgbouncer: Awaited<ReturnType<typeof startPgbouncer>>
let smtp: Awaited<ReturnType<typeof startSmtpServer>>
let fleet: Fleet
let worker: ReturnType<typeof runServer>
let travellers: ReturnType<typeof createTravellers>
let load: Promise<unknown>
const over = new AbortController()
const finished: Finished[] = []
const attempts: {
  /** When the call ended, in Unix milliseconds. */
  readonly at: number
  readonly call: string
  /** Why the call failed; null if it succeeded. */
  readonly failure: string | null
}[] = []

const portOf = (url: string) => Number(new URL(url).port)

const on = async (url: string, ...statements: string[]) => {
  const client = new Client({ connectionString: url })
  await client.connect()
  for (const statement of statements) await client.query(statement)
  await client.end()
}

/** People who order, and others who look at their account, until the tests are over. */
const startLoad = () => {
  let next = 0
  const order = async () => {
    while (!over.signal.aborted) {
      finished.push(await travellers.travel(next++))
      await pause(restMs)
    }
  }
  const look = async () => {
    for (let turn = 0; !over.signal.aborted; turn += 1) {
      const someone = finished.at(turn % Math.max(finished.length, 1))
      if (someone !== undefined) await travellers.look(someone)
      await pause(200)
    }
  }
  return Promise.all([...Array.from({ length: atOnce }, order), look(), look()])
}

beforeAll(async () => {
  postgresql = await startReplicatedPostgresql({ fsync: 'off' })
  const direct = await createDatabase(postgresql.primary.url)
  // PgBouncer keeps the limits of the API's connections from PostgreSQL.
  await on(
    direct,
    `alter role postgres set statement_timeout = '10s'`,
    `alter role postgres set idle_in_transaction_session_timeout = '10s'`,
  )
  network = await startTcpProxy(portOf(direct))
  pgbouncer = await startPgbouncer(network.port)
  smtp = await startSmtpServer()
  const migration = runServer({ DATABASE_URL: direct }, 'migrate')
  const [code] = await migration.exited
  if (code !== 0) throw new Error(migration.text())

  const pooled = new URL(direct)
  pooled.port = String(pgbouncer.port)
  const environment = {
    MIGRATE_ON_START: 'false',
    RUN_JOBS: 'false',
    LOG_LEVEL: 'error',
    SMTP_URL: smtp.url,
    MAIL_FROM: 'hello@evenkeel.example',
  }
  fleet = await startFleet({ databaseUrl: pooled.href, size, webhooks: true, environment })
  worker = runServer(
    { DATABASE_URL: pooled.href, STRIPE_API_BASE: fleet.paymentsUrl, ...environment },
    'worker',
  )
  await once(worker.child.stdout, 'data')
  let turn = 0
  travellers = createTravellers({
    fleet,
    first: () => (turn += 1),
    onAttempt: (_, answer, call) => {
      // Not counted: a request that the fault interrupted still holds its lock until that expires.
      if (answer?.body.code === 'subscription/in-progress') return
      const failure = answer === null ? 'no answer' : `${answer.status} ${answer.body.code}`
      const isWell = answer !== null && answer.status < 400
      attempts.push({ at: Date.now(), call, failure: isWell ? null : failure })
    },
  })
  load = startLoad()
}, 2 * startTimeout)

afterAll(async () => {
  over.abort()
  await worker.kill('SIGTERM')
  await fleet.stop()
  await smtp.stop()
  await pgbouncer.stop()
  network.close()
  await postgresql.stop()
}, startTimeout)

const faults = {
  'PgBouncer is killed and started after 5 s': {
    strike: () => pgbouncer.kill('SIGKILL'),
    lasts: 5,
    heal: () => pgbouncer.start(),
  },
  'the database is read-only for 15 s': {
    strike: () =>
      on(
        postgresql.primary.url,
        'alter system set default_transaction_read_only = on',
        'select pg_reload_conf()',
      ),
    lasts: 15,
    heal: () =>
      on(
        postgresql.primary.url,
        'alter system reset default_transaction_read_only',
        'select pg_reload_conf()',
      ),
  },
  'the network to the database is silent for 60 s': {
    strike: () => network.silence(),
    lasts: 60,
    heal: () => network.heal(),
  },
  'the primary is killed and the replica promoted after 10 s': {
    strike: () => postgresql.primary.kill(),
    lasts: 10,
    heal: async () => {
      await on(postgresql.replica.url, 'select pg_promote()')
      await pgbouncer.redirect(portOf(postgresql.replica.url))
    },
  },
}

test.each(Object.entries(faults))(
  'all calls succeed again within 30 s after the repair when %s',
  async (name, { strike, lasts, heal }) => {
    await expect.poll(() => finished.length, { timeout: startTimeout }).toBeGreaterThan(atOnce)
    await pause(5_000)
    const struckAt = Date.now()
    await strike()
    await pause(lasts * 1_000)
    const during = attempts.filter(({ at }) => at > struckAt)
    await heal()
    const healedAt = Date.now()
    const before = finished.length
    await pause((longestRecovery + 5) * 1_000)

    const after = attempts.filter(({ at }) => at > healedAt)
    const secondsUntil = (first: (typeof attempts)[number] | undefined) =>
      first === undefined ? Infinity : Math.round((first.at - healedAt) / 100) / 10
    const answered = after.filter(({ failure }) => failure === null)
    const read = secondsUntil(answered.find(({ call }) => call.startsWith('GET')))
    const change = secondsUntil(answered.find(({ call }) => !call.startsWith('GET')))
    const failedDuring = during.filter(({ failure }) => failure !== null)
    const failedAfter = after.filter(({ failure }) => failure !== null)
    const last = failedAfter.at(-1)
    const settled = last === undefined ? 0 : secondsUntil(last)
    console.log(
      `${name}: ${failedDuring.length} of ${during.length} calls failed; ` +
        `then the first read was answered after ${read} s, the first change after ${change} s; ` +
        `${failedAfter.length} more calls failed` +
        (last ? `, the last after ${settled} s (${last.call}: ${last.failure})` : ''),
    )
    // Proves that the fault had an effect: calls failed, or all of them waited.
    expect(failedDuring.length > 0 || during.length < atOnce).toBe(true)
    expect(Math.max(read, change, settled)).toBeLessThan(longestRecovery)
    await expect.poll(() => finished.length, { timeout: 120_000 }).toBeGreaterThan(before)
    expect(fleet.isWhole()).toBe(true)
    expect(worker.child.exitCode).toBeNull()
    await travellers.expectKept([...finished])
  },
  600_000,
)

test('after all faults, everybody has been charged once and has got one mail about it', async () => {
  over.abort()
  await load
  expect(await travellers.expectKept(finished)).toBe(finished.length)
  const causes = mailsOf(finished)
  await expect
    .poll(() => distinctMails(smtp.received).length, { timeout: 600_000, interval: 500 })
    .toBeGreaterThanOrEqual(causes.length)
  expect(distinctMails(smtp.received).toSorted()).toEqual(causes.toSorted())
  console.log(
    `${finished.length} orders, ${attempts.length} calls, ${smtp.received.length} mails for ${causes.length} causes`,
  )
}, 1_200_000)
