import { _addOrOverwriteComponent, initializeApp } from 'firebase/app'
import type { FirebaseApp } from 'firebase/app'
import { browserLocalPersistence, connectAuthEmulator, initializeAuth, onAuthStateChanged } from 'firebase/auth'
import type { Auth, User } from 'firebase/auth'
import { PortUnavailable } from '#core/model/failures.ts'
import { HINT_KEY } from '#core/model/session-hint.ts'
import type { StoragePort } from '#core/ports/storage.ts'
import { isReadableSession } from './stored-session.ts'

declare module 'firebase/app' {
  /** Exported for the SDK's own packages, and left out of its types. */
  export function _addOrOverwriteComponent(app: FirebaseApp, component: object): void
}

/**
 * The SDK counts its days of use in IndexedDB and reads them before each request, with no bound: a database that never
 * answers, as some browsers have them, kept a sign-in waiting for 30 s and then failed it. It does not count here.
 */
const noHeartbeat = {
  name: 'heartbeat',
  type: 'PRIVATE',
  instantiationMode: 'LAZY',
  multipleInstances: false,
  serviceProps: {},
  onInstanceCreated: null,
  instanceFactory: () => ({ triggerHeartbeat: async () => {}, getHeartbeatsHeader: async () => '' }),
}

export type FirebaseSettings = {
  readonly projectId: string
  readonly apiKey: string
  readonly authDomain: string
  /** Set: the local emulator stands in for the service. */
  readonly emulatorUrl?: string
  /** Leaves reCAPTCHA out where it can not load. Only an emulator lets that pass. */
  readonly isAppVerificationDisabled?: boolean
}

export type FirebaseParts = {
  readonly settings: () => Promise<FirebaseSettings>
  /** The storage the SDK keeps its session in; beside it stands the hint that there is one. */
  readonly storage: StoragePort
  /** The window: where the SDK hears that its stored session has changed. */
  readonly tab: Pick<Window, 'dispatchEvent'>
}

export type OpenedFirebase = {
  readonly auth: Auth
  /** The stored user was put back and the service has not confirmed it: see `openFirebase`. */
  readonly isInDoubt: boolean
}

/** How long the SDK may take to read a session that was put back, in milliseconds. */
const READ_BACK_WAIT = 1000

const untilSignedIn = (auth: Auth): Promise<boolean> =>
  new Promise((resolve) => {
    const settle = (isSignedIn: boolean) => {
      clearTimeout(timer)
      resolve(isSignedIn)
      // The first answer may come before there is a way to stop.
      queueMicrotask(() => stop())
    }
    const timer = setTimeout(settle, READ_BACK_WAIT, false)
    const stop = onAuthStateChanged(auth, (user: User | null) => {
      if (user) settle(true)
    })
  })

/**
 * The SDK, its state known. Throws `PortUnavailable` where there are no settings.
 *
 * When it starts, the SDK asks the service for the stored user, and forgets the session on any refusal, a failing
 * server's included. So the stored session is held on to and put back, and is in doubt until the user is asked for once
 * more in a way that tells why: only a session that the service itself ended is over.
 */
export const openFirebase = async ({ settings, storage, tab }: FirebaseParts): Promise<OpenedFirebase> => {
  const { projectId, apiKey, authDomain, emulatorUrl, isAppVerificationDisabled = false } = await settings().catch(
    (error: unknown) => {
      throw new PortUnavailable('auth', error)
    },
  )
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
  if (stored === null || auth.currentUser !== null || storage.read(HINT_KEY) === null) return { auth, isInDoubt: false }
  storage.write(key, stored)
  tab.dispatchEvent(new StorageEvent('storage', { key, newValue: stored }))
  return { auth, isInDoubt: await untilSignedIn(auth) }
}
