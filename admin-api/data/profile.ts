import { eq, sql } from 'drizzle-orm'
import type { SQL } from 'drizzle-orm'
import type { Kind } from '../domain/questionnaire.ts'
import type { Database } from './database.ts'
import { presentDiagnosis } from './diagnoses.ts'
import type { PresentableDiagnosis } from './diagnoses.ts'
import { diagnoses, subscriptions, users } from './schema.ts'
import { presentSubscription } from './subscriptions.ts'
import type { PresentableSubscription } from './subscriptions.ts'
import { ensureUser, isUpToDate } from './users.ts'
import type { Identity, OnEmailChange } from './users.ts'

/** JSON holds times as text. */
type Json<Row> = {
  [Name in keyof Row]: Date extends Row[Name] ? string | Exclude<Row[Name], Date> : Row[Name]
}

/**
 * Selects a row as one JSON value, which is far cheaper than joins. Nesting keeps the column names
 * of its table.
 */
const json = <Row>(query: SQL) => sql<Json<Row> | null>`(${query})`

const newestDiagnosis = (kind: Kind) =>
  json<PresentableDiagnosis>(sql`
  select json_build_object(
    'id', ${diagnoses.id}, 'createdAt', ${diagnoses.createdAt}, 'kind', ${diagnoses.kind}, 'version', ${diagnoses.version},
    'answers', ${diagnoses.answers}, 'result', ${diagnoses.result}
  )
  from ${diagnoses} where ${diagnoses.userId} = ${users.id} and ${diagnoses.kind} = ${sql.raw(`'${kind}'`)}
  order by ${diagnoses.createdAt} desc, ${diagnoses.id} desc limit 1`)

/** The live subscription, if any, is the newest: no other can be started while it is live. */
const newestSubscription = json<PresentableSubscription>(sql`
  select json_build_object(
    'id', ${subscriptions.id}, 'productId', ${subscriptions.productId}, 'state', ${subscriptions.state},
    'priceAmount', ${subscriptions.priceAmount}, 'priceCurrency', ${subscriptions.priceCurrency},
    'trialEnd', ${subscriptions.trialEnd}, 'currentPeriodEnd', ${subscriptions.currentPeriodEnd},
    'cancelAtPeriodEnd', ${subscriptions.cancelAtPeriodEnd}, 'discount', ${subscriptions.discount},
    'card', ${subscriptions.card}, 'openInvoice', ${subscriptions.openInvoice}, 'graceEndsAt', ${subscriptions.graceEndsAt},
    'pendingChange', ${subscriptions.pendingChange}, 'charged', ${subscriptions.charged},
    'consent', ${subscriptions.consent}, 'changeConsents', ${subscriptions.changeConsents}
  )
  from ${subscriptions} where ${subscriptions.userId} = ${users.id} and ${subscriptions.startedAt} is not null
  order by ${subscriptions.createdAt} desc limit 1`)

const prepare = (db: Database) =>
  db
    .select({
      id: users.id,
      revision: users.revision,
      email: users.email,
      emailVerified: users.emailVerified,
      identityAt: users.identityAt,
      firstName: users.firstName,
      lastName: users.lastName,
      birthYear: users.birthYear,
      phone: users.phone,
      createdAt: users.createdAt,
      visitorId: users.visitorId,
      subscription: newestSubscription,
      survey: newestDiagnosis('survey'),
      moneyBelief: newestDiagnosis('money_belief'),
    })
    .from(users)
    .where(eq(users.authUid, sql.placeholder('authUid')))
    // Unnamed, because behind a pooler another connection would not know a named statement.
    .prepare('')

const prepared = new WeakMap<Database, ReturnType<typeof prepare>>()

const query = async (db: Database, authUid: string) => {
  let statement = prepared.get(db)
  if (statement === undefined) {
    statement = prepare(db)
    prepared.set(db, statement)
  }
  return (await statement.execute({ authUid }))[0]
}

const dateOrNull = (text: string | null): Date | null => (text === null ? null : new Date(text))

const presentDiagnosisJson = (found: Json<PresentableDiagnosis> | null) =>
  found === null ? null : presentDiagnosis({ ...found, createdAt: new Date(found.createdAt) })

const presentSubscriptionJson = (found: Json<PresentableSubscription> | null, now: Date) =>
  found === null
    ? null
    : presentSubscription(
        {
          ...found,
          trialEnd: dateOrNull(found.trialEnd),
          currentPeriodEnd: dateOrNull(found.currentPeriodEnd),
          graceEndsAt: dateOrNull(found.graceEndsAt),
        },
        now,
      )

const present = (found: NonNullable<Awaited<ReturnType<typeof query>>>, now: Date) => {
  const {
    revision,
    identityAt,
    id,
    email,
    emailVerified,
    firstName,
    lastName,
    birthYear,
    phone,
    createdAt,
  } = found
  return {
    revision,
    identityAt,
    profile: {
      id,
      email,
      emailVerified,
      firstName,
      lastName,
      birthYear,
      phone,
      createdAt: createdAt.toISOString(),
      trackingConsent: found.visitorId !== null,
      subscription: presentSubscriptionJson(found.subscription, now),
      diagnoses: {
        survey: presentDiagnosisJson(found.survey),
        moneyBelief: presentDiagnosisJson(found.moneyBelief),
      },
    },
  }
}

/** The user as GET /api/v1/me shows it, in one query, with its revision. */
export const findProfile = async (db: Database, authUid: string, now: Date) => {
  const found = await query(db, authUid)
  return found === undefined ? null : present(found, now)
}

/**
 * Returns the profile, with the identity's email, and creates it when missing. Null if the user was
 * deleted.
 */
export const readProfile = async (
  db: Database,
  identity: Identity,
  now: Date,
  onChange?: OnEmailChange,
) => {
  const found = await findProfile(db, identity.authUid, now)
  if (found !== null && isUpToDate({ ...found.profile, ...found }, identity)) return found
  if ((await ensureUser(db, identity, onChange)) === null) return null
  return findProfile(db, identity.authUid, now)
}
