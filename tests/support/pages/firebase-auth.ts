import { createLocalStorage } from '#adapters/browser/local-storage.ts'
import { createLateAuth } from '#web/app/late-auth.ts'

declare global {
  interface Window {
    heard: (string | null)[]
  }
}

const settings = { projectId: 'demo-evenkeel', apiKey: 'test-key', authDomain: 'demo-evenkeel.firebaseapp.com' }
const query = new URLSearchParams(location.search)
const emulatorUrl = query.get('emulator') ?? ''

const storage = createLocalStorage(() => localStorage)

// As the site puts it together, but for the SDK on its own, so that a test can hold it back.
const auth = createLateAuth({
  load: async () =>
    (await import('#adapters/firebase/firebase-auth.ts')).createFirebaseAuth({
      loadSdk: () => import('#adapters/firebase/firebase-sdk.ts'),
      settings: async () => ({ ...settings, emulatorUrl, isAppVerificationDisabled: !query.has('captcha') }),
      sessionHint: storage,
      tab: window,
      page: document,
      puzzleWait: 2000,
      patience: 3000,
    }),
  storage,
  tab: window,
  sleep: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
})

window.heard = []
auth.onUserChanged((user) => window.heard.push(user?.email ?? null))
Object.assign(window, { port: auth })
