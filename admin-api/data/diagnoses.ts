import { and, desc, eq, sql } from 'drizzle-orm'
import { canonicalHash } from '../domain/canonical.ts'
import type { Answers, Kind } from '../domain/questionnaire.ts'
import type { DiagnosisResult } from '../domain/results.ts'
import type { Database } from './database.ts'
import { isAfter } from './newest-first.ts'
import type { Place } from './newest-first.ts'
import { diagnoses, users } from './schema.ts'
import { reviseUser } from './users.ts'

/** What a client sees of a diagnosis. */
export type PresentableDiagnosis = Pick<
  typeof diagnoses.$inferSelect,
  'id' | 'createdAt' | 'kind' | 'version' | 'answers' | 'result'
>
type NewDiagnosis = {
  readonly userId: string
  readonly kind: Kind
  readonly version: string
  readonly answers: Answers
  readonly result: DiagnosisResult
}

export const presentDiagnosis = ({
  id,
  createdAt,
  kind,
  version,
  answers,
  result,
}: PresentableDiagnosis) => ({
  id,
  createdAt: createdAt.toISOString(),
  kind,
  version,
  answers,
  result,
})

export type Diagnosis = ReturnType<typeof presentDiagnosis>

type StoreOutcome =
  | { readonly kind: 'stored' | 'known'; readonly diagnosis: Diagnosis }
  | { readonly kind: 'too-many' }

/** Dates the diagnosis now, unless it is already the newest of its kind. */
const renew = async (
  transaction: Database,
  known: typeof diagnoses.$inferSelect,
): Promise<PresentableDiagnosis> => {
  const { id, userId, kind } = known
  const [newest] = await transaction
    .select({ id: diagnoses.id })
    .from(diagnoses)
    .where(and(eq(diagnoses.userId, userId), eq(diagnoses.kind, kind)))
    .orderBy(desc(diagnoses.createdAt), desc(diagnoses.id))
    .limit(1)
  if (newest?.id === id) return known
  const [renewed] = await transaction
    .update(diagnoses)
    .set({ createdAt: sql`clock_timestamp()` })
    .where(eq(diagnoses.id, id))
    .returning()
  await reviseUser(transaction, userId)
  return renewed!
}

/**
 * Stores a diagnosis unless the user has `max` of them. The same answers are not stored twice:
 * given again later, their diagnosis becomes the newest.
 */
export const storeDiagnosis = (
  db: Database,
  diagnosis: NewDiagnosis,
  max: number,
): Promise<StoreOutcome> => {
  const answersHash = canonicalHash(diagnosis.answers)
  const { userId, kind, version } = diagnosis
  return db.transaction(async (transaction) => {
    // One save per user at a time: two concurrent ones could both take the last place.
    await transaction
      .select({ id: users.id })
      .from(users)
      .where(eq(users.id, userId))
      .for('no key update')
    const [known] = await transaction
      .select()
      .from(diagnoses)
      .where(
        and(
          eq(diagnoses.userId, userId),
          eq(diagnoses.kind, kind),
          eq(diagnoses.version, version),
          eq(diagnoses.answersHash, answersHash),
        ),
      )
    if (known !== undefined)
      return { kind: 'known', diagnosis: presentDiagnosis(await renew(transaction, known)) }
    if ((await transaction.$count(diagnoses, eq(diagnoses.userId, userId))) >= max)
      return { kind: 'too-many' }
    const [stored] = await transaction
      .insert(diagnoses)
      .values({ ...diagnosis, answersHash })
      .returning()
    await reviseUser(transaction, userId)
    return { kind: 'stored', diagnosis: presentDiagnosis(stored!) }
  })
}

/**
 * At most `limit` diagnoses of a user, newest first, after the given position or from the start.
 */
export const readDiagnoses = (
  db: Database,
  userId: string,
  limit: number,
  after: Place | null,
): Promise<PresentableDiagnosis[]> =>
  db
    .select()
    .from(diagnoses)
    .where(and(eq(diagnoses.userId, userId), isAfter(diagnoses, after)))
    .orderBy(desc(diagnoses.createdAt), desc(diagnoses.id))
    .limit(limit)

/**
 * The format of a cursor: the creation time of the last diagnosis of a page, in milliseconds, and
 * its id.
 */
export const cursorPattern = '^\\d{1,14}_[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'

const cursorOf = ({ createdAt, id }: Place): string => `${createdAt.getTime()}_${id}`

const placeOf = (cursor: string): Place => {
  const [time = '', id = ''] = cursor.split('_')
  return { createdAt: new Date(Number(time)), id }
}

type DiagnosisPage = { readonly data: readonly Diagnosis[]; readonly nextCursor: string | null }

/** A page of a user's diagnoses, newest first. `cursor` is the previous page's `nextCursor`. */
export const listDiagnoses = async (
  db: Database,
  userId: string,
  limit: number,
  cursor: string | null,
): Promise<DiagnosisPage> => {
  const rows = await readDiagnoses(db, userId, limit + 1, cursor === null ? null : placeOf(cursor))
  const last = rows.length > limit ? rows[limit - 1] : undefined
  return {
    data: rows.slice(0, limit).map(presentDiagnosis),
    nextCursor: last === undefined ? null : cursorOf(last),
  }
}
