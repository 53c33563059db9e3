import { and, desc, eq } from 'drizzle-orm'
import { canonicalHash } from '../domain/canonical.ts'
import type { Answers, Kind } from '../domain/questionnaire.ts'
import type { DiagnosisResult } from '../domain/results.ts'
import type { Database } from './database.ts'
import { diagnoses, users } from './schema.ts'

/** What a client sees of a diagnosis. */
export type PresentableDiagnosis = Pick<typeof diagnoses.$inferSelect, 'id' | 'createdAt' | 'kind' | 'version' | 'answers' | 'result'>
type NewDiagnosis = { readonly userId: string; readonly kind: Kind; readonly version: string; readonly answers: Answers; readonly result: DiagnosisResult }

export const presentDiagnosis = ({ id, createdAt, kind, version, answers, result }: PresentableDiagnosis) => ({
  id, createdAt: createdAt.toISOString(), kind, version, answers, result,
})

export type Diagnosis = ReturnType<typeof presentDiagnosis>

export type StoreOutcome = { readonly kind: 'stored' | 'known'; readonly diagnosis: Diagnosis } | { readonly kind: 'too-many' }

/** Stores a diagnosis once per distinct answers, as long as the user has fewer than `max`. */
export const storeDiagnosis = (db: Database, diagnosis: NewDiagnosis, max: number): Promise<StoreOutcome> => {
  const answersHash = canonicalHash(diagnosis.answers)
  const { userId, kind, version } = diagnosis
  return db.transaction(async (transaction) => {
    // One save of a user at a time: two at once could both take the last place.
    await transaction.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('no key update')
    const [known] = await transaction.select().from(diagnoses).where(and(
      eq(diagnoses.userId, userId), eq(diagnoses.kind, kind), eq(diagnoses.version, version), eq(diagnoses.answersHash, answersHash),
    ))
    if (known !== undefined) return { kind: 'known', diagnosis: presentDiagnosis(known) }
    if ((await transaction.$count(diagnoses, eq(diagnoses.userId, userId))) >= max) return { kind: 'too-many' }
    const [stored] = await transaction.insert(diagnoses).values({ ...diagnosis, answersHash }).returning()
    return { kind: 'stored', diagnosis: presentDiagnosis(stored!) }
  })
}

/** All of a user's, newest first. */
export const listDiagnoses = async (db: Database, userId: string): Promise<Diagnosis[]> => {
  const rows = await db.select().from(diagnoses).where(eq(diagnoses.userId, userId))
    .orderBy(desc(diagnoses.createdAt), desc(diagnoses.id))
  return rows.map(presentDiagnosis)
}
