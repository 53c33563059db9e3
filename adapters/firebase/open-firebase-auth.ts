import {
  createUserWithEmailAndPassword,
  EmailAuthProvider,
  reauthenticateWithCredential,
  reload,
  sendEmailVerification,
  sendPasswordResetEmail,
  signInWithEmailAndPassword,
  updatePassword,
  verifyBeforeUpdateEmail,
} from 'firebase/auth'
import type {
  AuthPort,
  AuthUser,
  ChangeEmailOutcome,
  ChangePasswordOutcome,
  ReauthenticateOutcome,
  SendOutcome,
} from '#core/ports/auth.ts'
import { isOutage, outcomeOf, throwPortError } from './firebase-errors.ts'
import { createFirebaseMailCodes } from './firebase-mail-codes.ts'
import { createFirebaseSecondFactor, needsCode } from './firebase-second-factor.ts'
import { createFirebaseSession, translate } from './firebase-session.ts'
import { createFirebaseVerifier } from './firebase-verifier.ts'
import type { FirebaseVerifierParts } from './firebase-verifier.ts'
import { openFirebase } from './open-firebase.ts'
import type { FirebaseParts } from './open-firebase.ts'

/**
 * Checks only the format: with enumeration protection on, the service accepts a malformed new
 * address and mails nobody.
 */
const emailShape = /^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)+$/

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
  // The SDK's codes for an account that no longer exists.
  'auth/user-mismatch': 'no-user',
} as const

export type OpenFirebaseAuthParts = FirebaseParts & Omit<FirebaseVerifierParts, 'auth'>

/**
 * The auth port, once the SDK knows who is signed in. Throws `PortUnavailable` when there are no
 * settings.
 */
export const openFirebaseAuth = async (parts: OpenFirebaseAuthParts): Promise<AuthPort> => {
  const opened = await openFirebase(parts)
  const { auth } = opened
  const { asUser, currentUser, recordSignIn, ...session } = createFirebaseSession(
    opened,
    parts.storage,
  )
  const verifier = createFirebaseVerifier({ ...parts, auth })
  const { storeResolver, clearResolver, ...secondFactor } = createFirebaseSecondFactor({
    auth,
    asUser,
    recordSignIn,
    verifier,
  })

  /** The email of an account that may have been created although no answer came. */
  let unanswered: string | null = null

  const signIn: AuthPort['signIn'] = async ({ email, password }) => {
    clearResolver()
    try {
      const { user } = await signInWithEmailAndPassword(auth, email.trim(), password)
      return { kind: 'signed-in', user: recordSignIn(user) }
    } catch (error) {
      const second = storeResolver(error)
      return second ? { kind: 'code-required', phone: second.phone } : outcomeOf(error, signInKinds)
    }
  }

  return {
    ...session,
    ...createFirebaseMailCodes(auth),
    ...secondFactor,
    currentUser: async () => {
      const user = await currentUser()
      return user && translate(user)
    },
    createAccount: async ({ email, password }) => {
      try {
        const { user } = await createUserWithEmailAndPassword(auth, email.trim(), password)
        return { kind: 'created', user: recordSignIn(user) }
      } catch (error) {
        if (isOutage(error)) unanswered = email
        const outcome = outcomeOf(error, createAccountKinds)
        if (outcome.kind !== 'email-taken' || unanswered !== email) return outcome
        const own = await signIn({ email, password })
        if (own.kind !== 'signed-in') return outcome
        unanswered = null
        return { kind: 'created', user: own.user }
      }
    },
    signIn,
    sendPasswordReset: async (email) => {
      try {
        await sendPasswordResetEmail(auth, email.trim())
        return { kind: 'sent' }
      } catch (error) {
        return outcomeOf(error, passwordResetKinds)
      }
    },
    sendEmailVerification: (returnUrl) =>
      asUser<SendOutcome>(
        { kind: 'no-user' },
        async (user) => {
          await sendEmailVerification(user, { url: returnUrl })
          return { kind: 'sent' }
        },
        (error) => outcomeOf(error, {}),
      ),
    reload: () =>
      asUser<AuthUser | null>(
        null,
        async (user) => {
          await reload(user)
          return translate(user)
        },
        throwPortError,
      ),
    changeEmail: (email, returnUrl) =>
      asUser<ChangeEmailOutcome>(
        { kind: 'no-user' },
        async (user) => {
          if (!emailShape.test(email.trim())) return { kind: 'invalid-email' }
          await verifyBeforeUpdateEmail(user, email.trim(), { url: returnUrl })
          return { kind: 'sent' }
        },
        (error) => outcomeOf(error, changeEmailKinds),
      ),
    changePassword: (password) =>
      asUser<ChangePasswordOutcome>(
        { kind: 'no-user' },
        async (user) => {
          // The service would accept an empty password and change nothing.
          if (password === '') return { kind: 'weak-password' }
          await updatePassword(user, password)
          return { kind: 'changed' }
        },
        (error) => outcomeOf(error, changePasswordKinds),
      ),
    reauthenticate: (password) =>
      asUser<ReauthenticateOutcome>(
        { kind: 'no-user' },
        async (user) => {
          if (user.email === null) return { kind: 'no-user' }
          await reauthenticateWithCredential(
            user,
            EmailAuthProvider.credential(user.email, password),
          )
          return { kind: 'reauthenticated' }
        },
        (error) =>
          needsCode(error) ? { kind: 'code-required' } : outcomeOf(error, reauthenticateKinds),
      ),
    idToken: ({ fresh = false } = {}) =>
      asUser<string | null>(null, (user) => user.getIdToken(fresh), throwPortError),
  }
}
