import { sql } from 'drizzle-orm'
import type { OpenDatabase } from '../../admin-api/data/database.ts'
import { openDatabase } from '../../admin-api/data/open-database.ts'
import { pendingMigrations } from '../../admin-api/data/pending-migrations.ts'
import { connectTo } from '../../admin-api/data/postgresql.ts'
import type { Settings } from '../../admin-api/settings/settings.ts'
import { probe, timeoutMs } from './finding.ts'
import type { Finding, Check } from './finding.ts'

/** The time limits of the API's connections that a pooler did not pass on to the database. */
const missingLimits = async ({ db }: OpenDatabase): Promise<readonly string[]> => {
  const limits = await db
    .select({ name: sql<string>`name`, setting: sql<string>`setting` })
    .from(sql`pg_settings`)
    .where(sql`name in ('statement_timeout', 'idle_in_transaction_session_timeout')`)
  return limits.flatMap(({ name, setting }) => (setting === '0' ? [name] : []))
}

export const findDatabase = ({ database, migrateOnStart }: Settings): Promise<Finding>[] => {
  const withDatabase = (what: string, check: (open: OpenDatabase) => ReturnType<Check>) =>
    probe(what, async () => {
      if (typeof database === 'object' && 'folder' in database) {
        return {
          state: 'unknown',
          advice:
            'The embedded database is used, which only one process can open. Set DATABASE_URL.',
        }
      }
      const open = await openDatabase(database, () => {})
      try {
        return await check(open)
      } finally {
        await open.close()
      }
    })
  return [
    withDatabase('the database answers', async (open) => {
      await open.ping()
      return { state: 'ok' }
    }),
    withDatabase('the database has the schema of this code', async ({ db }) => {
      const missing = await pendingMigrations(db)
      if (missing.length === 0) return { state: 'ok' }
      return {
        state: migrateOnStart ? 'unknown' : 'wrong',
        advice: `It lacks ${missing.join(', ')}: ${migrateOnStart ? 'the next start applies them' : 'run npm run migrate'}.`,
      }
    }),
    ...('url' in database
      ? [
          withDatabase('the database ends statements that take too long', async (open) => {
            const missing = await missingLimits(open)
            if (missing.length === 0) return { state: 'ok' }
            return {
              state: 'unknown',
              advice: `Set ${missing.join(' and ')} for the role, as docs/operate.md does: a pooler between the API and the database does not pass on those of the API.`,
            }
          }),
        ]
      : []),
  ]
}

/** Checks the replica, if there is one, by the table that is read there. */
export const findReplica = ({ database }: Settings): Promise<Finding>[] => {
  const replica = 'url' in database ? database.replica : undefined
  if (replica === undefined) return []
  return [
    probe('the replica answers', async () => {
      const client = await connectTo(replica, {
        connectionTimeoutMillis: 5_000,
        query_timeout: timeoutMs,
      })
      try {
        await client.query('select from public.diagnoses limit 1')
      } finally {
        await client.end()
      }
      return { state: 'ok' }
    }),
  ]
}
