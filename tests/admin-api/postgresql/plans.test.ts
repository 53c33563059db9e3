import { performance } from 'node:perf_hooks'
import { getTableName, is } from 'drizzle-orm'
import { PgTable } from 'drizzle-orm/pg-core'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import type { OpenDatabase } from '#admin-api/data/database.ts'
import { openDatabase } from '#admin-api/data/open-database.ts'
import * as schema from '#admin-api/data/schema.ts'
import { createDatabase } from '#tests/support/postgresql.ts'
import { useEverything } from '../support/every-statement.ts'
import { fillWithUsers, shownUsers } from '../support/many-rows.ts'
import { startPlanShop } from '../support/plan-shop.ts'
import type { PlanShop } from '../support/plan-shop.ts'
import { recordStatements } from '../support/statement-log.ts'
import type { Sent } from '../support/statement-log.ts'
import { timedRoutes } from '../support/timed-routes.ts'

/** 200,000 users and a million results with `PROOF=full`. */
const isProof = process.env['PROOF'] === 'full'
const long = isProof ? 1_800_000 : 180_000

/** Tables that stay small: unconfirmed customers of deleted accounts, and a table of two rows. */
const small: ReadonlySet<string | undefined> = new Set(
  [schema.departedCustomers, schema.latestChecks].map(getTableName),
)
const tables = Object.values(schema).flatMap((each) =>
  is(each, PgTable) ? [getTableName(each)] : [],
)

const log = recordStatements()
const opened: OpenDatabase[] = []
const openShop = async (users: number) => {
  const url = await createDatabase(inject('postgresqlUrl')!)
  const database = await openDatabase({ url }, (error) => {
    throw error
  })
  opened.push(database)
  await database.migrate()
  await fillWithUsers(url, users)
  const shop = await startPlanShop({
    environment: {
      SMTP_URL: 'smtp://127.0.0.1:9',
      MAIL_FROM: 'hello@evenkeel.example',
      RATE_LIMIT_USER_PER_MINUTE: '1000000',
      RATE_LIMIT_EXPORT_PER_HOUR: '1000000',
      RATE_LIMIT_PAYMENT_PER_HOUR: '1000000',
      RATE_LIMIT_PUBLIC_PER_MINUTE: '1000000',
      RATE_LIMIT_PROMOTION_PER_MINUTE: '1000000',
      RATE_LIMIT_SETUP_INTENT_PER_MINUTE: '1000000',
      RATE_LIMIT_SETUP_INTENT_PER_HOUR: '1000000',
      RATE_LIMIT_MAILING_PER_HOUR: '1000000',
      RATE_LIMIT_APP_CLAIM_PER_HOUR: '1000000',
    },
    parts: { database },
  })
  return { url, shop }
}

let sent: readonly Sent[]
let operator: Client
let shop: PlanShop
beforeAll(async () => {
  operator = new Client({ connectionString: inject('postgresqlUrl')! })
  await operator.connect()
  const { rows } = await operator.query<{ version: number }>(
    `select current_setting('server_version_num')::int as version`,
  )
  await operator.end()
  // Before version 18, PostgreSQL scans 10,000 rows rather than look up 500 ids.
  const enough = rows[0]!.version < 180_000 ? 30_000 : 3000
  const made = await openShop(isProof ? 200_000 : enough)
  shop = made.shop
  operator = new Client({ connectionString: made.url })
  await operator.connect()
  log.take()
  await useEverything(shop)
  sent = log.take()
}, long)
afterAll(async () => {
  await operator.end()
  await shop.stop()
  for (const database of opened) await database.close()
  log.stop()
})

type Plan = {
  readonly 'Node Type': string
  readonly 'Relation Name'?: string
  readonly Plans?: readonly Plan[]
}
const nodesOf = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)]

const tablesReadWhole = async ({ text, values }: Sent): Promise<string[]> => {
  const { rows } = await operator.query({
    text: `explain (format json) ${text}`,
    values: [...values],
  })
  const [{ Plan: plan }] = rows[0]['QUERY PLAN'] as [{ Plan: Plan }]
  return nodesOf(plan).flatMap((node) =>
    node['Node Type'] === 'Seq Scan' && !small.has(node['Relation Name'])
      ? [`${node['Relation Name']}: ${text}`]
      : [],
  )
}

test('the recorded statements of routes and jobs use every table', () => {
  const texts = sent.map(({ text }) => text).join('\n')
  expect(tables.filter((table) => !texts.includes(`"${table}"`))).toEqual([])
})

test('no statement of a route or a job scans the whole of a table that grows', async () => {
  const whole: string[] = []
  for (const each of sent) whole.push(...(await tablesReadWhole(each)))
  expect(whole).toEqual([])
})

test('no statement uses a feature that distributed databases lack', () => {
  const plain = /^\s*(select|insert into|update|delete from|with)\b/i
  const special =
    /advisory|\b(listen|notify|temp|temporary|nextval|currval|savepoint|ctid|xmin|lock table|set local|set_config)\b/i
  expect(sent.map(({ text }) => text).filter((text) => !plain.test(text) || special.test(text))) //
    .toEqual([])
})

/** Two concurrent first calls could conflict on a key that the statement does not name. */
test('no insert into a table with several unique keys names one of them in ON CONFLICT', async () => {
  const { rows } = await operator.query<{ name: string }>(
    `select indrelid::regclass::text as name from pg_index
      where indisunique and indrelid in (select oid from pg_class
        where relnamespace = 'public'::regnamespace) group by 1 having count(*) > 1`,
  )
  const manyKeys = new Set(rows.map(({ name }) => name))
  expect(manyKeys).toContain('users')
  const named = sent.flatMap(({ text }) => {
    const [, table] = /insert into "(\w+)".*on conflict \(/s.exec(text) ?? []
    return table !== undefined && manyKeys.has(table) ? [text] : []
  })
  expect(named).toEqual([])
})

const median = (numbers: readonly number[]): number =>
  numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)]!

test('every route of the API is in the list of timed routes', async () => {
  const { paths } = (await shop.get('/openapi.json')).json() as {
    paths: Readonly<Record<string, object>>
  }
  const all = Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  )
  expect(all.filter((route) => route.includes('/api/')).toSorted()) //
    .toEqual(Object.keys(timedRoutes).toSorted())
})

test.runIf(isProof)(
  'every route is at most 20% slower with 200,000 users than with only the users that it shows',
  async () => {
    const { shop: small } = await openShop(shownUsers)
    const turns = 200
    const ratios: Record<string, number> = {}
    for (const [name, prepare] of Object.entries(timedRoutes)) {
      const took: Record<'few' | 'many', number[]> = { few: [], many: [] }
      for (let turn = 0; turn < turns; turn += 1) {
        for (const [size, to] of [
          ['few', small],
          ['many', shop],
        ] as const) {
          const request = await prepare(to, turn)
          const start = performance.now()
          const { statusCode, body } = await request()
          took[size].push(performance.now() - start)
          if (statusCode >= 400) throw new Error(`${name}: ${body}`)
        }
      }
      const [fewMs, manyMs] = [median(took.few), median(took.many)]
      ratios[name] = manyMs / fewMs
      process.stdout.write(
        `${name}: ${fewMs.toFixed(2)} ms, ${manyMs.toFixed(2)} ms, ${ratios[name].toFixed(2)}\n`,
      )
    }
    await small.stop()
    expect(Object.entries(ratios).filter(([, ratio]) => ratio > 1.2)).toEqual([])
  },
  long,
)
