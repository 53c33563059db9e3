import { latestDiagnosis } from './diagnoses.ts'
import type { Database } from './database.ts'
import { currentSubscription } from './subscriptions.ts'
import type { User } from './users.ts'

/** The user as GET /api/v1/me shows it. */
export const readProfile = async (db: Database, user: User) => {
  const { id, email, emailVerified, firstName, lastName, birthYear, phone, createdAt } = user
  const [subscription, survey, moneyBelief] = await Promise.all([
    currentSubscription(db, id),
    latestDiagnosis(db, id, 'survey'),
    latestDiagnosis(db, id, 'money_belief'),
  ])
  return {
    id, email, emailVerified, firstName, lastName, birthYear, phone, createdAt: createdAt.toISOString(),
    subscription,
    diagnoses: { survey, moneyBelief },
  }
}
