import type { TestProject } from 'vitest/node'
import { startPatroni } from './patroni.ts'
import { startPgbouncer } from './pgbouncer.ts'
import { startPostgresql } from './postgresql.ts'
import type { Postgresql } from './postgresql.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** A superuser's URL of a PostgreSQL, in the test project that runs on one. */
    postgresqlUrl?: string
  }
}

const quick = { fsync: 'off', full_page_writes: 'off' }

const databases: Readonly<Record<string, () => Promise<Postgresql>>> = {
  postgresql: () => startPostgresql(quick),
  serializable: () => startPostgresql({ ...quick, default_transaction_isolation: 'serializable' }),
  pgbouncer: async () => {
    // PgBouncer keeps the limits of the API's connections from PostgreSQL.
    const limits = { statement_timeout: '10s', idle_in_transaction_session_timeout: '10s' }
    const postgresql = await startPostgresql({ ...quick, ...limits })
    const url = new URL(postgresql.url)
    const pgbouncer = await startPgbouncer(Number(url.port))
    url.port = String(pgbouncer.port)
    return {
      url: url.href,
      stop: async () => {
        await pgbouncer.stop()
        await postgresql.stop()
      },
    }
  },
  patroni: startPatroni,
}

/**
 * Vitest's global setup of the tests on PostgreSQL: one database server for all of them, of the
 * kind that DATABASE_UNDER_TEST names, deleted at the end.
 */
export default async (project: TestProject) => {
  const name = process.env['DATABASE_UNDER_TEST'] ?? 'postgresql'
  const start = databases[name]
  if (start === undefined)
    throw new Error(`DATABASE_UNDER_TEST must be one of ${Object.keys(databases).join(', ')}.`)
  const server = await start()
  project.provide('postgresqlUrl', server.url)
  return server.stop
}
