import type { TestProject } from 'vitest/node'
import { startPostgresql } from './postgresql.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** A superuser's URL of a PostgreSQL, in the test project that runs on one. */
    postgresqlUrl?: string
  }
}

/**
 * Vitest's global setup of the tests on PostgreSQL: one server for all of them, thrown away in the
 * end.
 */
export default async (project: TestProject) => {
  const server = await startPostgresql({ fsync: 'off', full_page_writes: 'off' })
  project.provide('postgresqlUrl', server.url)
  return server.stop
}
