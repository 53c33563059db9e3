import { _addOrOverwriteComponent, initializeApp } from 'firebase/app'
import type { FirebaseApp } from 'firebase/app'
import {
  browserLocalPersistence,
  connectAuthEmulator,
  initializeAuth,
  onAuthStateChanged,
} from 'firebase/auth'
import type { Auth, User } from 'firebase/auth'
import { PortUnavailable } from '#core/model/failures.ts'
import { HINT_KEY } from '#core/model/session-hint.ts'
import type { StoragePort } from '#core/ports/storage.ts'
import { isReadableSession, storedId } from './stored-session.ts'

declare module 'firebase/app' {
  /** Exported for the SDK's own packages, but missing from its types. */
  export function _addOrOverwriteComponent(app: FirebaseApp, component: object): void
}

/**
 * The SDK counts its days of use in IndexedDB and reads them before each request without a time
 * limit: in some browsers a database that never answers delayed a sign-in by 30 s and then failed
 * it. This turns the counting off.
 */
const noHeartbeat = {
  name: 'heartbeat',
  type: 'PRIVATE',
  instantiationMode: 'LAZY',
  multipleInstances: false,
  serviceProps: {},
  onInstanceCreated: null,
  instanceFactory: () => ({
    triggerHeartbeat: async () => {},
    getHeartbeatsHeader: async () => '',
  }),
}

export type FirebaseSettings = {
  readonly projectId: string
  readonly apiKey: string
  readonly authDomain: string
  /** When set, the local emulator replaces the service. */
  readonly emulatorUrl?: string
  /** Skips reCAPTCHA where it cannot load. Only an emulator accepts that. */
  readonly isAppVerificationDisabled?: boolean
}

export type FirebaseParts = {
  readonly settings: () => Promise<FirebaseSettings>
  /** The storage in which the SDK keeps its session, together with the session hint. */
  readonly storage: StoragePort
  /** The window, whose storage events tell the SDK that its session has changed. */
  readonly tab: Pick<Window, 'addEventListener' | 'dispatchEvent'>
}

export type OpenedFirebase = {
  readonly auth: Auth
  /**
   * Whether the stored user was restored but is not yet confirmed by the service: see
   * `openFirebase`.
   */
  readonly isInDoubt: boolean
  /** Whether another tab has stored somebody else's session, which the SDK learns of only later. */
  readonly isReplaced: (user: User) => boolean
}

/** How long the SDK may take to read a restored session, in milliseconds. */
const READ_BACK_WAIT = 1000

/** Resolves with whether the SDK has a user, after at most `wait` milliseconds. */
export const untilSignedIn = (auth: Auth, wait: number): Promise<boolean> =>
  new Promise((resolve) => {
    const settle = (isSignedIn: boolean) => {
      clearTimeout(timer)
      resolve(isSignedIn)
      // The first callback may come before `stop` is assigned.
      queueMicrotask(() => stop())
    }
    const timer = setTimeout(settle, wait, false)
    const stop = onAuthStateChanged(auth, (user: User | null) => {
      if (user) settle(true)
    })
  })

/**
 * Opens the SDK once its state is known. Throws `PortUnavailable` when there are no settings.
 *
 * At start, the SDK asks the service for the stored user and drops the session on any refusal, even
 * of a failing server. So the stored session is saved and restored, and stays unconfirmed until a
 * second request tells why: only a session that the service itself ended is over.
 */
export const openFirebase = async ({
  settings,
  storage,
  tab,
}: FirebaseParts): Promise<OpenedFirebase> => {
  const {
    projectId,
    apiKey,
    authDomain,
    emulatorUrl,
    isAppVerificationDisabled = false,
  } = await settings().catch((error: unknown) => {
    throw new PortUnavailable('auth', error)
  })
  const app = initializeApp({ projectId, apiKey, authDomain })
  _addOrOverwriteComponent(app, noHeartbeat)
  const key = `firebase:authUser:${apiKey}:${app.name}`
  const found = storage.read(key)
  const stored = found !== null && isReadableSession(found) ? found : null
  if (stored === null) storage.remove(key)
  const auth = initializeAuth(app, { persistence: browserLocalPersistence })
  if (emulatorUrl) connectAuthEmulator(auth, emulatorUrl, { disableWarnings: true })
  auth.settings.appVerificationDisabledForTesting = isAppVerificationDisabled
  await auth.authStateReady()
  // A page in the back-forward cache misses storage events: its revoked session would end a newer
  // one.
  tab.addEventListener('pageshow', ({ persisted }) => {
    if (persisted) tab.dispatchEvent(new StorageEvent('storage', { key }))
  })
  const isReplaced = ({ uid }: User) => {
    const id = storedId(storage.read(key))
    return id !== null && id !== uid
  }
  if (stored === null || auth.currentUser !== null || storage.read(HINT_KEY) === null)
    return { auth, isInDoubt: false, isReplaced }
  storage.write(key, stored)
  tab.dispatchEvent(new StorageEvent('storage', { key, newValue: stored }))
  return { auth, isInDoubt: await untilSignedIn(auth, READ_BACK_WAIT), isReplaced }
}
