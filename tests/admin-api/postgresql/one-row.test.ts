import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { openDatabase } from '#admin-api/data/open-database.ts'
import type { OpenDatabase } from '#admin-api/data/database.ts'
import { createDatabase } from '#tests/support/postgresql.ts'
import { somebody } from '../support/harness.ts'
import { startShop } from '../support/shop.ts'
import type { Shop } from '../support/shop.ts'

const atOnce = 48
const long = 180_000

describe.each(['repeatable read', 'serializable'])('with %s isolation', (isolation) => {
  let database: OpenDatabase
  let shop: Shop
  beforeAll(async () => {
    const url = await createDatabase(inject('postgresqlUrl')!)
    const client = new Client({ connectionString: url })
    await client.connect()
    await client.query(
      `alter database ${new URL(url).pathname.slice(1)} set default_transaction_isolation = '${isolation}'`,
    )
    await client.end()
    database = await openDatabase({ url }, (error) => {
      throw error
    })
    shop = await startShop({ parts: { database } })
  }, long)
  afterAll(async () => {
    await shop.stop()
    await database.close()
  })

  test(
    `${atOnce} concurrent events about a subscription leave it stored as the provider has it`,
    async () => {
      const as = somebody()
      const card = await shop.takeCard(as)
      const { id } = (await shop.order(as, card)).json().data
      const [subscription] = await shop.subscriptionsOf(as)
      await shop.stripe.subscriptions.update(subscription!.id, { cancel_at_period_end: true })
      const [event] = await shop.events('customer.subscription.updated')
      const answers = await Promise.all(
        Array.from({ length: atOnce }, (_, number) =>
          shop.deliver({ ...event!, id: `${event!.id}_${number}` }),
        ),
      )
      expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200]))
      expect((await shop.get('/api/v1/me', { as })).json().data.subscription).toMatchObject({
        id,
        cancelAtPeriodEnd: true,
      })
    },
    long,
  )

  test(
    `${atOnce} concurrent changes of one profile all succeed, and one of them is stored`,
    async () => {
      const as = somebody()
      await shop.get('/api/v1/me', { as })
      const names = Array.from({ length: atOnce }, (_, number) => `Name ${'abcdefgh'[number % 8]}`)
      const answers = await Promise.all(
        names.map((firstName) => shop.patch('/api/v1/me', { firstName }, { as })),
      )
      expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200]))
      expect(names).toContain((await shop.get('/api/v1/me', { as })).json().data.firstName)
    },
    long,
  )
})
