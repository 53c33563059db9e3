import { Client } from 'pg'
import { expect, inject, test } from 'vitest'
import { examine } from '#deploy/doctor.ts'
import { createDatabase } from '#tests/support/postgresql.ts'

const server = inject('postgresqlUrl')!
const nowhere = '127.0.0.1:9'

const limitsOf = async (url: string) =>
  (
    await examine({
      DATABASE_URL: url,
      STRIPE_API_BASE: `http://${nowhere}`,
      FIREBASE_AUTH_EMULATOR_HOST: nowhere,
    })
  ).find(({ what }) => what === 'the database ends what takes too long')

test('the doctor asks whether the limits on statements reach the database', async () => {
  expect(await limitsOf(await createDatabase(server))).toMatchObject({ state: 'ok' })
})

test('the doctor names a limit that a pooler keeps from the database', async () => {
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
