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

const storage = createLocalStorage(() => localStorage, window)

// As the site puts it together.
const auth = createLateAuth({
  load: async () => {
    const { createFirebaseAuth } = await import('#adapters/firebase/firebase-auth.ts')
    return () =>
      createFirebaseAuth({
        settings: async () => ({ ...settings, emulatorUrl, isAppVerificationDisabled: !query.has('captcha') }),
        storage,
        tab: window,
        page: document,
        puzzleWait: 2000,
      })
  },
  storage,
  sleep: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
})

window.heard = []
auth.onUserChanged((user) => window.heard.push(user?.email ?? null))
Object.assign(window, { port: auth })
