import type { FastifyBaseLogger } from 'fastify'
import type { Stripe } from 'stripe'
import { createAnalytics } from '../analytics/create-analytics.ts'
import { checkPartsOf } from '../check/check-database.ts'
import { checkByNight } from '../check/nightly.ts'
import { deleteExpired } from '../data/cleaning.ts'
import type { OpenDatabase } from '../data/database.ts'
import { createSmtpMail } from '../mail/smtp-mail.ts'
import { endAbandonedIntents } from '../payments/abandoned-intents.ts'
import { createCatalogue } from '../payments/catalogue.ts'
import { finishDeletions, reconcileLeavers } from '../payments/leave.ts'
import { createPlanFinder } from '../payments/plans.ts'
import { settleUnansweredOrders } from '../payments/unanswered-orders.ts'
import { logSecurityEvent } from '../security-events.ts'
import type { Settings } from '../settings/settings.ts'
import { within } from '../within.ts'

export type JobParts = {
  readonly database: OpenDatabase
  readonly stripe: Stripe
  readonly clock: () => Date
  readonly logger: FastifyBaseLogger
}

const cleaningPauseMs = 60 * 60 * 1000

/**
 * Starts sending notices and events, and the nightly check; null outside production when mail and
 * analytics are both off.
 */
const startQueue = async (
  settings: Settings,
  { database, stripe, clock, logger }: JobParts,
): Promise<{ stop(): Promise<void> } | null> => {
  const { mail, analytics, production, stopTimeoutMs } = settings
  const { catalogueTtlMs: ttlMs } = settings.stripe
  if (mail === null && analytics === null && !production) return null
  const { startOutbox } = await import('./outbox.ts')
  const parts = { db: database.db, clock, log: logger }
  const notices = mail && {
    ...parts,
    mail: createSmtpMail(mail),
    findPlan: createPlanFinder(stripe, createCatalogue(stripe, { ttlMs, clock })),
    siteUrl: mail.siteUrl,
  }
  const events = analytics && { ...parts, analytics: createAnalytics(analytics) }
  const check = () => checkByNight({ ...checkPartsOf(settings, { ...parts, stripe }), log: logger })
  return startOutbox(database, { ...parts, notices, events, check }, { stopTimeoutMs })
}

/**
 * Sends notices and events, and runs the hourly jobs immediately and then every hour, until
 * stopped. Several processes share the work.
 */
export const startJobs = async (
  settings: Settings,
  parts: JobParts,
): Promise<{ stop(): Promise<void> }> => {
  const { database, stripe, clock, logger } = parts
  const stopping = new AbortController()
  const { signal } = stopping
  const clean = () => deleteExpired({ db: database.db, clock, log: logger, signal })
  const reconcile = () =>
    reconcileLeavers({ db: database.db, stripe, log: logger, signal }).catch((error: unknown) =>
      logger.warn({ err: error }, 'customers of deleted accounts were not looked for'),
    )
  const finish = () =>
    finishDeletions({
      db: database.db,
      stripe,
      clock,
      signal,
      log: logger,
      ledgerKeys: settings.ledgerKeys,
      graceDays: settings.stripe.graceDays,
      sayGoodbye: settings.mail !== null,
      onFinished: (actor) => logSecurityEvent(logger, { kind: 'account-deleted', actor }),
    }).catch((error: unknown) =>
      logger.warn({ err: error }, 'interrupted deletions were not looked for'),
    )
  let ending: Promise<void> | null = null
  // After a busy day, a run may not have finished when the next one is due.
  const endAbandoned = () =>
    (ending ??= endAbandonedIntents({ db: database.db, stripe, clock, signal })
      .catch((error: unknown) =>
        logger.warn({ err: error }, 'abandoned SetupIntents were not ended'),
      )
      .finally(() => {
        ending = null
      }))
  const settle = () =>
    settleUnansweredOrders({
      db: database.db,
      stripe,
      clock,
      signal,
      log: logger,
      graceDays: settings.stripe.graceDays,
    }).catch((error: unknown) =>
      logger.warn({ err: error }, 'orders without an answer were not looked for'),
    )
  const queue = await startQueue(settings, parts)
  const running = new Set<Promise<void>>()
  const run = (...jobs: readonly (() => Promise<void>)[]) => {
    for (const job of jobs) {
      const done: Promise<void> = job().finally(() => running.delete(done))
      running.add(done)
    }
  }
  const hourly = [clean, finish, reconcile, endAbandoned, settle]
  run(...hourly)
  const cleaning = setInterval(() => run(...hourly), cleaningPauseMs)
  cleaning.unref()
  return {
    stop: async () => {
      clearInterval(cleaning)
      stopping.abort()
      const stopped = queue
        ?.stop()
        .catch((error: unknown) => logger.warn({ err: error }, 'the outbox was not stopped'))
      await within(settings.stopTimeoutMs, Promise.all([stopped, ...running]))
    },
  }
}
