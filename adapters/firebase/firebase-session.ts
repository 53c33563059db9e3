import type { Auth, User } from 'firebase/auth'
import { PortUnavailable } from '#core/model/failures.ts'
import { HINT_KEY } from '#core/model/session-hint.ts'
import type { StoragePort } from '#core/ports/storage.ts'
import { hasSessionEnded, throwFault } from './firebase-faults.ts'

export type FirebaseSdk = typeof import('./firebase-sdk.ts')

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
  readonly loadSdk: () => Promise<FirebaseSdk>
  readonly settings: () => Promise<FirebaseSettings>
  /** The storage the SDK keeps its session in; beside it stands the hint that there is one. */
  readonly sessionHint: StoragePort
  /** The window: where changes made by other tabs are heard. */
  readonly tab: Pick<Window, 'addEventListener' | 'removeEventListener' | 'dispatchEvent'>
  /** The document: where the invisible check is put. */
  readonly page: Pick<Document, 'createElement' | 'body'>
  /** How long a visitor may take over a puzzle of that check, in milliseconds. */
  readonly puzzleWait?: number
  /** How long the first screen waits for the service to confirm a session, in milliseconds; the SDK itself waits 30 s. */
  readonly patience?: number
}

export type Opened = { readonly sdk: FirebaseSdk; readonly auth: Auth }

/** How long the SDK may take to read a session that was put back, in milliseconds. */
const READ_BACK_WAIT = 1000

/**
 * Opens the SDK once; a failure to load it is an outage, and the next call tries again.
 *
 * When it starts, the SDK asks the service for the stored user, and forgets the session on any refusal, a failing
 * server's included. So the stored session is held on to and put back, and the user asked for once more in a way
 * that tells why: only a session that the service itself ended is over.
 */
export const createFirebaseSession = ({
  loadSdk,
  settings,
  sessionHint,
  tab,
}: Pick<FirebaseParts, 'loadSdk' | 'settings' | 'sessionHint' | 'tab'>) => {
  let opening: Promise<Opened> | null = null
  let isInDoubt = false

  const open = async (): Promise<Opened> => {
    const [sdk, { projectId, apiKey, authDomain, emulatorUrl, isAppVerificationDisabled = false }] = await Promise.all([loadSdk(), settings()]).catch(
      (error: unknown) => {
        throw new PortUnavailable('auth', error)
      },
    )
    const app = sdk.initializeApp({ projectId, apiKey, authDomain })
    const key = `firebase:authUser:${apiKey}:${app.name}`
    const stored = sessionHint.read(key)
    const auth = sdk.initializeAuth(app, { persistence: sdk.browserLocalPersistence })
    if (emulatorUrl) sdk.connectAuthEmulator(auth, emulatorUrl, { disableWarnings: true })
    auth.settings.appVerificationDisabledForTesting = isAppVerificationDisabled
    await auth.authStateReady()
    if (stored !== null && auth.currentUser === null && sessionHint.read(HINT_KEY) !== null) {
      sessionHint.write(key, stored)
      tab.dispatchEvent(new StorageEvent('storage', { key, newValue: stored }))
      isInDoubt = await untilSignedIn(sdk, auth)
    }
    return { sdk, auth }
  }

  const settleDoubt = async ({ sdk, auth }: Opened) => {
    if (!isInDoubt) return
    try {
      if (auth.currentUser) await sdk.reload(auth.currentUser)
    } catch (error) {
      if (!hasSessionEnded(error)) throwFault(error)
    }
    isInDoubt = false
  }

  const openOnce = (): Promise<Opened> => {
    opening ??= open().catch((error: unknown) => {
      opening = null
      throw error
    })
    return opening
  }

  return {
    isOpen: () => opening !== null,
    /** The SDK, its state known. Throws `PortUnavailable` while the service can not confirm a stored session. */
    ready: async (): Promise<Opened> => {
      const opened = await openOnce()
      await settleDoubt(opened)
      return opened
    },
    /** Needs no service, only the SDK. */
    signOut: async () => {
      const { sdk, auth } = await openOnce()
      isInDoubt = false
      sessionHint.remove(HINT_KEY)
      await sdk.signOut(auth)
    },
  }
}

const untilSignedIn = (sdk: FirebaseSdk, auth: Auth): Promise<boolean> =>
  new Promise((resolve) => {
    const settle = (isSignedIn: boolean) => {
      clearTimeout(timer)
      resolve(isSignedIn)
      // The first answer may come before there is a way to stop.
      queueMicrotask(() => stop())
    }
    const timer = setTimeout(settle, READ_BACK_WAIT, false)
    const stop = sdk.onAuthStateChanged(auth, (user: User | null) => {
      if (user) settle(true)
    })
  })
