import { Client } from 'pg'
import { expect, inject, test } from 'vitest'
import { openDatabase } from '#admin-api/data/open-database.ts'
import { examine } from '#deploy/doctor.ts'
import { createDatabase } from '#tests/support/postgresql.ts'

const server = inject('postgresqlUrl')!
const nowhere = '127.0.0.1:9'

const findingOf = async (wanted: string, environment: Readonly<Record<string, string>>) =>
  (
    await examine({
      STRIPE_API_BASE: `http://${nowhere}`,
      FIREBASE_AUTH_EMULATOR_HOST: nowhere,
      ...environment,
    })
  ).find(({ what }) => what === wanted)
const limitsOf = (url: string) =>
  findingOf('the database ends statements that take too long', { DATABASE_URL: url })

test('the doctor confirms that the timeouts for statements reach the database', async () => {
  expect(await limitsOf(await createDatabase(server))).toMatchObject({ state: 'ok' })
})

test('the doctor names a timeout that does not reach the database, as behind a pooler', async () => {
  const url = new URL(await createDatabase(server))
  const operator = new Client({ connectionString: server })
  await operator.connect()
  await operator.query(`alter database ${url.pathname.slice(1)} set statement_timeout = 0`)
  await operator.end()
  url.searchParams.set('statement_timeout', '0')
  expect(await limitsOf(url.href)).toMatchObject({
    state: 'unknown',
    advice: expect.stringMatching(/^Set statement_timeout for the role/),
  })
})

// PgBouncer connects everybody to PostgreSQL as one role.
test.skipIf(process.env['DATABASE_UNDER_TEST'] === 'pgbouncer')(
  'the doctor reports a replica whose role may not read the tables',
  async () => {
    const url = new URL(await createDatabase(server))
    const database = await openDatabase({ url: url.href }, () => {})
    await database.migrate()
    await database.close()
    const operator = new Client({ connectionString: url.href })
    await operator.connect()
    const reader = `reader_${process.pid}`
    const replica = new URL(url)
    replica.username = reader
    const found = () =>
      findingOf('the replica answers', {
        DATABASE_URL: url.href,
        DATABASE_REPLICA_URL: replica.href,
      })
    await operator.query(`create role ${reader} login`)
    try {
      expect(await found()).toMatchObject({
        state: 'wrong',
        advice: expect.stringContaining('permission denied'),
      })
      await operator.query(`grant usage on schema public to ${reader}`)
      await operator.query(`grant select on all tables in schema public to ${reader}`)
      expect(await found()).toMatchObject({ state: 'ok' })
    } finally {
      await operator.query(`drop owned by ${reader}; drop role ${reader}`)
      await operator.end()
    }
  },
)
