import { setTimeout as pause } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import type { FastifyBaseLogger } from 'fastify'
import { destination } from 'pino'
import { collectDefaultMetrics, Registry } from 'prom-client'
import { createAmplitude } from './analytics/amplitude.ts'
import { createApp } from './app.ts'
import type { Dependencies } from './app.ts'
import { createIdentityUsers } from './auth/identity-users.ts'
import { createTokenVerifier } from './auth/verify-token.ts'
import { checkPartsOf } from './check/check-database.ts'
import { checkByNight } from './check/nightly.ts'
import { deleteExpired } from './data/cleaning.ts'
import { DiskFull } from './data/disk-guard.ts'
import { DatabaseInUse, DatabaseLockLost } from './data/folder-lock.ts'
import { openDatabase } from './data/open-database.ts'
import { DatabaseUnreadable } from './data/pglite.ts'
import { createLogger } from './logger.ts'
import { createSmtpMail } from './mail/smtp-mail.ts'
import { endAbandonedIntents } from './payments/abandoned-intents.ts'
import { createCatalogue } from './payments/catalogue.ts'
import { reconcileLeavers } from './payments/leave.ts'
import { createPlanFinder } from './payments/plans.ts'
import { createStripe } from './payments/stripe-client.ts'
import { readSettings, SettingsError } from './settings.ts'
import type { Settings } from './settings.ts'

export type RunningServer = {
  /** Such as `http://localhost:8001`. */
  readonly url: string
  /** Finishes pending requests, accepts no more, and closes the database. */
  stop(): Promise<void>
}

type OutboxParts = Pick<Dependencies, 'database' | 'stripe' | 'clock'> & {
  readonly logger: FastifyBaseLogger
}

const cleaningPauseMs = 60 * 60 * 1000
const closeTimeoutMs = 5000

/** Whether it was done in time. */
const within = async (timeoutMs: number, work: Promise<unknown>): Promise<boolean> => {
  const timeout = new AbortController()
  try {
    return await Promise.race([
      work.then(() => true),
      pause(timeoutMs, false, { signal: timeout.signal }),
    ])
  } finally {
    timeout.abort()
  }
}

/** Ends the process: every further answer could acknowledge what is lost. */
const endAtOnce = (error: DatabaseLockLost): never => {
  process.stderr.write(`${explain(error)}\n`)
  process.exit(1)
}

/**
 * Starts sending notices and events, and the nightly check; null outside production when mail and
 * analytics are both off.
 */
const startJobs = async (
  settings: Settings,
  { database, stripe, clock, logger }: OutboxParts,
): Promise<{ stop(): Promise<void> } | null> => {
  const { mail, analytics, production, stopTimeoutMs } = settings
  const { catalogueTtlMs: ttlMs } = settings.stripe
  if (mail === null && analytics === null && !production) return null
  const { startOutbox } = await import('./jobs/outbox.ts')
  const parts = { db: database.db, clock, log: logger }
  const notices = mail && {
    ...parts,
    mail: createSmtpMail(mail),
    findPlan: createPlanFinder(stripe, createCatalogue(stripe, { ttlMs, clock })),
    siteUrl: mail.siteUrl,
  }
  const events = analytics && { ...parts, analytics: createAmplitude(analytics) }
  const check = () => checkByNight({ ...checkPartsOf(settings, { ...parts, stripe }), log: logger })
  return startOutbox(database, { ...parts, notices, events, check }, { stopTimeoutMs })
}

/** Lets the tools of the machine work with the embedded database, which this process has open. */
const startLocalWork = async (
  settings: Settings,
  { database, stripe, clock, logger }: OutboxParts,
): Promise<{ stop(): Promise<void> } | null> => {
  const { connection, db } = database
  const { database: where } = settings
  if (connection.kind !== 'pglite' || where === 'memory' || 'url' in where) return null
  const { backUpEmbedded } = await import('./backup/make-backup.ts')
  const { serveLocally } = await import('./backup/local-socket.ts')
  const { reportCheck } = await import('./check/report.ts')
  const parts = checkPartsOf(settings, { db, stripe, clock, log: logger })
  try {
    return await serveLocally(where.folder, {
      '/backup': () => backUpEmbedded(database, connection.client),
      '/check': () => reportCheck(parts, { fix: false }),
      '/check?fix': () => reportCheck(parts, { fix: true }),
    })
  } catch (error) {
    logger.warn({ err: error }, 'no backup is possible while this process runs')
    return null
  }
}

/**
 * Opens and migrates the database, then listens. Port 0 takes a free one; a database of `memory`
 * lives as long as the server.
 */
export const startServer = async (
  settings: Settings,
  clock = () => new Date(),
): Promise<RunningServer> => {
  // Writing each line separately would cost more than many answers do.
  const lines = destination({ dest: 1, sync: false, minLength: 4096, periodicFlush: 500 })
  const logger = createLogger(settings.logLevel, lines)
  const database = await openDatabase(settings.database, (error) => {
    if (error instanceof DatabaseLockLost) endAtOnce(error)
    logger.error({ err: error }, 'database failure')
  })
  let outbox: Awaited<ReturnType<typeof startJobs>> = null
  try {
    await database.migrate()
    const metrics = new Registry()
    collectDefaultMetrics({ register: metrics })
    const stripe = createStripe(settings.stripe)
    const app = await createApp({
      settings,
      database,
      logger,
      metrics,
      stripe,
      verifyToken: createTokenVerifier(settings.identity),
      identityUsers: createIdentityUsers(settings.identity),
      clock,
    })
    const clean = () =>
      deleteExpired(database.db, clock()).catch((error: unknown) =>
        logger.warn({ err: error }, 'what has expired was not deleted'),
      )
    const reconcile = () =>
      reconcileLeavers({ db: database.db, stripe, log: logger }).catch((error: unknown) =>
        logger.warn({ err: error }, 'customers of deleted accounts were not looked for'),
      )
    const endAbandoned = () =>
      endAbandonedIntents({ db: database.db, stripe, clock }).catch((error: unknown) =>
        logger.warn({ err: error }, 'abandoned SetupIntents were not ended'),
      )
    await clean()
    const jobParts = { database, stripe, clock, logger }
    outbox = await startJobs(settings, jobParts)
    await app.listen({ host: settings.host, port: settings.port })
    const localWork = await startLocalWork(settings, jobParts)
    void reconcile()
    void endAbandoned()
    const cleaning = setInterval(() => {
      void clean()
      void reconcile()
      void endAbandoned()
    }, cleaningPauseMs)
    cleaning.unref()
    const address = app.server.address()
    const port = typeof address === 'object' && address !== null ? address.port : settings.port
    return {
      url: `http://${settings.host}:${port}`,
      stop: async () => {
        clearInterval(cleaning)
        await localWork?.stop()
        const closed = app.close()
        const sendingStopped = outbox
          ?.stop()
          .catch((error: unknown) => logger.warn({ err: error }, 'the outbox was not stopped'))
        if (!(await within(settings.stopTimeoutMs, closed))) {
          logger.error('answers under way took too long to stop: their connections are cut')
          app.server.closeAllConnections()
          await closed
        }
        await within(settings.stopTimeoutMs, Promise.resolve(sendingStopped))
        // A query that never ends must not keep the process running.
        await within(closeTimeoutMs, database.close())
        lines.end()
      },
    }
  } catch (error) {
    await outbox?.stop()
    await database.close()
    throw error
  }
}

const explain = (error: unknown): string => {
  if (error instanceof SettingsError)
    return error.problems.map((problem) => `admin-api: ${problem}`).join('\n')
  if (
    error instanceof DatabaseInUse ||
    error instanceof DiskFull ||
    error instanceof DatabaseUnreadable ||
    error instanceof DatabaseLockLost
  )
    return `admin-api: ${error.message}`
  if (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE') {
    return 'admin-api: The port is taken. Stop the other process, or set ADMIN_API_PORT.'
  }
  return `admin-api: could not start: ${error instanceof Error ? error.message : String(error)}`
}

const main = async () => {
  try {
    const server = await startServer(readSettings(process.env))
    process.stdout.write(`admin-api: listening on ${server.url}\n`)
    let stopping = false
    const stop = async () => {
      if (stopping) return
      stopping = true
      await server.stop()
      process.exit(0)
    }
    process.on('SIGTERM', () => void stop())
    process.on('SIGINT', () => void stop())
  } catch (error) {
    process.stderr.write(`${explain(error)}\n`)
    process.exit(1)
  }
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href)
  await main()
