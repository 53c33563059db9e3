import { desc, eq, isNotNull, sql } from 'drizzle-orm'
import { isLive } from '../domain/subscription.ts'
import type { Database } from './database.ts'
import { presentDiagnosis } from './diagnoses.ts'
import { diagnoses, subscriptions, users } from './schema.ts'
import { presentSubscription } from './subscriptions.ts'
import { ensureUser, isUpToDate } from './users.ts'
import type { Identity } from './users.ts'

const newest = (kind: 'survey' | 'money_belief') => ({
  where: eq(diagnoses.kind, kind), orderBy: [desc(diagnoses.createdAt), desc(diagnoses.id)], limit: 1,
})

const prepare = (db: Database) =>
  db.query.users.findFirst({
    where: eq(users.authUid, sql.placeholder('authUid')),
    with: {
      subscriptions: {
        where: isNotNull(subscriptions.startedAt), orderBy: [desc(subscriptions.createdAt)],
        columns: { lastTicket: false, appliedTicket: false },
      },
      surveys: newest('survey'),
      moneyBeliefs: newest('money_belief'),
    },
  }).prepare('profile')

type Prepared = ReturnType<typeof prepare>
const prepared = new WeakMap<Database, Prepared>()

const find = async (db: Database, authUid: string) => {
  let query = prepared.get(db)
  if (query === undefined) {
    query = prepare(db)
    prepared.set(db, query)
  }
  return query.execute({ authUid })
}

const present = (found: NonNullable<Awaited<ReturnType<typeof find>>>) => {
  const { id, email, emailVerified, firstName, lastName, birthYear, phone, createdAt } = found
  const subscription = found.subscriptions.find(({ state }) => isLive(state)) ?? found.subscriptions[0]
  const [survey] = found.surveys
  const [moneyBelief] = found.moneyBeliefs
  return {
    id, email, emailVerified, firstName, lastName, birthYear, phone, createdAt: createdAt.toISOString(),
    subscription: subscription === undefined ? null : presentSubscription(subscription),
    diagnoses: {
      survey: survey === undefined ? null : presentDiagnosis(survey),
      moneyBelief: moneyBelief === undefined ? null : presentDiagnosis(moneyBelief),
    },
  }
}

/** The user as GET /api/v1/me shows it, in one query; created when missing. Null once deleted. */
export const readProfile = async (db: Database, identity: Identity) => {
  const found = await find(db, identity.authUid)
  if (found !== undefined && isUpToDate(found, identity)) return present(found)
  if ((await ensureUser(db, identity)) === null) return null
  const made = await find(db, identity.authUid)
  return made === undefined ? null : present(made)
}
