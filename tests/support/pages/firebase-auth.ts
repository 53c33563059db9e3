import { createFirebaseAuth } from '#adapters/firebase/firebase-auth.ts'
import { createStorage } from '#web/app/storage-root.ts'

declare global {
  interface Window {
    heard: (string | null)[]
  }
}

const settings = {
  projectId: 'demo-evenkeel',
  apiKey: 'test-key',
  authDomain: 'demo-evenkeel.firebaseapp.com',
}
const query = new URLSearchParams(location.search)
const emulatorUrl = query.get('emulator') ?? ''

const { storage, opened } = createStorage()
await opened

const auth = createFirebaseAuth({
  settings: async () => ({
    ...settings,
    emulatorUrl,
    isAppVerificationDisabled: !query.has('captcha'),
  }),
  storage,
  // A busy machine takes longer to answer than a visitor is made to wait.
  sleep: (milliseconds) => new Promise((resolve) => setTimeout(resolve, 4 * milliseconds)),
  tab: window,
  page: document,
  puzzleWait: 2000,
})

window.heard = []
auth.onUserChanged((user) => window.heard.push(user?.email ?? null))
Object.assign(window, { port: auth })
