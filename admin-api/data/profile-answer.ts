import { eq, sql } from 'drizzle-orm'
import type { Database } from './database.ts'
import { readProfile } from './profile.ts'
import { users } from './schema.ts'
import { isUpToDate } from './users.ts'
import type { Identity, OnEmailChange } from './users.ts'

/**
 * Returns the encoded response `{"data": …}` with the profile of {@link readProfile}; null when the
 * profile is null.
 */
export type ProfileAnswer = (identity: Identity, onChange?: OnEmailChange) => Promise<Buffer | null>

const mostKept = 1000

type Kept = {
  readonly id: string
  readonly revision: number
  /** When passing time alone next changes the profile; null when it never does. */
  readonly until: Date | null
  readonly bytes: Buffer
}

/**
 * Caches the latest answers, encoded. Each call reads the user's revision from the database, which
 * every change raises, so a response is never stale, whichever process made the change.
 */
export const createProfileAnswer = (db: Database, clock: () => Date): ProfileAnswer => {
  const revisionOf = db
    .select({
      id: users.id,
      revision: users.revision,
      email: users.email,
      emailVerified: users.emailVerified,
      identityAt: users.identityAt,
    })
    .from(users)
    .where(eq(users.authUid, sql.placeholder('authUid')))
    // Unnamed, because behind a pooler another connection would not know a named statement.
    .prepare('')
  const kept = new Map<string, Kept>()

  return async (identity, onChange) => {
    const { authUid } = identity
    const now = clock()
    const [user] = await revisionOf.execute({ authUid })
    const known = kept.get(authUid)
    const isCurrent =
      user !== undefined &&
      isUpToDate(user, identity) &&
      known?.id === user.id &&
      known.revision === user.revision &&
      (known.until === null || now <= known.until)
    if (isCurrent) return known.bytes
    kept.delete(authUid)
    const found = await readProfile(db, identity, now, onChange)
    if (found === null) return null
    const { profile, revision } = found
    const bytes = Buffer.from(JSON.stringify({ data: profile }))
    if (kept.size >= mostKept) kept.delete(kept.keys().next().value!)
    const until = profile.subscription?.withdrawableUntil ?? null
    kept.set(authUid, {
      id: profile.id,
      revision,
      until: until === null ? null : new Date(until),
      bytes,
    })
    return bytes
  }
}
