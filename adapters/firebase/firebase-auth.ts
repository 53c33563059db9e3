import { PortUnavailable } from '#core/model/failures.ts'
import { HINT_KEY } from '#core/model/session-hint.ts'
import type { AuthPort, AuthUser } from '#core/ports/auth.ts'
import type { OpenFirebaseAuthParts } from './open-firebase-auth.ts'

export type FirebaseAuthParts = OpenFirebaseAuthParts & {
  readonly sleep: (milliseconds: number) => Promise<void>
  /** Loads the SDK and what is built on it. */
  readonly loadSdk?: () => Promise<
    Pick<typeof import('./open-firebase-auth.ts'), 'openFirebaseAuth'>
  >
}

/** How long the first screen waits to learn who is signed in. */
const CURRENT_USER_TIMEOUT_MS = 5000

/**
 * Firebase Authentication. The SDK is loaded when somebody is signed in or about to be, and again
 * after a failure. Until then nobody is signed in and only another tab can change that; once open,
 * the SDK watches other tabs itself.
 */
export const createFirebaseAuth = ({
  sleep,
  loadSdk = () => import('./open-firebase-auth.ts'),
  ...parts
}: FirebaseAuthParts): AuthPort => {
  const { settings, storage } = parts
  let opening: Promise<AuthPort> | null = null
  const listeners = new Set<(user: AuthUser | null) => void>()

  const notify = (user: AuthUser | null) => {
    for (const listener of listeners) listener(user)
  }

  const open = async () => {
    // Loaded in parallel with the SDK; a failure surfaces once the settings are needed.
    const known = settings()
    known.catch(() => {})
    try {
      const { openFirebaseAuth } = await loadSdk().catch((cause: unknown) => {
        throw new PortUnavailable('auth', cause)
      })
      const auth = await openFirebaseAuth({ ...parts, settings: () => known })
      auth.onUserChanged(notify)
      return auth
    } catch (error) {
      opening = null
      throw error
    }
  }

  const getAuth = (): Promise<AuthPort> => {
    opening ??= open()
    return opening
  }

  /** Null without a session hint while the SDK is not loaded: nobody is signed in then. */
  const getAuthOfSession = (): Promise<AuthPort> | null =>
    opening === null && storage.read(HINT_KEY) === null ? null : getAuth()

  const syncFromOtherTab = async () => {
    const user = await (await getAuth()).currentUser()
    if (user) notify(user)
  }

  storage.watch((key) => {
    const isHint = key === HINT_KEY || key === null
    if (opening !== null || !isHint || storage.read(HINT_KEY) === null) return
    void syncFromOtherTab().catch((error: unknown) => {
      // No caller is waiting; the next call meets the same outage and reports it.
      if (!(error instanceof PortUnavailable)) throw error
    })
  })

  const timeout = async (): Promise<never> => {
    await sleep(CURRENT_USER_TIMEOUT_MS)
    throw new PortUnavailable('auth', new Error(`No answer within ${CURRENT_USER_TIMEOUT_MS} ms.`))
  }

  return {
    currentUser: async () => {
      const session = getAuthOfSession()
      return session && Promise.race([session.then((auth) => auth.currentUser()), timeout()])
    },
    onUserChanged: (listener) => {
      const own = (user: AuthUser | null) => listener(user)
      listeners.add(own)
      return () => {
        listeners.delete(own)
      }
    },
    idToken: async (options) => (await getAuthOfSession())?.idToken(options) ?? null,
    reload: async () => (await getAuthOfSession())?.reload() ?? null,
    signOut: async () => (await getAuthOfSession())?.signOut(),
    createAccount: async (credentials) => (await getAuth()).createAccount(credentials),
    signIn: async (credentials) => (await getAuth()).signIn(credentials),
    sendSignInCode: async () => (await getAuth()).sendSignInCode(),
    confirmSignIn: async (code) => (await getAuth()).confirmSignIn(code),
    sendPasswordReset: async (email) => (await getAuth()).sendPasswordReset(email),
    sendEmailVerification: async (returnUrl) => (await getAuth()).sendEmailVerification(returnUrl),
    changeEmail: async (email, returnUrl) => (await getAuth()).changeEmail(email, returnUrl),
    changePassword: async (password) => (await getAuth()).changePassword(password),
    reauthenticate: async (password) => (await getAuth()).reauthenticate(password),
    readMailLink: async (search) => (await getAuth()).readMailLink(search),
    checkMailCode: async (code) => (await getAuth()).checkMailCode(code),
    applyMailCode: async (code) => (await getAuth()).applyMailCode(code),
    resetPassword: async (code, password) => (await getAuth()).resetPassword(code, password),
    setUpVerifier: async () => (await getAuth()).setUpVerifier(),
    checkPerson: async () => (await getAuth()).checkPerson(),
    secondFactors: async () => (await getAuth()).secondFactors(),
    sendEnrolmentCode: async (phone) => (await getAuth()).sendEnrolmentCode(phone),
    enrol: async (code) => (await getAuth()).enrol(code),
    removeSecondFactor: async (id) => (await getAuth()).removeSecondFactor(id),
  }
}
