import type { PgBoss } from 'pg-boss'
import type { Database, OpenDatabase } from '../data/database.ts'
import {
  findOpenNotice,
  listNearingDates,
  listUnqueued,
  markQueued,
  settleNotice,
} from '../data/notices.ts'
import type { Settlement } from '../data/notices.ts'
import { recordSubscriptionNotices } from '../data/subscription-notices.ts'
import { isLeaving } from '../data/users.ts'
import { isMailing } from '../domain/mailings.ts'
import { datedCausesOf, isWorthSending } from '../domain/notices.ts'
import { MailUnavailable } from '../mail/mail-port.ts'
import type { MailPort } from '../mail/mail-port.ts'
import type { FindPlan } from '../payments/plans.ts'
import { openQueue } from './queue.ts'

type Log = {
  error(details: object, message: string): void
  warn(details: object, message: string): void
  info(details: object, message: string): void
}

export type NoticeParts = {
  readonly db: Database
  readonly mail: MailPort
  readonly findPlan: FindPlan
  readonly siteUrl: string
  readonly clock: () => Date
  readonly log: Log
}

type Open = NonNullable<Awaited<ReturnType<typeof findOpenNotice>>>

/** Who gets the notice, or null when nobody should any more. */
const recipientOf = ({ cause, createdAt, user, subscription }: Open, now: Date) => {
  if (!isWorthSending({ cause, createdAt }, subscription, now)) return null
  if (isMailing(cause)) return { email: cause.to, firstName: null }
  if (cause.kind === 'account-deleted') return { email: cause.to, firstName: cause.firstName }
  if (user === null || isLeaving(user, now)) return null
  if (cause.kind !== 'email-changed') return user
  return cause.to === user.email ? null : { ...user, email: cause.to }
}

const send = async (parts: NoticeParts, notice: Open): Promise<Settlement> => {
  const { mail, findPlan, siteUrl, clock } = parts
  const recipient = recipientOf(notice, clock())
  if (recipient === null) return 'dropped'
  const { cause, id, subscription } = notice
  const ofPlan = cause.kind === 'plan-changed' ? cause : subscription
  const plan = ofPlan && (await findPlan(ofPlan))
  const { writeNotice } = await import('../mail/notice-mail.ts')
  const written = await writeNotice(cause, {
    plan,
    firstName: recipient.firstName,
    siteUrl,
  })
  const outcome = await mail.send({ id, to: recipient.email, ...written })
  return outcome.kind
}

/**
 * Sends a notice unless it is settled, and settles it at once, so that a repeated job sends
 * nothing. Throws when another try is due, with nothing in the error that tells whose notice it is.
 */
export const deliverNotice = async (parts: NoticeParts, id: string): Promise<void> => {
  const { db, clock, log } = parts
  const notice = await findOpenNotice(db, id)
  if (notice === null) return
  const outcome = await send(parts, notice)
  await settleNotice(db, id, outcome, clock())
  log.info({ notice: id, kind: notice.cause.kind, outcome }, 'notice settled')
}

/** Records the notices that dates have made due since the last look. */
export const scanDates = async ({ db, findPlan, clock }: NoticeParts): Promise<void> => {
  const now = clock()
  for (const row of await listNearingDates(db, now)) {
    const plan = await findPlan(row)
    if (plan !== null)
      await recordSubscriptionNotices(db, row, datedCausesOf(row, plan.interval, now))
  }
}

const atOnce = 200
const sending = 'notices'
const scanning = 'notice-scan'

/**
 * Puts recorded notices into the queue. A job has its notice's id, so one that is put there twice,
 * after a crash or by two processes, is there once.
 */
export const queueNotices = async (
  { db, clock }: Pick<NoticeParts, 'db' | 'clock'>,
  boss: Pick<PgBoss, 'insert'>,
): Promise<void> => {
  const ids = await listUnqueued(db, atOnce)
  if (ids.length === 0) return
  await boss.insert(
    sending,
    ids.map((id) => ({ id, data: { id } })),
  )
  await markQueued(db, ids, clock())
}

/** The queues, for {@link startNotices}: tests take jobs from them by hand. */
export const createQueues = async (
  boss: Pick<PgBoss, 'createQueue'>,
  { expireInSeconds = 120 }: { expireInSeconds?: number } = {},
): Promise<void> => {
  await boss.createQueue(sending, {
    // Far longer than a mail takes: a job without an answer by then belonged to a dead process.
    expireInSeconds,
    // With pauses of up to an hour: longer than a notice is worth sending.
    retryLimit: 100,
    retryDelay: 30,
    retryBackoff: true,
    retryDelayMax: 3600,
  })
  await boss.createQueue(scanning, { expireInSeconds: 300, retryLimit: 2 })
}

/** What went wrong, without what the error repeats of the mail: the queue stores it. */
const withoutDetails = (error: unknown): Error =>
  error instanceof MailUnavailable ? error : new Error('The notice could not be sent.')

const queuePauseMs = 1000

type Timing = {
  /** How long a stop waits for the mail under way. */
  readonly stopTimeoutMs: number
  readonly pollingIntervalSeconds?: number
  readonly expireInSeconds?: number
}

/** Sends notices in the background until it is stopped; several processes share the work. */
export const startNotices = async (
  database: Pick<OpenDatabase, 'connection'>,
  parts: NoticeParts,
  { stopTimeoutMs, pollingIntervalSeconds = 2, expireInSeconds }: Timing,
) => {
  const { log } = parts
  const boss = await openQueue(database, log)
  await createQueues(boss, { expireInSeconds })
  await boss.work<{ id: string }>(sending, { pollingIntervalSeconds }, async ([job]) => {
    if (job === undefined) return
    try {
      await deliverNotice(parts, job.data.id)
    } catch (error) {
      log.warn({ err: error, notice: job.data.id }, 'a notice could not be sent yet')
      throw withoutDetails(error)
    }
  })
  // Dates are not urgent.
  await boss.work(scanning, { pollingIntervalSeconds: 15 * pollingIntervalSeconds }, async () => {
    await scanDates(parts)
  })
  await boss.schedule(scanning, '*/15 * * * *')

  let queueing: Promise<void> | null = null
  const timer = setInterval(() => {
    queueing ??= queueNotices(parts, boss)
      .catch((error: unknown) => log.warn({ err: error }, 'notices were not queued'))
      .finally(() => {
        queueing = null
      })
  }, queuePauseMs)
  timer.unref()
  return {
    boss,
    /** Finishes the mail under way, and takes no more. */
    stop: async (): Promise<void> => {
      clearInterval(timer)
      await queueing
      await boss.stop({ graceful: true, timeout: stopTimeoutMs })
      await parts.mail.close()
    },
  }
}
