import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDatabase } from '#admin-api/data/open-database.ts'
import type { OpenDatabase } from '#admin-api/data/database.ts'
import { ensureUser } from '#admin-api/data/users.ts'
import { freshDatabase, identityOf, somebody, startTimeout } from '../support/harness.ts'

let database: OpenDatabase
beforeAll(async () => {
  database = await openDatabase(await freshDatabase(), (error) => {
    throw error
  })
  await database.migrate()
}, startTimeout)
afterAll(() => database.close())

/** How many calls are made at the same time for each user. */
const atOnce = 10

test(
  'ten concurrent first calls of a user create one record, for each of 300 users',
  async () => {
    for (let round = 0; round < 300; round += 1) {
      const identity = identityOf(somebody())
      const made = await Promise.all(
        Array.from({ length: atOnce }, () => ensureUser(database.db, identity)),
      )
      expect(new Set(made.map((user) => user?.id)).size).toBe(1)
    }
  },
  startTimeout,
)
