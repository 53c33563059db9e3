import type { Auth, User } from 'firebase/auth'
import { PortUnavailable } from '#core/model/failures.ts'
import { HINT, HINT_KEY } from '#core/model/session-hint.ts'
import type {
  AuthPort,
  AuthUser,
  ChangeEmailOutcome,
  ChangePasswordOutcome,
  ReauthenticateOutcome,
  SendOutcome,
} from '#core/ports/auth.ts'
import { hasSessionEnded, outcomeOf, throwFault } from './firebase-faults.ts'
import { createFirebaseMailCodes } from './firebase-mail-codes.ts'
import { createFirebaseSecondFactor, needsCode } from './firebase-second-factor.ts'
import { createFirebaseSession } from './firebase-session.ts'
import type { FirebaseParts, Opened } from './firebase-session.ts'
import { createFirebaseVerifier } from './firebase-verifier.ts'

/** How long a session that vanished may take to be put back by another tab before it counts as ended, in milliseconds. */
const GRACE = 2000

/** The shape alone: with enumeration protection on, the service takes a malformed new address and mails nobody. */
const emailShape = /^[^\s@]+@[^\s@]+\.[^\s@]+$/

const createAccountKinds = {
  'auth/email-already-in-use': 'email-taken',
  'auth/invalid-email': 'invalid-email',
  'auth/missing-email': 'invalid-email',
  'auth/weak-password': 'weak-password',
  'auth/missing-password': 'weak-password',
  'auth/password-does-not-meet-requirements': 'weak-password',
} as const

const signInKinds = {
  'auth/wrong-password': 'wrong-password',
  'auth/invalid-credential': 'wrong-password',
  'auth/missing-password': 'wrong-password',
  'auth/user-not-found': 'user-not-found',
  'auth/invalid-email': 'user-not-found',
  'auth/missing-email': 'user-not-found',
  'auth/user-disabled': 'user-disabled',
} as const

const passwordResetKinds = {
  'auth/user-not-found': 'user-not-found',
  'auth/invalid-email': 'user-not-found',
  'auth/missing-email': 'user-not-found',
} as const

const changeEmailKinds = {
  'auth/requires-recent-login': 'recent-login-required',
  'auth/email-already-in-use': 'email-taken',
  'auth/invalid-email': 'invalid-email',
  'auth/invalid-new-email': 'invalid-email',
  'auth/missing-new-email': 'invalid-email',
} as const

const changePasswordKinds = {
  'auth/requires-recent-login': 'recent-login-required',
  'auth/weak-password': 'weak-password',
  'auth/password-does-not-meet-requirements': 'weak-password',
} as const

const reauthenticateKinds = {
  'auth/wrong-password': 'wrong-password',
  'auth/invalid-credential': 'wrong-password',
  'auth/missing-password': 'wrong-password',
  // The SDK's word for an account that no longer exists.
  'auth/user-mismatch': 'no-user',
} as const

/** Anonymous users count as nobody. */
const named = (user: User | null): User | null => (user === null || user.isAnonymous ? null : user)

const translate = ({ uid, email, emailVerified, providerData }: User): AuthUser => ({
  id: uid,
  email,
  emailVerified,
  providerData: providerData.map(({ providerId }) => ({ providerId })),
})

const signedIn = (auth: Auth): AuthUser | null => {
  const user = named(auth.currentUser)
  return user && translate(user)
}

const PATIENCE = 5000
const PUZZLE_WAIT = 120_000

const within = <T>(milliseconds: number, work: Promise<T>): Promise<T> => {
  let timer: ReturnType<typeof setTimeout> | undefined
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(new PortUnavailable('auth', new Error(`No answer within ${milliseconds} ms.`)))
    }, milliseconds)
  })
  return Promise.race([work, timeout]).finally(() => clearTimeout(timer))
}

/** Firebase Authentication. Its SDK is loaded when somebody is, or is about to be, signed in. */
export const createFirebaseAuth = (parts: FirebaseParts): AuthPort => {
  const { sessionHint, tab, page, patience = PATIENCE, puzzleWait = PUZZLE_WAIT } = parts
  const listeners = new Set<(user: AuthUser | null) => void>()
  const session = createFirebaseSession(parts)
  let knownId: string | null = null
  let isWatching = false
  let grace: ReturnType<typeof setTimeout> | undefined

  const announce = (user: AuthUser | null) => {
    if (knownId === (user?.id ?? null)) return
    knownId = user?.id ?? null
    for (const listener of listeners) listener(user)
  }

  const isHinted = () => sessionHint.read(HINT_KEY) !== null

  const endSession = () => {
    sessionHint.remove(HINT_KEY)
    announce(null)
  }

  /** Another tab removes the hint when it signs out; a session gone without that may be about to be put back. */
  const followState = (auth: Auth) => {
    clearTimeout(grace)
    const user = signedIn(auth)
    if (user) {
      sessionHint.write(HINT_KEY, HINT)
      announce(user)
    } else if (isHinted()) {
      grace = setTimeout(() => signedIn(auth) ?? endSession(), GRACE)
    } else announce(null)
  }

  const ready = async (): Promise<Opened> => {
    const opened = await session.ready()
    if (!isWatching) {
      isWatching = true
      knownId = signedIn(opened.auth)?.id ?? null
      opened.sdk.onAuthStateChanged(opened.auth, () => followState(opened.auth))
    }
    return opened
  }

  /** The SDK and its user; null without loading it where there was never a session. */
  const readyWithUser = async (): Promise<(Opened & { readonly user: User }) | null> => {
    if (!session.isOpen() && !isHinted()) return null
    const opened = await ready()
    const user = named(opened.auth.currentUser)
    if (user) return { ...opened, user }
    endSession()
    return null
  }

  const hearOtherTabs = (event: StorageEvent) => {
    if (event.key !== HINT_KEY) return
    void followOtherTab(event.newValue !== null).catch((error: unknown) => {
      // Nobody asked: the next call meets the same outage and tells.
      if (!(error instanceof PortUnavailable)) throw error
    })
  }

  const followOtherTab = async (hasSignedIn: boolean) => {
    const isOpen = session.isOpen()
    if (!isOpen && !hasSignedIn) return
    const { auth } = await ready()
    const user = signedIn(auth)
    // An open SDK hears of sign-ins and sign-outs by itself; what it can not hear is that a session is over for good.
    if (isOpen && (user || hasSignedIn)) return
    clearTimeout(grace)
    if (!isOpen) knownId = null
    announce(user)
  }

  const welcome = (user: User): AuthUser => {
    sessionHint.write(HINT_KEY, HINT)
    return translate(user)
  }

  /** Works as the signed-in user; answers `nobody` when there is none, or when the session turns out to have ended. */
  const asUser = async <T>(
    nobody: T,
    work: (current: Opened & { readonly user: User }) => Promise<T>,
    refused: (error: unknown) => T,
  ): Promise<T> => {
    const current = await readyWithUser()
    if (!current) return nobody
    try {
      return await work(current)
    } catch (error) {
      if (!hasSessionEnded(error)) return refused(error)
      sessionHint.remove(HINT_KEY)
      await current.sdk.signOut(current.auth)
      announce(null)
      return nobody
    }
  }

  const { hold, letGo, ...secondFactor } = createFirebaseSecondFactor({
    ready,
    asUser,
    welcome,
    verifier: createFirebaseVerifier({ page, puzzleWait }),
  })

  return {
    ...createFirebaseMailCodes(ready),
    ...secondFactor,
    currentUser: async () => {
      const current = await within(patience, readyWithUser())
      return current && translate(current.user)
    },
    onUserChanged: (listener) => {
      const own = (user: AuthUser | null) => listener(user)
      if (listeners.size === 0) tab.addEventListener('storage', hearOtherTabs)
      listeners.add(own)
      return () => {
        listeners.delete(own)
        if (listeners.size === 0) tab.removeEventListener('storage', hearOtherTabs)
      }
    },
    createAccount: async ({ email, password }) => {
      const { sdk, auth } = await ready()
      try {
        const { user } = await sdk.createUserWithEmailAndPassword(auth, email.trim(), password)
        return { kind: 'created', user: welcome(user) }
      } catch (error) {
        return outcomeOf(error, createAccountKinds)
      }
    },
    signIn: async ({ email, password }) => {
      const opened = await ready()
      letGo()
      try {
        const { user } = await opened.sdk.signInWithEmailAndPassword(opened.auth, email.trim(), password)
        return { kind: 'signed-in', user: welcome(user) }
      } catch (error) {
        const held = hold(opened, error)
        return held ? { kind: 'code-required', phone: held.phone } : outcomeOf(error, signInKinds)
      }
    },
    signOut: async () => {
      if (session.isOpen() || isHinted()) await session.signOut()
    },
    sendPasswordReset: async (email) => {
      const { sdk, auth } = await ready()
      try {
        await sdk.sendPasswordResetEmail(auth, email.trim())
        return { kind: 'sent' }
      } catch (error) {
        return outcomeOf(error, passwordResetKinds)
      }
    },
    sendEmailVerification: (returnUrl) =>
      asUser<SendOutcome>(
        { kind: 'no-user' },
        async ({ sdk, user }) => {
          await sdk.sendEmailVerification(user, { url: returnUrl })
          return { kind: 'sent' }
        },
        (error) => outcomeOf(error, {}),
      ),
    reload: () =>
      asUser<AuthUser | null>(
        null,
        async ({ sdk, user }) => {
          await sdk.reload(user)
          return translate(user)
        },
        throwFault,
      ),
    changeEmail: (email, returnUrl) =>
      asUser<ChangeEmailOutcome>(
        { kind: 'no-user' },
        async ({ sdk, user }) => {
          if (!emailShape.test(email.trim())) return { kind: 'invalid-email' }
          await sdk.verifyBeforeUpdateEmail(user, email.trim(), { url: returnUrl })
          return { kind: 'sent' }
        },
        (error) => outcomeOf(error, changeEmailKinds),
      ),
    changePassword: (password) =>
      asUser<ChangePasswordOutcome>(
        { kind: 'no-user' },
        async ({ sdk, user }) => {
          // The service takes an empty one for no change at all.
          if (password === '') return { kind: 'weak-password' }
          await sdk.updatePassword(user, password)
          return { kind: 'changed' }
        },
        (error) => outcomeOf(error, changePasswordKinds),
      ),
    reauthenticate: (password) =>
      asUser<ReauthenticateOutcome>(
        { kind: 'no-user' },
        async ({ sdk, user }) => {
          if (user.email === null) return { kind: 'no-user' }
          await sdk.reauthenticateWithCredential(user, sdk.EmailAuthProvider.credential(user.email, password))
          return { kind: 'reauthenticated' }
        },
        (error) => (needsCode(error) ? { kind: 'code-required' } : outcomeOf(error, reauthenticateKinds)),
      ),
    idToken: ({ fresh = false } = {}) => asUser<string | null>(null, ({ user }) => user.getIdToken(fresh), throwFault),
  }
}
