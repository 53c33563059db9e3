import { createBrowserClock } from '#adapters/browser/browser-clock.ts'
import { createLocalStorage } from '#adapters/browser/local-storage.ts'
import { createFirebaseAuth } from '#adapters/firebase/firebase-auth.ts'
import { createHttpAdminApi } from '#adapters/http/http-admin-api.ts'
import { createRetryingFetch } from '#adapters/http/retrying-fetch.ts'
import { createMemoryAnalytics } from '#adapters/memory/memory-analytics.ts'
import { createMemoryErrorReporter } from '#adapters/memory/memory-error-reporter.ts'
import { createMemoryPayments } from '#adapters/memory/memory-payments.ts'
import { createApp } from '#core/app.ts'
import { createStores } from '../stores/create-stores.ts'
import { createConfigLoader } from './config.ts'
import { initialise } from './initialise.ts'
import type { RunningApp } from './session.tsx'

/** Builds the application on the browser's parts and initialises it. */
export const startBrowserApp = async (): Promise<RunningApp> => {
  const clock = createBrowserClock()
  const storage = createLocalStorage(() => window.localStorage)
  const fetch = createRetryingFetch({
    fetch: (...request) => window.fetch(...request),
    sleep: clock.sleep,
    random: clock.random,
  })
  const config = createConfigLoader(async (path) => (await fetch(path, { method: 'GET', headers: {} })).text)

  const auth = createFirebaseAuth({
    loadSdk: () => import('#adapters/firebase/firebase-sdk.ts'),
    settings: async () => {
      const { firebase, authEmulatorUrl } = await config()
      return { ...firebase, emulatorUrl: authEmulatorUrl }
    },
    sessionHint: storage,
    tab: window,
  })
  const adminApi = createHttpAdminApi({
    baseUrl: async () => (await config()).adminApiUrl,
    fetch,
    idToken: auth.idToken,
    stagingAuth: async () => (await config()).stagingAuth ?? null,
  })
  const app = createApp({
    auth,
    adminApi,
    clock,
    storage,
    payments: createMemoryPayments(),
    analytics: createMemoryAnalytics(),
    errorReporter: createMemoryErrorReporter(),
  })

  const timing = { now: clock.now, sleep: clock.sleep, random: clock.random }
  const running = { app, stores: createStores({ app, timing, origin: window.location.origin }) }
  await initialise(running, { storage, timing, tab: window })
  return running
}
