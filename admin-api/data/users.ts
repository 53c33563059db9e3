import { createHash } from 'node:crypto'
import { and, asc, eq, gt, isNotNull, lt, notExists, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import type { Attribution, Touch } from '../domain/profile.ts'
import { consentOf } from '../domain/subscription.ts'
import type { Database } from './database.ts'
import { keepConsents } from './kept-consents.ts'
import { recordNotices } from './notices.ts'
import { releaseOffers } from './used-offers.ts'
import { deletedUsers, departedCustomers, stripeCustomers, subscriptions, users } from './schema.ts'

export type User = typeof users.$inferSelect
export type UserChanges = Partial<Pick<User, 'firstName' | 'lastName' | 'birthYear' | 'phone'>>

export type Identity = {
  readonly authUid: string
  readonly email: string
  readonly emailVerified: boolean
  /** When the token with this email was issued. */
  readonly issuedAt: Date
}

/** Whether a user has the email that the identity's token names, or a newer one. */
export const isUpToDate = (
  user: Pick<User, 'email' | 'emailVerified' | 'identityAt'>,
  { email, emailVerified, issuedAt }: Identity,
): boolean =>
  (user.email === email && user.emailVerified === emailVerified) ||
  (user.identityAt !== null && issuedAt < user.identityAt)

const findUser = async (db: Database, authUid: string): Promise<User | undefined> =>
  (await db.select().from(users).where(eq(users.authUid, authUid)))[0]

const isDeleted = async (db: Database, authUid: string): Promise<boolean> =>
  (await db.select().from(deletedUsers).where(eq(deletedUsers.authUid, authUid))).length > 0

export type EmailChange = 'email-changed' | 'email-confirmed'
export type OnEmailChange = (change: EmailChange) => void

type Ensured = { readonly user: User | null; readonly changes: readonly EmailChange[] }

/** Records a notice to the address that the account had. */
const recordEmailChange = (transaction: Database, { id, email, revision }: User): Promise<void> =>
  recordNotices(transaction, { userId: id, subscriptionId: null }, [
    {
      // The revision before the change.
      key: `email-changed:${id}:${revision}`,
      cause: { kind: 'email-changed', to: email, changedAt: new Date().toISOString() },
    },
  ])

/**
 * The user's id, derived from the identity: when a restored backup lacks a user, their new row gets
 * the id that the payment provider's subscriptions name.
 */
const userIdOf = (authUid: string): string => {
  const digest = createHash('sha256').update(`user ${authUid}`).digest()
  // A UUID of version 8.
  digest[6] = (digest[6]! & 0x0f) | 0x80
  digest[8] = (digest[8]! & 0x3f) | 0x80
  return digest.toString('hex', 0, 16).replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}

/**
 * The user of an identity, created when missing and brought up to date with the token's email;
 * `onChange` is called when it changed. Null once deleted.
 */
export const ensureUser = async (
  db: Database,
  identity: Identity,
  onChange: OnEmailChange = () => {},
): Promise<User | null> => {
  const { authUid, email, emailVerified, issuedAt: identityAt } = identity
  const found = await findUser(db, authUid)
  if (found !== undefined && isUpToDate(found, identity)) return found
  if (found === undefined && (await isDeleted(db, authUid))) return null
  const { user, changes } = await db.transaction(async (transaction): Promise<Ensured> => {
    // A concurrent first call may have inserted the same id or the same auth_uid.
    const [created] = await transaction
      .insert(users)
      .values({ id: userIdOf(authUid), authUid, email, emailVerified, identityAt })
      .onConflictDoNothing()
      .returning()
    if (created !== undefined) {
      // If a deletion ran at the same time, its record is visible by now.
      if (!(await isDeleted(transaction, authUid))) return { user: created, changes: [] }
      await transaction.delete(users).where(eq(users.id, created.id))
      return { user: null, changes: [] }
    }
    const [earlier] = await transaction
      .select()
      .from(users)
      .where(eq(users.authUid, authUid))
      .for('no key update')
    // Either deleted, or already updated by another call.
    if (earlier === undefined || isUpToDate(earlier, identity))
      return { user: earlier ?? null, changes: [] }
    const [stored] = await transaction
      .update(users)
      .set({ email, emailVerified, identityAt })
      .where(eq(users.id, earlier.id))
      .returning()
    const isChanged = earlier.email !== email
    if (isChanged && earlier.emailVerified) await recordEmailChange(transaction, earlier)
    return {
      user: stored!,
      changes: [
        ...(isChanged ? (['email-changed'] as const) : []),
        ...(!earlier.emailVerified && emailVerified ? (['email-confirmed'] as const) : []),
      ],
    }
  })
  for (const change of changes) onChange(change)
  return user
}

/**
 * Stores a user's attribution: the first touch ever received, and the latest one. Stores nothing
 * without consent to analytics, which another tab may have revoked meanwhile.
 */
export const saveAttribution = async (
  db: Database,
  id: string,
  { firstTouch, lastTouch }: Attribution,
): Promise<void> => {
  await db
    .update(users)
    .set({
      firstTouch: sql`coalesce(${users.firstTouch}, ${jsonOrNull(firstTouch)})`,
      lastTouch: sql`coalesce(${jsonOrNull(lastTouch)}, ${users.lastTouch})`,
    })
    .where(and(eq(users.id, id), isNotNull(users.visitorId)))
}

const ifAllowed = (touch: AnyPgColumn) =>
  sql`case when ${users.visitorId} is not null then ${touch} end`

/**
 * Stores the id under which analytics may count the user. Null revokes the consent and deletes the
 * attribution.
 */
export const saveVisitorId = async (
  db: Database,
  id: string,
  visitorId: string | null,
): Promise<void> => {
  await db
    .update(users)
    .set({
      visitorId,
      // Attribution from before the consent is dropped.
      ...(visitorId === null
        ? { firstTouch: null, lastTouch: null }
        : { firstTouch: ifAllowed(users.firstTouch), lastTouch: ifAllowed(users.lastTouch) }),
    })
    .where(eq(users.id, id))
}

/**
 * Invalidates the cached profiles of the user in all processes: called in the transaction of each
 * change of a diagnosis or subscription that the profile shows.
 */
export const reviseUser = async (transaction: Database, id: string): Promise<void> => {
  await transaction
    .update(users)
    .set({ revision: sql`${users.revision} + 1` })
    .where(eq(users.id, id))
}

const instant = (date: Date | null) => sql`${date?.toISOString() ?? null}::timestamptz`

const jsonOrNull = (touch: Touch | undefined) =>
  sql`${touch === undefined ? null : JSON.stringify(touch)}::jsonb`

export const updateUser = async (
  db: Database,
  id: string,
  changes: UserChanges,
): Promise<User | undefined> => {
  if (Object.keys(changes).length === 0)
    return (await db.select().from(users).where(eq(users.id, id)))[0]
  return (await db.update(users).set(changes).where(eq(users.id, id)).returning())[0]
}

/**
 * Longer than any deletion takes: an older flag was left by a process that died, and no longer
 * counts.
 */
const leavingMs = 10 * 60 * 1000

/** The columns that {@link isLeaving} needs. */
export const leavingColumns = { leavingAt: users.leavingAt, erasingAt: users.erasingAt }

/** Whether the account is being deleted at this moment. */
export const isLeaving = (
  { leavingAt, erasingAt }: Pick<User, 'leavingAt' | 'erasingAt'>,
  now: Date,
): boolean =>
  erasingAt !== null || (leavingAt !== null && now.getTime() - leavingAt.getTime() < leavingMs)

/** Flags the user as leaving, so that no more orders are accepted. */
export const markLeaving = async (db: Database, id: string, leavingAt: Date): Promise<void> => {
  await db.update(users).set({ leavingAt }).where(eq(users.id, id))
}

/**
 * Flags the user as being erased, even if this process dies. Returns the timestamp in effect, an
 * earlier deletion's if there is one. Null for a user who is gone.
 */
export const markErasing = async (
  db: Database,
  id: string,
  erasingAt: Date,
): Promise<Date | null> => {
  const [marked] = await db
    .update(users)
    .set({ erasingAt: sql`coalesce(${users.erasingAt}, ${instant(erasingAt)})` })
    .where(eq(users.id, id))
    .returning({ erasingAt: users.erasingAt })
  return marked?.erasingAt ?? null
}

/** Clears the deletion flags set by a failed deletion; leaves another deletion's flags alone. */
export const unmark = async (
  db: Database,
  id: string,
  { leavingAt, erasingAt }: Pick<User, 'leavingAt' | 'erasingAt'>,
): Promise<void> => {
  await db
    .update(users)
    .set({
      leavingAt: sql`nullif(${users.leavingAt}, ${instant(leavingAt)})`,
      erasingAt: sql`nullif(${users.erasingAt}, ${instant(erasingAt)})`,
    })
    .where(eq(users.id, id))
}

/**
 * Users whose deletion was interrupted. Excludes those who have ordered since, through a version
 * that does not know `erasingAt`: there an operator has to decide.
 */
const unerased = (db: Database, now: Date) =>
  and(
    lt(users.erasingAt, new Date(now.getTime() - leavingMs)),
    notExists(
      db
        .select({ id: subscriptions.id })
        .from(subscriptions)
        .where(
          and(eq(subscriptions.userId, users.id), gt(subscriptions.createdAt, users.erasingAt)),
        ),
    ),
  )

/** Users whose deletion was interrupted, the oldest deletion first. */
export const listUnerased = (db: Database, now: Date, limit: number): Promise<User[]> =>
  db.select().from(users).where(unerased(db, now)).orderBy(asc(users.erasingAt)).limit(limit)

/** Whether the deletion of this user is still interrupted, with the same `erasingAt`. */
export const isUnerased = async (
  db: Database,
  { id, erasingAt }: Pick<User, 'id' | 'erasingAt'>,
  now: Date,
): Promise<boolean> =>
  erasingAt !== null &&
  (
    await db
      .select({ id: users.id })
      .from(users)
      .where(and(eq(users.id, id), eq(users.erasingAt, erasingAt), unerased(db, now)))
  ).length > 0

/** Whether an account with this id was deleted. */
export const isDeletedUser = async (db: Database, id: string): Promise<boolean> =>
  (await db.select().from(deletedUsers).where(eq(deletedUsers.userId, id))).length > 0

/**
 * Deletes the user with everything stored about them, except: the account's ids; those of its
 * customers, until the payment provider has deleted them; what was agreed to in orders, under the
 * digest of the mailbox; and, with `sayGoodbye`, a confirmed address, until a last notice has been
 * sent to it.
 */
export const deleteUser = async (
  db: Database,
  { id, authUid, email, emailVerified }: User,
  {
    mailbox,
    sayGoodbye,
    marked,
  }: {
    readonly mailbox: string
    readonly sayGoodbye: boolean
    /** If given, deletes only while the user's `erasingAt` equals it. */
    readonly marked?: Date
  },
): Promise<void> => {
  await db.transaction(async (transaction) => {
    await transaction.insert(deletedUsers).values({ authUid, userId: id }).onConflictDoNothing()
    // Locked first, in the same order as changes of a subscription: the subscription, then its user
    // and its offers.
    const claims = await transaction
      .delete(subscriptions)
      .where(eq(subscriptions.userId, id))
      .returning({
        id: subscriptions.id,
        startedAt: subscriptions.startedAt,
        consent: subscriptions.consent,
        changes: subscriptions.changeConsents,
      })
    await releaseOffers(transaction, ...claims.map((claim) => claim.id))
    await keepConsents(
      transaction,
      mailbox,
      claims.flatMap(({ startedAt, consent, changes }) =>
        startedAt === null
          ? []
          : [...(consent === null ? [] : [consent]), ...changes.map(consentOf)],
      ),
    )
    // With the row locked, no customer can be linked to the user from now on.
    const [row] = await transaction
      .select({ erasingAt: users.erasingAt })
      .from(users)
      .where(eq(users.id, id))
      .for('update')
    if (marked !== undefined && row?.erasingAt?.getTime() !== marked.getTime())
      throw new Error('The deletion was refused or finished meanwhile.')
    const customers = await transaction
      .select({ id: stripeCustomers.id })
      .from(stripeCustomers)
      .where(eq(stripeCustomers.userId, id))
    const departed = customers.map((customer) => ({ ...customer, userId: id }))
    if (departed.length > 0)
      await transaction.insert(departedCustomers).values(departed).onConflictDoNothing()
    await transaction.delete(users).where(eq(users.id, id))
    // An address that was never confirmed may be anybody's.
    if (!sayGoodbye || !emailVerified) return
    const deletedAt = new Date().toISOString()
    await recordNotices(transaction, { userId: null, subscriptionId: null }, [
      {
        key: `account-deleted:${id}`,
        cause: { kind: 'account-deleted', to: email, firstName: null, deletedAt },
      },
    ])
  })
}
