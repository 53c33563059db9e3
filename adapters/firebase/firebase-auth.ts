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

/** How long the first screen waits to learn who is signed in, in milliseconds. */
const PATIENCE = 5000

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

  const tell = (user: AuthUser | null) => {
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
      auth.onUserChanged(tell)
      return auth
    } catch (error) {
      opening = null
      throw error
    }
  }

  const reach = (): Promise<AuthPort> => {
    opening ??= open()
    return opening
  }

  /** Null when there was never a session, so that no SDK is needed. */
  const reachSession = (): Promise<AuthPort> | null =>
    opening === null && storage.read(HINT_KEY) === null ? null : reach()

  const greetOtherTab = async () => {
    const user = await (await reach()).currentUser()
    if (user) tell(user)
  }

  storage.watch((key) => {
    if (opening !== null || key !== HINT_KEY || storage.read(key) === null) return
    void greetOtherTab().catch((error: unknown) => {
      // No caller is waiting; the next call meets the same outage and reports it.
      if (!(error instanceof PortUnavailable)) throw error
    })
  })

  const tooLate = async (): Promise<never> => {
    await sleep(PATIENCE)
    throw new PortUnavailable('auth', new Error(`No answer within ${PATIENCE} ms.`))
  }

  return {
    currentUser: async () => {
      const session = reachSession()
      return session && Promise.race([session.then((auth) => auth.currentUser()), tooLate()])
    },
    onUserChanged: (listener) => {
      const own = (user: AuthUser | null) => listener(user)
      listeners.add(own)
      return () => {
        listeners.delete(own)
      }
    },
    idToken: async (options) => (await reachSession())?.idToken(options) ?? null,
    reload: async () => (await reachSession())?.reload() ?? null,
    signOut: async () => (await reachSession())?.signOut(),
    createAccount: async (credentials) => (await reach()).createAccount(credentials),
    signIn: async (credentials) => (await reach()).signIn(credentials),
    sendSignInCode: async () => (await reach()).sendSignInCode(),
    confirmSignIn: async (code) => (await reach()).confirmSignIn(code),
    sendPasswordReset: async (email) => (await reach()).sendPasswordReset(email),
    sendEmailVerification: async (returnUrl) => (await reach()).sendEmailVerification(returnUrl),
    changeEmail: async (email, returnUrl) => (await reach()).changeEmail(email, returnUrl),
    changePassword: async (password) => (await reach()).changePassword(password),
    reauthenticate: async (password) => (await reach()).reauthenticate(password),
    readMailLink: async (search) => (await reach()).readMailLink(search),
    checkMailCode: async (code) => (await reach()).checkMailCode(code),
    applyMailCode: async (code) => (await reach()).applyMailCode(code),
    resetPassword: async (code, password) => (await reach()).resetPassword(code, password),
    setUpVerifier: async () => (await reach()).setUpVerifier(),
    checkPerson: async () => (await reach()).checkPerson(),
    secondFactors: async () => (await reach()).secondFactors(),
    sendEnrolmentCode: async (phone) => (await reach()).sendEnrolmentCode(phone),
    enrol: async (code) => (await reach()).enrol(code),
    removeSecondFactor: async (id) => (await reach()).removeSecondFactor(id),
  }
}
