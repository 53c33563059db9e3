import { eq } from 'drizzle-orm'
import type { Database, OpenDatabase } from '#admin-api/data/database.ts'
import { recordNotices } from '#admin-api/data/notices.ts'
import { openDatabase } from '#admin-api/data/open-database.ts'
import { notices, subscriptions } from '#admin-api/data/schema.ts'
import { ensureUser } from '#admin-api/data/users.ts'
import type { Cause } from '#admin-api/domain/notices.ts'
import type { NoticeParts } from '#admin-api/jobs/notices.ts'
import { createLogger } from '#admin-api/logger.ts'
import { freshDatabase, identityOf } from './harness.ts'

/** In milliseconds. */
export const day = 24 * 60 * 60 * 1000
export const ended: Cause = { kind: 'ended-unpaid', productId: 'annual' }

/** Opens a migrated database, and loads what writes the mails. */
export const openNoticeDatabase = async (): Promise<OpenDatabase> => {
  const database = await openDatabase(await freshDatabase(), (error) => {
    throw error
  })
  await database.migrate()
  // Loaded with the first mail, which takes seconds on a busy machine.
  await import('#admin-api/mail/notice-mail.ts')
  return database
}

/** What the notice jobs need; every plan is an annual one. */
export const noticePartsOf = (
  db: Database,
  mail: NoticeParts['mail'],
  log: NoticeParts['log'] = createLogger('silent', { write: () => {} }),
): NoticeParts => ({
  db,
  mail,
  findPlan: async () => ({ name: 'Annual', interval: 'year' }),
  siteUrl: 'https://evenkeel.example',
  clock: () => new Date(),
  log,
})

/** Functions that make, record and read the rows of the notice tests. */
export const noticeRowsOf = (db: () => Database) => {
  let people = 0
  const someUser = async () => {
    people += 1
    const uid = `person-${people}`
    return (await ensureUser(db(), identityOf({ uid, email: `${uid}@example.com` })))!
  }

  const someSubscription = async (
    change: Partial<typeof subscriptions.$inferInsert> = {},
  ): Promise<typeof subscriptions.$inferSelect> => {
    const { id: userId } = await someUser()
    const [row] = await db()
      .insert(subscriptions)
      .values({
        userId,
        state: 'trialing',
        customerId: 'cus',
        productId: 'annual',
        priceId: 'price',
        paymentMethodId: 'pm',
        setupIntentId: 'seti',
        trialDays: 14,
        priceAmount: 8999,
        priceCurrency: 'usd',
        startedAt: new Date(Date.now() - 10 * day),
        trialEnd: new Date(Date.now() + 4 * day),
        currentPeriodEnd: new Date(Date.now() + 4 * day),
        ...change,
      })
      .returning()
    return row!
  }

  const record = async (
    cause: Cause,
    row: { id: string; userId: string },
    key = `key-${row.id}`,
  ) => {
    await recordNotices(db(), { userId: row.userId, subscriptionId: row.id }, [{ key, cause }])
    const [notice] = await db().select().from(notices).where(eq(notices.key, key))
    return notice!.id
  }

  const stored = async (id: string) =>
    (await db().select().from(notices).where(eq(notices.id, id)))[0]

  const clear = async () => {
    await db().delete(notices)
    // Otherwise a scan in a later test would find these subscriptions.
    await db().delete(subscriptions)
  }

  return { someUser, someSubscription, record, stored, clear }
}
