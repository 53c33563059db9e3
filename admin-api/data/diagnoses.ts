import { and, desc, eq } from 'drizzle-orm'
import { canonicalHash } from '../domain/canonical.ts'
import type { Answers, Kind } from '../domain/questionnaire.ts'
import type { DiagnosisResult } from '../domain/results.ts'
import type { Database } from './database.ts'
import { diagnoses } from './schema.ts'

/** What a client sees of a diagnosis. */
export type PresentableDiagnosis = Pick<typeof diagnoses.$inferSelect, 'id' | 'createdAt' | 'kind' | 'version' | 'answers' | 'result'>
type NewDiagnosis = { readonly userId: string; readonly kind: Kind; readonly version: string; readonly answers: Answers; readonly result: DiagnosisResult }

export const presentDiagnosis = ({ id, createdAt, kind, version, answers, result }: PresentableDiagnosis) => ({
  id, createdAt: createdAt.toISOString(), kind, version, answers, result,
})

export type Diagnosis = ReturnType<typeof presentDiagnosis>

/** Stores a diagnosis once per distinct answers; `isNew` is false when it was there. */
export const storeDiagnosis = async (db: Database, diagnosis: NewDiagnosis): Promise<{ diagnosis: Diagnosis; isNew: boolean }> => {
  const answersHash = canonicalHash(diagnosis.answers)
  const [stored] = await db.insert(diagnoses).values({ ...diagnosis, answersHash }).onConflictDoNothing().returning()
  if (stored !== undefined) return { diagnosis: presentDiagnosis(stored), isNew: true }
  const { userId, kind, version } = diagnosis
  const [known] = await db.select().from(diagnoses).where(and(
    eq(diagnoses.userId, userId), eq(diagnoses.kind, kind), eq(diagnoses.version, version), eq(diagnoses.answersHash, answersHash),
  ))
  return { diagnosis: presentDiagnosis(known!), isNew: false }
}

/** All of a user's, newest first. */
export const listDiagnoses = async (db: Database, userId: string): Promise<Diagnosis[]> => {
  const rows = await db.select().from(diagnoses).where(eq(diagnoses.userId, userId))
    .orderBy(desc(diagnoses.createdAt), desc(diagnoses.id))
  return rows.map(presentDiagnosis)
}
