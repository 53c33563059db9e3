import { eq, sql } from 'drizzle-orm'
import type { Database } from './database.ts'
import { readProfile } from './profile.ts'
import { users } from './schema.ts'
import { isUpToDate } from './users.ts'
import type { Identity } from './users.ts'

/** The profile of {@link readProfile} as the text of its JSON. */
export type ProfileText = (identity: Identity) => Promise<string | null>

const mostKept = 1000

/**
 * Keeps the texts of the last profiles. Each call asks the database for the user's revision, which any change raises, so
 * a text is never older than the call, whichever process made the change.
 */
export const createProfileText = (db: Database): ProfileText => {
  const revisionOf = db
    .select({ id: users.id, revision: users.revision, email: users.email, emailVerified: users.emailVerified })
    .from(users).where(eq(users.authUid, sql.placeholder('authUid'))).prepare('user_revision')
  const kept = new Map<string, { readonly id: string; readonly revision: number; readonly text: string }>()

  return async (identity) => {
    const { authUid } = identity
    const [user] = await revisionOf.execute({ authUid })
    const known = kept.get(authUid)
    const isCurrent = user !== undefined && isUpToDate(user, identity) && known?.id === user.id && known.revision === user.revision
    if (isCurrent) return known.text
    kept.delete(authUid)
    const found = await readProfile(db, identity)
    if (found === null) return null
    const { profile, revision } = found
    const text = JSON.stringify(profile)
    if (kept.size >= mostKept) kept.delete(kept.keys().next().value!)
    kept.set(authUid, { id: profile.id, revision, text })
    return text
  }
}
