import { randomUUID } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sql } from 'drizzle-orm'
import { Stripe } from 'stripe'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { migrationsFolder } from '#admin-api/data/migrations-folder.ts'
import { openDatabase } from '#admin-api/data/open-database.ts'
import { deletedUsers } from '#admin-api/data/schema.ts'
import { createStripe } from '#admin-api/payments/stripe-client.ts'
import { readSettings } from '#admin-api/settings/settings.ts'
import { main } from '#deploy/database.ts'
import { createPaymentsServer } from '#sandbox/payments/server.ts'
import { runServer } from '#tests/admin-api/support/process.ts'
import { unsignedToken } from '#tests/support/id-tokens.ts'

const long = 180_000
const journal = path.join(migrationsFolder, 'meta/_journal.json')

let folder: string
let payments: Awaited<ReturnType<typeof createPaymentsServer>>
let environment: Record<string, string>
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'database-'))
  payments = await createPaymentsServer()
  await payments.listen({ host: '127.0.0.1', port: 0 })
  const { port } = payments.server.address() as AddressInfo
  environment = { DATA_DIR: folder, STRIPE_API_BASE: `http://127.0.0.1:${port}` }
})
afterAll(async () => {
  await payments.close()
  await rm(folder, { recursive: true, force: true })
})

/** Returns the exit code and the printed text. */
const runIn = async (
  settings: Record<string, string>,
  ...given: string[]
): Promise<readonly [number, string]> => {
  const lines: string[] = []
  const code = await main(given, settings, (line) => lines.push(line))
  return [code, lines.join('\n')]
}
const run = (...given: string[]) => runIn(environment, ...given)
const fail = (error: Error) => {
  throw error
}

const headers = {
  authorization: `Bearer ${unsignedToken()}`,
  'content-type': 'application/json',
}
const call = (url: string, firstName: string) =>
  fetch(`${url}/api/v1/me`, { method: 'PATCH', headers, body: JSON.stringify({ firstName }) })
const firstNameAt = async (url: string) =>
  ((await (await fetch(`${url}/api/v1/me`, { headers })).json()) as { data: { firstName: string } })
    .data.firstName

describe('the embedded database', () => {
  test(
    'is backed up and checked while the API runs, and restored once the API is stopped',
    async () => {
      const file = path.join(folder, 'backups/first.backup')
      const api = runServer(environment)
      const url = await api.url()
      await call(url, 'Ada')
      expect(await run('backup', file)).toEqual([
        0,
        expect.stringContaining('the embedded database with the schema 00'),
      ])
      expect(await readdir(path.dirname(file))).toEqual(['first.backup'])
      await call(url, 'Grace')
      expect(await run('check')).toEqual([0, 'No differences.'])
      expect(await run('restore', file, '--force')).toEqual([
        2,
        expect.stringContaining('is in use by another process'),
      ])
      await api.kill('SIGTERM')

      expect(await run('restore', file)).toEqual([2, expect.stringContaining('--force')])
      const [code, told] = await run('restore', file, '--force')
      expect([code, told]).toEqual([0, expect.stringContaining('database.before-')])
      const again = runServer(environment)
      expect(await firstNameAt(await again.url())).toBe('Ada')
      await again.kill('SIGTERM')

      // The replaced folder is kept, and can be backed up and restored, too.
      const kept = /is in (.+)\.$/.exec(told)?.[1]
      expect(await readFile(path.join(kept!, 'PG_VERSION'), 'utf8')).toMatch(/^\d+/)
      expect((await run('backup', path.join(folder, 'second.backup')))[0]).toBe(0)
    },
    long,
  )

  test(
    'is not replaced by an incomplete backup, or by one of a newer version',
    async () => {
      const file = path.join(folder, 'other')
      await writeFile(file, 'something else')
      expect(await run('restore', file)).toEqual([2, expect.stringContaining('is no backup')])
      const header = { evenkeelBackup: 1, kind: 'embedded', madeAt: '2026-11-27T09:00:00.000Z' }
      await writeFile(file, `${JSON.stringify({ ...header, schema: '9999_future' })}\n`)
      expect(await run('restore', file)).toEqual([2, expect.stringContaining('9999_future')])
      expect(await run('restore', path.join(folder, 'none'))).toEqual([
        2,
        expect.stringContaining('ENOENT'),
      ])
      const half = path.join(folder, 'second.backup')
      await truncate(half, 100_000)
      expect(await run('restore', half, '--force')).toEqual([2, expect.stringContaining('damaged')])
      expect((await run('backup', path.join(folder, 'still-there.backup')))[0]).toBe(0)
    },
    long,
  )

  test(
    'with the schema of a newer version can be backed up, but only that version can restore it',
    async () => {
      const environment = { DATA_DIR: path.join(folder, 'rolled-back') }
      const file = path.join(folder, 'newer.backup')
      const database = await openDatabase(
        { folder: path.join(environment.DATA_DIR, 'database') },
        fail,
      )
      await database.migrate()
      const newer = Date.UTC(2099, 0)
      await database.db.execute(
        sql`insert into drizzle.__drizzle_migrations (hash, created_at) values ('', ${newer})`,
      )
      await database.close()
      expect(await runIn(environment, 'backup', file)).toEqual([
        0,
        expect.stringContaining(`schema ${newer}, which this version does not know`),
      ])
      expect(await runIn(environment, 'restore', file, '--force')).toEqual([
        2,
        expect.stringContaining(`schema ${newer}, which this version does not know`),
      ])

      // Stands in for a version that has the migration: in the file, its time is replaced by that
      // of a migration that this version knows.
      const known = JSON.parse(await readFile(journal, 'utf8')) as { entries: { when: number }[] }
      const newest = String(known.entries.at(-1)!.when)
      const whole = (await readFile(file)).toString('latin1')
      await writeFile(file, whole.replace(String(newer), newest), 'latin1')
      expect((await runIn(environment, 'restore', file, '--force'))[0]).toBe(0)
    },
    long,
  )
})

test(
  'the check of the database exits with 2 when the payment provider cannot be reached',
  async () => {
    const nowhere = { ...environment, STRIPE_API_BASE: 'http://127.0.0.1:9' }
    const lines: string[] = []
    const code = await main(['check'], nowhere, (line) => lines.push(line))
    expect([code, lines]).toEqual([2, [expect.stringContaining('The check could not end')]])
  },
  long,
)

describe('the reason why a command failed', () => {
  test('does not include the SQL statement that failed, since it may contain personal data', async () => {
    const unmigrated = { ...environment, DATA_DIR: path.join(folder, 'unmigrated') }
    expect(await runIn(unmigrated, 'check')).toEqual([
      2,
      'The check could not end: relation "users" does not exist',
    ])
    const nowhere = { DATABASE_URL: 'postgres://127.0.0.1:9/none' }
    expect(await runIn(nowhere, 'backup', path.join(folder, 'none.backup'))).toEqual([
      2,
      'It failed: connect ECONNREFUSED 127.0.0.1:9',
    ])
  })

  test(
    'does not include the payment provider’s message, since it may contain personal data',
    async () => {
      const told = { ...environment, DATA_DIR: path.join(folder, 'refund') }
      const userId = randomUUID()
      const where = { folder: path.join(told.DATA_DIR, 'database') }
      const database = await openDatabase(where, fail)
      await database.migrate()
      await database.db.insert(deletedUsers).values({ authUid: userId, userId })
      await database.close()
      const stripe = createStripe(readSettings(told).stripe)
      const { id: customer } = await stripe.customers.create()
      const card = await stripe.paymentMethods.attach('pm_card_visa', { customer })
      await stripe.subscriptions.create({
        customer,
        items: [{ price: 'price_sandbox_annual' }],
        default_payment_method: card.id,
        metadata: { user_id: userId, product_id: 'annual' },
      })
      vi.spyOn(Object.getPrototypeOf(stripe.refunds), 'create').mockRejectedValue(
        new Stripe.errors.StripeInvalidRequestError({
          type: 'invalid_request_error',
          message: 'Not enough to refund ada@example.com.',
        }),
      )
      const written: string[] = []
      vi.spyOn(process.stderr, 'write').mockImplementation((text) => {
        written.push(String(text))
        return true
      })
      const [code, said] = await runIn(told, 'check', '--fix')
      vi.restoreAllMocks()
      expect([code, said]).toEqual([0, expect.stringContaining('customer-of-deleted-user')])
      expect(written.join('')).toContain('a refund that is owed was refused')
      expect(written.join('')).toMatch(/The refund of subscription sub_\w+ was refused/)
      expect(written.join('')).not.toContain('ada@example.com')
    },
    long,
  )
})

test(
  'a backup reads no settings but those of the database',
  async () => {
    const file = path.join(folder, 'database-only.backup')
    expect(await runIn({ ...environment, LOG_LEVEL: 'loud' }, 'backup', file)).toEqual([
      0,
      expect.stringContaining('the embedded database'),
    ])
    const production = { NODE_ENV: 'production', DATA_DIR: folder }
    expect(await runIn(production, 'backup', file)).toEqual([
      2,
      'DATABASE_URL must be set in production.',
    ])
  },
  long,
)

test('wrong arguments and settings exit with 2 and an explanation', async () => {
  expect(await run('backups')).toEqual([2, expect.stringContaining('Usage')])
  expect((await run('check', '--wrong'))[0]).toBe(2)
  const lines: string[] = []
  expect(await main(['check'], { LOG_LEVEL: 'loud' }, (line) => lines.push(line))).toBe(2)
  expect(lines[0]).toContain('LOG_LEVEL')
})
