import { onAuthStateChanged, reload, signOut } from 'firebase/auth'
import type { User } from 'firebase/auth'
import { HINT, HINT_KEY } from '#core/model/session-hint.ts'
import type { AuthPort, AuthUser } from '#core/ports/auth.ts'
import type { StoragePort } from '#core/ports/storage.ts'
import { hasSessionEnded, throwPortError } from './firebase-errors.ts'
import { untilSignedIn } from './open-firebase.ts'
import type { OpenedFirebase } from './open-firebase.ts'

/**
 * How long the SDK's session and the hint may disagree, in milliseconds: another tab stores them
 * one after the other, and may restore a session that has vanished.
 */
const GRACE = 2000

export type FirebaseSession = Pick<AuthPort, 'onUserChanged' | 'signOut'> & {
  /** Throws `PortUnavailable` while the service cannot confirm a stored session. */
  readonly currentUser: () => Promise<User | null>
  /** Called with each user the service has just signed in. */
  readonly recordSignIn: (user: User) => AuthUser
  /**
   * Runs `work` as the signed-in user; returns `fallback` when there is none or the session has
   * ended.
   */
  readonly asUser: <T>(
    fallback: T,
    work: (user: User) => Promise<T>,
    refused: (error: unknown) => T,
  ) => Promise<T>
}

/** Anonymous users count as nobody. */
const named = (user: User | null): User | null => (user === null || user.isAnonymous ? null : user)

export const translate = ({ uid, email, emailVerified, providerData }: User): AuthUser => ({
  id: uid,
  email,
  emailVerified,
  providerData,
})

/**
 * Tracks who is signed in, in this tab and in others, and maintains the session hint. Signing out
 * removes the hint first: a stored session without a hint counts as ended, even if a slow tab
 * writes the session back.
 */
export const createFirebaseSession = (
  { auth, isInDoubt, isReplaced }: OpenedFirebase,
  storage: StoragePort,
): FirebaseSession => {
  const listeners = new Set<(user: AuthUser | null) => void>()
  let isHintRefused = false
  let isUnconfirmed = isInDoubt
  let grace: ReturnType<typeof setTimeout> | undefined

  const isHinted = () => isHintRefused || storage.read(HINT_KEY) !== null
  /**
   * Whether another user has signed in in another tab, which this tab's SDK learns of only later.
   */
  const isLate = () => auth.currentUser !== null && isReplaced(auth.currentUser)
  const hintedUser = () => (isHinted() && !isLate() ? named(auth.currentUser) : null)
  let knownId = hintedUser()?.uid ?? null

  const announce = (user: User | null) => {
    if (knownId === (user?.uid ?? null)) return
    knownId = user?.uid ?? null
    for (const listener of listeners) listener(user && translate(user))
  }

  const end = () => {
    isHintRefused = false
    storage.remove(HINT_KEY)
    announce(null)
  }

  const leave = async () => {
    isUnconfirmed = false
    end()
    await signOut(auth)
  }

  const settle = () => {
    if (hintedUser() === null && !isLate()) void leave()
  }

  const follow = () => {
    clearTimeout(grace)
    if (isLate()) return
    const user = named(auth.currentUser)
    if ((user !== null) === isHinted()) announce(user)
    else grace = setTimeout(settle, GRACE)
  }

  const confirm = async () => {
    if (!isUnconfirmed) return
    const user = auth.currentUser
    try {
      if (user) await reload(user)
    } catch (error) {
      if (!hasSessionEnded(error)) throwPortError(error)
      if (user && !isReplaced(user)) end()
    }
    isUnconfirmed = false
  }

  const currentUser = async () => {
    await confirm()
    // Another tab may be about to restore a session that its SDK has dropped.
    if (isHinted() && auth.currentUser === null) await untilSignedIn(auth, GRACE)
    const user = hintedUser()
    if (user === null && !isLate()) end()
    return user
  }

  onAuthStateChanged(auth, follow)
  storage.watch((key) => {
    if (key === HINT_KEY || key === null) follow()
  })

  return {
    currentUser,
    recordSignIn: (user) => {
      isUnconfirmed = false
      isHintRefused = storage.write(HINT_KEY, HINT) === 'refused'
      follow()
      return translate(user)
    },
    asUser: async (fallback, work, refused) => {
      const user = await currentUser()
      if (user === null) return fallback
      try {
        return await work(user)
      } catch (error) {
        if (!hasSessionEnded(error)) return refused(error)
        // Another user may have signed in since; only this user's session has ended.
        if (!isReplaced(user)) await leave()
        return fallback
      }
    },
    onUserChanged: (listener) => {
      const own = (user: AuthUser | null) => listener(user)
      listeners.add(own)
      return () => {
        listeners.delete(own)
      }
    },
    signOut: leave,
  }
}
