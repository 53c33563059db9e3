import { createHash, randomBytes } from 'node:crypto'
import { eq, lt } from 'drizzle-orm'
import type { Database } from './database.ts'
import { deleteOldest } from './delete-oldest.ts'
import { appClaims, appUsers, users } from './schema.ts'
import type { User } from './users.ts'

const lifetimeMs = 15 * 60 * 1000
/** How long an expired claim is kept, so that an app that is late learns whether it was used. */
const memoryMs = 24 * 60 * 60 * 1000

const digestOf = (token: string): string => createHash('sha256').update(token).digest('hex')

/** Makes a token that links the app to the user's account, once. */
export const createClaim = async (
  db: Database,
  userId: string,
  now: Date,
): Promise<{ readonly token: string; readonly expiresAt: Date }> => {
  const token = randomBytes(32).toString('base64url')
  const expiresAt = new Date(now.getTime() + lifetimeMs)
  await db.insert(appClaims).values({ digest: digestOf(token), userId, expiresAt })
  return { token, expiresAt }
}

export type Redeemed =
  | { readonly kind: 'linked'; readonly user: User }
  | { readonly kind: 'used' }
  /** Also returned for unknown tokens. */
  | { readonly kind: 'expired' }
  /** The app belongs to a different account from the token's, which is still unused. */
  | { readonly kind: 'other-account'; readonly user: User }

/** Links the app to the account of the token. Only one of several concurrent requests succeeds. */
export const redeemClaim = (
  db: Database,
  { token, appUserId }: { readonly token: string; readonly appUserId: string },
  now: Date,
): Promise<Redeemed> =>
  db.transaction(async (transaction): Promise<Redeemed> => {
    const isIt = eq(appClaims.digest, digestOf(token))
    const [known] = await transaction.select().from(appClaims).where(isIt)
    if (known === undefined) return { kind: 'expired' }
    // Locks the user before the claim, in the same order as a deletion, to avoid a deadlock.
    const [user] = await transaction
      .select()
      .from(users)
      .where(eq(users.id, known.userId))
      .for('key share')
    const [claim] = await transaction.select().from(appClaims).where(isIt).for('update')
    if (user === undefined || claim === undefined) return { kind: 'expired' }
    if (claim.usedAt !== null) return { kind: 'used' }
    if (claim.expiresAt <= now) return { kind: 'expired' }
    await transaction
      .insert(appUsers)
      .values({ id: appUserId, userId: user.id, linkedAt: now })
      .onConflictDoNothing()
    const [owned] = await transaction.select().from(appUsers).where(eq(appUsers.id, appUserId))
    if (owned?.userId !== user.id) return { kind: 'other-account', user }
    await transaction.update(appClaims).set({ usedAt: now }).where(isIt)
    return { kind: 'linked', user }
  })

/** Deletes a batch of old claims; true when more may be left. */
export const deleteOldClaims = (db: Database, now: Date): Promise<boolean> =>
  deleteOldest(db, {
    from: appClaims,
    age: appClaims.expiresAt,
    when: lt(appClaims.expiresAt, new Date(now.getTime() - memoryMs)),
  })
