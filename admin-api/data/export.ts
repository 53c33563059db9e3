import { and, asc, desc, eq, getTableColumns, gt } from 'drizzle-orm'
import type { Database } from './database.ts'
import { presentDiagnosis, readDiagnoses } from './diagnoses.ts'
import { isAfter } from './newest-first.ts'
import { findProfile } from './profile.ts'
import {
  appClaims,
  appUsers,
  idempotencyKeys,
  notices,
  setupIntents,
  stripeCustomers,
  subscriptions,
} from './schema.ts'
import type { User } from './users.ts'

/** Rows per query. */
const pageSize = 50

/**
 * The pieces of a JSON array. Each page begins after the last row of the previous one; null asks
 * for the first.
 */
async function* jsonArray<Row>(
  readPage: (after: Row | null) => Promise<readonly Row[]>,
  present: (row: Row) => unknown,
) {
  let last: Row | null = null
  yield '['
  do {
    const rows: readonly Row[] = await readPage(last)
    const items = rows.map((row) => JSON.stringify(present(row))).join(',')
    if (items !== '') yield last === null ? items : `,${items}`
    last = rows.length < pageSize ? null : (rows.at(-1) ?? null)
  } while (last !== null)
  yield ']'
}

const listsOf = (db: Database, userId: string) => ({
  diagnoses: jsonArray((after) => readDiagnoses(db, userId, pageSize, after), presentDiagnosis),
  paymentCustomers: jsonArray<{ id: string; createdAt: Date }>(
    (after) =>
      db
        .select({ id: stripeCustomers.id, createdAt: stripeCustomers.createdAt })
        .from(stripeCustomers)
        .where(
          and(
            eq(stripeCustomers.userId, userId),
            after === null ? undefined : gt(stripeCustomers.id, after.id),
          ),
        )
        .orderBy(asc(stripeCustomers.id))
        .limit(pageSize),
    (customer) => customer,
  ),
  subscriptions: jsonArray<typeof subscriptions.$inferSelect>(
    (after) =>
      db
        .select()
        .from(subscriptions)
        .where(and(eq(subscriptions.userId, userId), isAfter(subscriptions, after)))
        .orderBy(desc(subscriptions.createdAt), desc(subscriptions.id))
        .limit(pageSize),
    ({
      userId: _user,
      lastTicket: _last,
      appliedTicket: _applied,
      planChangeUntil: _until,
      ...order
    }) => order,
  ),
  cardSetups: jsonArray<typeof setupIntents.$inferSelect>(
    (after) =>
      db
        .select(getTableColumns(setupIntents))
        .from(setupIntents)
        .innerJoin(stripeCustomers, eq(stripeCustomers.id, setupIntents.customerId))
        .where(
          and(
            eq(stripeCustomers.userId, userId),
            after === null ? undefined : gt(setupIntents.id, after.id),
          ),
        )
        .orderBy(asc(setupIntents.id))
        .limit(pageSize),
    (setup) => setup,
  ),
  paymentRequests: jsonArray<
    Pick<typeof idempotencyKeys.$inferSelect, 'key' | 'createdAt' | 'refusal'>
  >(
    (after) =>
      db
        .select({
          key: idempotencyKeys.key,
          createdAt: idempotencyKeys.createdAt,
          refusal: idempotencyKeys.refusal,
        })
        .from(idempotencyKeys)
        .where(
          and(
            eq(idempotencyKeys.userId, userId),
            after === null ? undefined : gt(idempotencyKeys.key, after.key),
          ),
        )
        .orderBy(asc(idempotencyKeys.key))
        .limit(pageSize),
    (request) => request,
  ),
  apps: jsonArray<{ id: string; linkedAt: Date }>(
    (after) =>
      db
        .select({ id: appUsers.id, linkedAt: appUsers.linkedAt })
        .from(appUsers)
        .where(
          and(eq(appUsers.userId, userId), after === null ? undefined : gt(appUsers.id, after.id)),
        )
        .orderBy(asc(appUsers.id))
        .limit(pageSize),
    (app) => app,
  ),
  appClaims: jsonArray<typeof appClaims.$inferSelect>(
    (after) =>
      db
        .select()
        .from(appClaims)
        .where(
          and(
            eq(appClaims.userId, userId),
            after === null ? undefined : gt(appClaims.digest, after.digest),
          ),
        )
        .orderBy(asc(appClaims.digest))
        .limit(pageSize),
    ({ expiresAt, usedAt }) => ({ expiresAt, usedAt }),
  ),
  notices: jsonArray<typeof notices.$inferSelect>(
    (after) =>
      db
        .select()
        .from(notices)
        .where(and(eq(notices.userId, userId), isAfter(notices, after)))
        .orderBy(desc(notices.createdAt), desc(notices.id))
        .limit(pageSize),
    ({ channel, cause, createdAt, outcome, settledAt }) => ({
      channel,
      cause,
      createdAt,
      outcome,
      settledAt,
    }),
  ),
})

async function* jsonObject(start: object, lists: Readonly<Record<string, AsyncIterable<string>>>) {
  yield JSON.stringify(start).slice(0, -1)
  for (const [name, list] of Object.entries(lists)) {
    yield `,${JSON.stringify(name)}:`
    yield* list
  }
  yield '}'
}

/** Everything stored about a user, as JSON chunks read on demand; null once deleted. */
export const exportUser = async (
  db: Database,
  user: User,
  exportedAt: Date,
): Promise<AsyncIterable<string> | null> => {
  const found = await findProfile(db, user.authUid, exportedAt)
  if (found === null) return null
  const { authUid, visitorId, firstTouch, lastTouch } = user
  const start = {
    exportedAt,
    profile: found.profile,
    attribution: { firstTouch, lastTouch },
    identity: { authUid, visitorId },
  }
  return jsonObject(start, listsOf(db, user.id))
}
