import type { PGlite } from '@electric-sql/pglite'
import { getTableName, is } from 'drizzle-orm'
import { PgTable } from 'drizzle-orm/pg-core'
import type { Client } from 'pg'
import * as schema from '../data/schema.ts'

/** The tables in the order of the schema, so that each comes after those that it references. */
const tables = Object.values(schema).flatMap((each) =>
  is(each, PgTable) ? [getTableName(each)] : [],
)

const atOnce = 500

/**
 * Copies every row of the embedded database, all or none, to a PostgreSQL with the same migrations
 * and no rows. Queued jobs are not copied: unsettled notices are queued again.
 */
export const moveRows = async (from: PGlite, to: Client): Promise<void> => {
  await to.query('begin')
  for (const table of tables) {
    for (let done = 0; ; done += atOnce) {
      const { rows } = await from.query<{ page: string | null; size: number }>(
        `select jsonb_agg(t)::text as page, count(*)::int as size
         from (select * from ${table} order by ctid limit ${atOnce} offset ${done}) t`,
      )
      const [{ page, size } = { page: null, size: 0 }] = rows
      if (page === null) break
      await to.query(
        `insert into ${table} select * from jsonb_populate_recordset(null::${table}, $1::jsonb)`,
        [page],
      )
      if (size < atOnce) break
    }
  }
  await to.query('update notices set queued_at = null where settled_at is null')
  await to.query('commit')
}
