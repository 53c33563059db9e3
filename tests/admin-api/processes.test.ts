import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { createDatabase } from '#tests/support/postgresql.ts'
import { startTimeout } from './support/harness.ts'
import { runServer } from './support/process.ts'

const postgresqlUrl = inject('postgresqlUrl')

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'admin-api-processes-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

/** The settings of an empty database: PostgreSQL where this test project has one. */
const emptyDatabase = async (name: string): Promise<Record<string, string>> =>
  postgresqlUrl === undefined
    ? { DATA_DIR: path.join(folder, name) }
    : { DATABASE_URL: await createDatabase(postgresqlUrl) }

test(
  'a server with MIGRATE_ON_START=false refuses an empty database, and starts once it is migrated',
  async () => {
    const environment = { ...(await emptyDatabase('older')), MIGRATE_ON_START: 'false' }
    const early = runServer(environment)
    expect((await early.exited)[0]).toBe(1)
    expect(early.text()).toMatch(/^admin-api: The database lacks 0000_.*\. Run npm run migrate,/)

    const migrate = runServer(environment, 'migrate')
    expect((await migrate.exited)[0]).toBe(0)
    expect(migrate.text()).toMatch(/^migrate: applied 0000_\w+, /)
    const again = runServer(environment, 'migrate')
    expect((await again.exited)[0]).toBe(0)
    expect(again.text()).toMatch(/^migrate: nothing to do \(/)

    const server = runServer(environment)
    const url = await server.url()
    expect((await fetch(`${url}/health/ready`)).status).toBe(200)
    await server.kill('SIGTERM')
  },
  4 * startTimeout,
)

test('`npm run migrate` asks for no setting in production but DATABASE_URL', async () => {
  const migrate = runServer({ NODE_ENV: 'production' }, 'migrate')
  expect((await migrate.exited)[0]).toBe(1)
  expect(migrate.text()).toBe('migrate: DATABASE_URL must be set in production.\n')
})

test('the worker refuses to start on the embedded database', async () => {
  const worker = runServer({ DATA_DIR: path.join(folder, 'embedded') }, 'worker')
  expect((await worker.exited)[0]).toBe(1)
  expect(worker.text()).toMatch(/^worker: DATABASE_URL must be set/)
})
