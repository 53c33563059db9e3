import type { PgBoss } from 'pg-boss'
import type { OpenDatabase } from '../data/database.ts'
import { isReadOnly } from '../data/failures.ts'
import { patience } from '../data/postgresql.ts'

type Log = {
  error(details: object, message: string): void
  warn(details: object, message: string): void
}

/**
 * Opens the job queue on the API's own database, in a schema of its own that it creates and
 * migrates. Processes that share the database share the queue.
 */
export const openQueue = async (
  { connection }: Pick<OpenDatabase, 'connection'>,
  log: Log,
): Promise<PgBoss> => {
  const { fromPglite, PgBoss } = await import('pg-boss')
  const boss = new PgBoss({
    schema: 'pgboss',
    registerInstance: false,
    ...(connection.kind === 'pglite'
      ? { db: fromPglite(connection.client), backend: 'pglite' as const }
      : { ...patience, ...connection.options, max: 2 }),
  })
  boss.on('error', (error) => {
    // The database itself logs once that it is read-only; the queue would do so every two seconds.
    if (!isReadOnly(error)) log.error({ err: error }, 'the job queue failed')
  })
  boss.on('warning', ({ message }) => log.warn({ warning: message }, 'the job queue warns'))
  await boss.start()
  return boss
}
