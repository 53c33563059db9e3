import type { Job, JobResult, PgBoss } from 'pg-boss'
import { AnalyticsUnavailable } from '../analytics/analytics-port.ts'
import type { Database, OpenDatabase } from '../data/database.ts'
import { despiteConflicts } from '../data/despite-conflicts.ts'
import { isReadOnly } from '../data/failures.ts'
import { listUnqueued, markQueued } from '../data/notices.ts'
import type { Channel } from '../data/notices.ts'
import { MailUnavailable } from '../mail/mail-port.ts'
import { deliverEvent } from './events.ts'
import type { EventParts } from './events.ts'
import { deliverNotice, scanDates } from './notices.ts'
import type { NoticeParts } from './notices.ts'
import { openQueue } from './queue.ts'

type Log = {
  error(details: object, message: string): void
  warn(details: object, message: string): void
}

type OutboxParts = {
  readonly db: Database
  readonly clock: () => Date
  readonly log: Log
  /** Null: no mail is sent. */
  readonly notices: NoticeParts | null
  /** Null: no events are sent. */
  readonly events: EventParts | null
  /** Compares the database with the payment provider, once a night. */
  readonly check?: () => Promise<void>
}

/** A queue for each channel, so that an outage of one service does not delay the other. */
const queues: Readonly<Record<Channel, string>> = { mail: 'notices', analytics: 'events' }
const scanning = 'notice-scan'
const checking = 'nightly-check'
const atOnce = 200

/**
 * Queues recorded notices and events. A job has the id of its row, so queueing it twice, after a
 * crash or from two processes, creates only one job.
 */
export const queueOutbox = async (
  { db, clock }: Pick<OutboxParts, 'db' | 'clock'>,
  channels: readonly Channel[],
  boss: Pick<PgBoss, 'insert'>,
): Promise<void> => {
  const rows = await listUnqueued(db, channels, atOnce)
  for (const channel of channels) {
    const ids = rows.filter((row) => row.channel === channel).map(({ id }) => id)
    if (ids.length === 0) continue
    const jobs = ids.map((id) => ({ id, data: { id } }))
    // The queue has its own connections, which do not retry after a conflict.
    await despiteConflicts(() => boss.insert(queues[channel], jobs))
    await markQueued(db, ids, clock())
  }
}

/** Creates the queues. Separate from {@link startOutbox}, so that tests can take jobs from them. */
export const createQueues = async (
  boss: Pick<PgBoss, 'createQueue'>,
  { expireInSeconds = 120 }: { expireInSeconds?: number } = {},
): Promise<void> => {
  const create: typeof boss.createQueue = (...queue) =>
    despiteConflicts(() => boss.createQueue(...queue))
  for (const queue of Object.values(queues))
    await create(queue, {
      // Far longer than sending takes: a job that is still unfinished by then belonged to a process
      // that died.
      expireInSeconds,
      // With pauses of up to an hour, this is more attempts than fit in the time a row stays open.
      retryLimit: 100,
      retryDelay: 30,
      retryBackoff: true,
      retryDelayMax: 3600,
    })
  await create(scanning, { expireInSeconds: 300, retryLimit: 2 })
  await create(checking, { expireInSeconds: 6 * 60 * 60, retryLimit: 0 })
}

/** An error without details of the row, because the queue stores it. */
const withoutDetails = (error: unknown): Error =>
  error instanceof MailUnavailable || error instanceof AnalyticsUnavailable
    ? error
    : new Error('It could not be sent.')

const queuePauseMs = 1000

/**
 * After a full batch, pg-boss fetches the next one immediately, otherwise after the polling
 * interval. It ignores that option for batches of one, so a backlog would drain at one job per
 * interval. The next batch is fetched once the current one is done, so a second worker continues
 * while a slow job holds up the first.
 */
const pace = {
  batchSize: 4,
  burstWhenBatchFull: true,
  localConcurrency: 2,
  perJobResults: true,
} as const

type Timing = {
  /** How long a stop waits for what is being sent. */
  readonly stopTimeoutMs: number
  readonly pollingIntervalSeconds?: number
  readonly expireInSeconds?: number
}

/** Sends notices and events in the background until stopped; several processes share the work. */
export const startOutbox = async (
  database: Pick<OpenDatabase, 'connection'>,
  { db, clock, log, notices, events, check }: OutboxParts,
  { stopTimeoutMs, pollingIntervalSeconds = 2, expireInSeconds }: Timing,
) => {
  const boss = await openQueue(database, log)
  await createQueues(boss, { expireInSeconds })
  const sendFrom = (queue: string, deliver: (id: string) => Promise<void>) => {
    const send = async ({ id, data }: Job<{ id: string }>): Promise<JobResult<Error>> => {
      try {
        await deliver(data.id)
        return { id, status: 'completed' }
      } catch (error) {
        log.warn({ err: error, notice: data.id, queue }, 'a notice could not be sent yet')
        return { id, status: 'failed', output: withoutDetails(error) }
      }
    }
    return boss.work(
      queue,
      { ...pace, pollingIntervalSeconds },
      async (jobs: Job<{ id: string }>[]) => {
        const results = await Promise.all(jobs.map(send))
        const [first] = results
        // Throwing marks the trace of the batch as failed, too.
        if (first !== undefined && results.every(({ status }) => status === 'failed'))
          throw first.output
        return results
      },
    )
  }
  const channels: Channel[] = []
  if (events !== null) {
    channels.push('analytics')
    await sendFrom(queues.analytics, (id) => deliverEvent(events, id))
  }
  if (notices !== null) {
    channels.push('mail')
    await sendFrom(queues.mail, (id) => deliverNotice(notices, id))
    // Notices that depend on a date are not urgent, so this queue is polled less often.
    await boss.work(scanning, { pollingIntervalSeconds: 15 * pollingIntervalSeconds }, async () => {
      await scanDates(notices)
    })
    await despiteConflicts(() => boss.schedule(scanning, '*/15 * * * *'))
  }
  if (check !== undefined) {
    await boss.work(checking, { pollingIntervalSeconds: 30 * pollingIntervalSeconds }, check)
    await despiteConflicts(() => boss.schedule(checking, '20 3 * * *'))
  }

  let queueing: Promise<void> | null = null
  const timer = setInterval(() => {
    queueing ??= queueOutbox({ db, clock }, channels, boss)
      .catch((error: unknown) => {
        if (!isReadOnly(error)) log.warn({ err: error }, 'notices were not queued')
      })
      .finally(() => {
        queueing = null
      })
  }, queuePauseMs)
  timer.unref()
  return {
    boss,
    /** Finishes what is being sent, and takes no more. */
    stop: async (): Promise<void> => {
      clearInterval(timer)
      await queueing
      await boss.stop({ graceful: true, timeout: stopTimeoutMs })
      await notices?.mail.close()
    },
  }
}
