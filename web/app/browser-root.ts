import { lazy } from 'react'
import { createAmplitudeAnalytics } from '#adapters/amplitude/amplitude-analytics.ts'
import { createBrowserClock } from '#adapters/browser/browser-clock.ts'
import { createLocalStorage } from '#adapters/browser/local-storage.ts'
import { createHttpAdminApi } from '#adapters/http/http-admin-api.ts'
import { createRetryingFetch } from '#adapters/http/retrying-fetch.ts'
import { createSentryErrorReporter } from '#adapters/sentry/sentry-error-reporter.ts'
import { createApp } from '#core/app.ts'
import { resolveFeatures } from '#core/model/feature-flags.ts'
import { forgetMeasuring } from '#core/model/tracking-consent.ts'
import { createStores } from '../stores/create-stores.ts'
import type { Stores } from '../stores/create-stores.ts'
import { keepAttributionOfUsers } from '../stores/keep-attribution.ts'
import { createConfigLoader } from './config.ts'
import { initialise } from './initialise.ts'
import { landing } from './landing.ts'
import { createLateAuth } from './late-auth.ts'
import { createLatePayments } from './late-payments.ts'
import { watchMeasuring } from './measuring-choice.ts'
import type { RunningApp } from './session.tsx'
import { noteTouch, readTouches } from './touches.ts'
import { isTrackingAllowed } from './tracking-consent.ts'
import { createVisit, takeUntoldPages } from './visit.ts'
import type { Visit } from './visit.ts'
import { whenIdle } from './when-idle.ts'

declare global {
  interface Window {
    /** Gatsby's: a hash over the whole build. */
    readonly ___webpackCompilationHash?: string
  }
}

/** What this build is called in error reports. */
const release = () => `evenkeel-web@${window.___webpackCompilationHash}`

/** Builds the application on the browser's parts and initialises it. */
export const startBrowserApp = async (): Promise<RunningApp> => {
  const clock = createBrowserClock()
  const storage = createLocalStorage(() => window.localStorage)
  const fetch = createRetryingFetch({ fetch: (...request) => window.fetch(...request), sleep: clock.sleep, random: clock.random })
  const config = createConfigLoader(async (path) => (await fetch(path, { method: 'GET', headers: {} })).text)
  const isAllowed = () => isTrackingAllowed(landing.features, window.navigator, storage)
  if (!isAllowed()) forgetMeasuring(storage)

  const identitySettings = async () => {
    const { firebase, authEmulatorUrl, features } = await config()
    const { verification } = resolveFeatures(landing.search, { ...landing.features, ...features })
    return { ...firebase, emulatorUrl: authEmulatorUrl, isAppVerificationDisabled: !verification }
  }
  const auth = createLateAuth({
    load: async () => {
      // Begun beside the code; a failure shows when the settings are needed.
      void config().catch(() => {})
      const { createFirebaseAuth } = await import('#adapters/firebase/firebase-auth.ts')
      return () => createFirebaseAuth({ settings: identitySettings, storage, tab: window, page: document })
    },
    storage,
    tab: window,
    sleep: clock.sleep,
  })
  const adminApi = createHttpAdminApi({
    baseUrl: async () => (await config()).adminApiUrl,
    fetch,
    idToken: auth.idToken,
    stagingAuth: async () => (await config()).stagingAuth ?? null,
  })
  const paymentParts = createLatePayments(async () =>
    (await import('./payment-root.tsx')).createPaymentParts({ settings: async () => (await config()).stripe, document }))
  // Events can only happen once there are stores to tell the variant.
  const built: { stores?: Stores } = {}
  const analytics = createAmplitudeAnalytics({
    loadSdk: () => import('#adapters/amplitude/amplitude-sdk.ts'),
    settings: async () => (await config()).amplitude ?? null,
    moment: () => ({ time: clock.now().getTime(), path: window.location.pathname, ...readTouches(storage) }),
    variant: () => built.stores?.global.abTesting.moneyBeliefResultVariant ?? null,
    isAllowed,
    whenIdle,
    storage,
    clock,
    page: window,
  })
  const errorReporter = createSentryErrorReporter({
    loadSdk: () => import('#adapters/sentry/sentry-sdk.ts'),
    settings: async () => (await config()).sentry ?? null,
    release: release(),
    route: () => window.location.pathname,
    personal: () => built.stores?.global.personalWords ?? [],
  })

  const app = createApp({ auth, adminApi, payments: paymentParts.payments, storage, analytics, errorReporter, clock })
  const timing = { now: clock.now, sleep: clock.sleep, random: clock.random }
  const stores = createStores({ app, timing, origin: window.location.origin })
  built.stores = stores
  const CardForm = lazy(async () => ({ default: (await paymentParts.load()).CardForm }))
  const visitFrom = (referrer: string): Visit =>
    createVisit({
      track: app.trackEvent,
      storage,
      isAllowed,
      now: () => clock.now().getTime(),
      referrer,
      origin: window.location.origin,
    })
  const running = { app, stores, visit: visitFrom(landing.referrer), views: { CardForm, prepareCardForm: paymentParts.prepare } }
  await initialise(running, { storage, timing, page: window })
  for (const { referrer, moments } of takeUntoldPages(storage)) {
    const earlier = visitFrom(referrer)
    for (const moment of moments) earlier.take(moment)
  }
  if (isAllowed()) noteTouch(storage, landing.search)
  keepAttributionOfUsers({ app, global: stores.global })
  watchMeasuring(() => {
    if (!isAllowed()) analytics.forget()
  })
  return running
}
