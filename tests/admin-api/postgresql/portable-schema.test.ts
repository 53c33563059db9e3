import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApi } from '../support/harness.ts'
import type { Api } from '../support/harness.ts'

let api: Api
beforeAll(async () => {
  api = await startApi()
})
afterAll(() => api.stop())

const ours = sql.raw(`n.nspname = 'public'`)
const unwanted = {
  triggers: sql`select t.tgname as name from pg_trigger t join pg_class c on c.oid = t.tgrelid
    join pg_namespace n on n.oid = c.relnamespace where ${ours} and not t.tgisinternal`,
  functions: sql`select p.proname as name from pg_proc p join pg_namespace n on n.oid = p.pronamespace
    where ${ours}`,
  'sequences, views and partitioned tables': sql`select c.relname as name from pg_class c
    join pg_namespace n on n.oid = c.relnamespace where ${ours} and c.relkind not in ('r', 'i')`,
  'unlogged tables': sql`select c.relname as name from pg_class c
    join pg_namespace n on n.oid = c.relnamespace where ${ours} and c.relpersistence <> 'p'`,
  'identity and generated columns': sql`select a.attname as name from pg_attribute a
    join pg_class c on c.oid = a.attrelid join pg_namespace n on n.oid = c.relnamespace
    where ${ours} and (a.attidentity <> '' or a.attgenerated <> '')`,
  'constraints other than keys': sql`select k.conname as name from pg_constraint k
    join pg_namespace n on n.oid = k.connamespace
    where ${ours} and k.contype not in ('p', 'u', 'f', 'n')`,
  'custom types': sql`select t.typname as name from pg_type t
    join pg_namespace n on n.oid = t.typnamespace where ${ours} and t.typtype in ('e', 'd', 'r')`,
  'indexes that are not b-trees': sql`select c.relname as name from pg_class c
    join pg_namespace n on n.oid = c.relnamespace join pg_am m on m.oid = c.relam
    where ${ours} and c.relkind = 'i' and m.amname <> 'btree'`,
  'extensions besides plpgsql': sql`select extname as name from pg_extension
    where extname <> 'plpgsql'`,
  'tables without a primary key': sql`select c.relname as name from pg_class c
    join pg_namespace n on n.oid = c.relnamespace where ${ours} and c.relkind = 'r'
    and not exists (select from pg_constraint k where k.conrelid = c.oid and k.contype = 'p')`,
  // Without one, deleting the referenced row scans the whole table.
  'foreign keys without an index': sql`select k.conname as name from pg_constraint k
    join pg_namespace n on n.oid = k.connamespace where ${ours} and k.contype = 'f'
    and not exists (select from pg_index i
      where i.indrelid = k.conrelid and i.indkey[0] = k.conkey[1] and i.indpred is null)`,
}

test.each(Object.entries(unwanted))('the migrated schema has no %s', async (_what, query) => {
  const { rows } = (await api.db.execute(query)) as unknown as { rows: { name: string }[] }
  expect(rows).toEqual([])
})
