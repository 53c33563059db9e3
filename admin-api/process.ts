import type { FastifyBaseLogger } from 'fastify'
import { destination } from 'pino'
import type { OpenDatabase } from './data/database.ts'
import { DiskFull } from './data/disk-guard.ts'
import { DatabaseInUse, DatabaseLockLost } from './data/folder-lock.ts'
import { openDatabase } from './data/open-database.ts'
import { pendingMigrations, SchemaOutdated } from './data/pending-migrations.ts'
import { DatabaseUnreadable } from './data/pglite.ts'
import { reasonOf } from './reason.ts'
import { openErrorReports } from './error-reports.ts'
import { createLogger } from './logger.ts'
import { SettingsError } from './settings/environment.ts'
import type { Settings } from './settings/settings.ts'
import { openTracing } from '../adapters/telemetry/open-tracing.ts'
import type { Tracing } from '../adapters/telemetry/tracing.ts'
import { within } from './within.ts'

const closeTimeoutMs = 5000

const explain = (error: unknown): readonly string[] => {
  if (error instanceof SettingsError) return error.problems
  if (
    error instanceof DatabaseInUse ||
    error instanceof DiskFull ||
    error instanceof DatabaseUnreadable ||
    error instanceof DatabaseLockLost ||
    error instanceof SchemaOutdated
  )
    return [error.message]
  if (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE')
    return [
      `Port ${'port' in error ? String(error.port) : ''} is taken. Stop the other process, or set ADMIN_API_PORT or ADMIN_API_METRICS_PORT.`,
    ]
  return [`could not start: ${reasonOf(error)}`]
}

/** Writes to standard error why the process `name` ends, then exits with 1. */
export const fail = (name: string, error: unknown): never => {
  for (const line of explain(error)) process.stderr.write(`${name}: ${line}\n`)
  process.exit(1)
}

/** Runs a process until SIGTERM or SIGINT, then stops it. Exits if it cannot start. */
export const runProcess = async (
  name: string,
  start: () => Promise<{ stop(): Promise<void> }>,
): Promise<void> => {
  try {
    const running = await start()
    let stopping = false
    const stop = async () => {
      if (stopping) return
      stopping = true
      await running.stop()
      process.exit(0)
    }
    process.on('SIGTERM', () => void stop())
    process.on('SIGINT', () => void stop())
  } catch (error) {
    fail(name, error)
  }
}

/**
 * A log on standard output, whose errors are also reported to Sentry if it is set up. Lines are
 * written in batches, because writing each one separately would cost more than many responses do.
 */
export const openLog = async ({
  logLevel,
  sentryDsn,
}: Pick<Settings, 'logLevel' | 'sentryDsn'>) => {
  const lines = destination({ dest: 1, sync: false, minLength: 4096, periodicFlush: 500 })
  const reports = sentryDsn === null ? null : await openErrorReports(sentryDsn)
  return {
    logger: createLogger(logLevel, lines, reports?.report),
    close: async () => {
      await reports?.close()
      lines.end()
    },
  }
}

/** Traces this process, if the settings say where to. */
export const openTraces = (
  { tracing }: Pick<Settings, 'tracing'>,
  service: string,
  logger: FastifyBaseLogger,
): Promise<Tracing | null> =>
  openTracing(tracing, {
    service,
    passesOn: false,
    onError: (reason) => logger.warn({ reason }, 'traces could not be sent'),
  })

/**
 * Opens the database and migrates it, or, without `migrateOnStart`, checks that it is migrated.
 * @throws SchemaOutdated when it is not.
 */
export const openReadyDatabase = async (
  { database: where, migrateOnStart }: Pick<Settings, 'database' | 'migrateOnStart'>,
  logger: FastifyBaseLogger,
): Promise<OpenDatabase> => {
  const database = await openDatabase(where, (error) => {
    // Exits immediately: any further response might confirm a write that is lost.
    if (error instanceof DatabaseLockLost) fail('admin-api', error)
    logger.error({ err: error }, 'database failure')
  })
  try {
    if (migrateOnStart) await database.migrate()
    const missing = await pendingMigrations(database.db)
    if (missing.length > 0) throw new SchemaOutdated(missing)
    return database
  } catch (error) {
    await database.close()
    throw error
  }
}

/** Closes the database; a query that never ends must not keep the process running. */
export const closeDatabase = (database: OpenDatabase): Promise<boolean> =>
  within(closeTimeoutMs, database.close())
