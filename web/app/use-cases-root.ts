import crossFetch from 'cross-fetch'
import { createAmplitudeAnalytics } from '#adapters/amplitude/amplitude-analytics.ts'
import { createCommonPasswords, loadCommonPasswords } from '#adapters/browser/common-passwords.ts'
import { createFirebaseAuth } from '#adapters/firebase/firebase-auth.ts'
import { createHttpAdminApi } from '#adapters/http/http-admin-api.ts'
import { createRetryingFetch } from '#adapters/http/retrying-fetch.ts'
import { createRecaptchaChallenge } from '#adapters/recaptcha/recaptcha-challenge.ts'
import { createSentryErrorReporter } from '#adapters/sentry/sentry-error-reporter.ts'
import { createStripe } from '#adapters/stripe/stripe.ts'
import { createApp } from '#core/app.ts'
import type { App } from '#core/app.ts'
import { resolveFeatures } from '#core/model/feature-flags.ts'
import { forgetMeasuring } from '#core/model/tracking-consent.ts'
import type { ClockPort } from '#core/ports/clock.ts'
import type { StoragePort } from '#core/ports/storage.ts'
import type { GlobalStore } from '../stores/global-store.ts'
import { keepAttributionOfUsers } from '../stores/keep-attribution.ts'
import type { ServerClock } from '../stores/server-clock.ts'
import { createConfigLoader } from './config.ts'
import type { FirstMoments } from './first-moments.ts'
import { landing } from './landing.ts'
import { watchMeasuring } from './measuring-choice.ts'
import { noteTouch, readTouches } from './touches.ts'
import { isTrackingAllowed } from './tracking-consent.ts'
import { createVisit, takeUntoldPages } from './visit.ts'
import { whenIdle } from './when-idle.ts'

declare global {
  interface Window {
    /** Gatsby's: a hash over the whole build. */
    readonly ___webpackCompilationHash?: string
  }
}

/** What this build is called in error reports. */
const release = () => `evenkeel-web@${window.___webpackCompilationHash}`

export type UseCasesParts = {
  readonly clock: ClockPort
  readonly storage: StoragePort
  readonly global: GlobalStore
  readonly serverClock: ServerClock
  readonly moments: FirstMoments
}

/** What follows once a page is alive. */
export type UseCases = { readonly app: App; readonly stripe: ReturnType<typeof createStripe> }

/** Builds the use cases on the browser's parts, and takes over what has been noted for measuring. */
export const createUseCases = ({ clock, storage, global, serverClock, moments }: UseCasesParts): UseCases => {
  const fetch = createRetryingFetch({ fetch: crossFetch, sleep: clock.sleep, random: clock.random })
  const config = createConfigLoader(async (path) => (await fetch(path, { method: 'GET', headers: {} })).text)
  const isAllowed = () => isTrackingAllowed(landing.features, window.navigator, storage)

  const identitySettings = async () => {
    const { firebase, authEmulatorUrl, features } = await config()
    const { verification } = resolveFeatures(landing.search, { ...landing.features, ...features })
    return { ...firebase, emulatorUrl: authEmulatorUrl, isAppVerificationDisabled: !verification }
  }
  const auth = createFirebaseAuth({ settings: identitySettings, storage, sleep: clock.sleep, tab: window, page: document })
  const adminApi = createHttpAdminApi({
    baseUrl: async () => (await config()).adminApiUrl,
    fetch,
    idToken: auth.idToken,
    heardTime: serverClock.learn,
    stagingAuth: async () => (await config()).stagingAuth ?? null,
  })
  const passwords = createCommonPasswords({ load: loadCommonPasswords, sleep: clock.sleep })
  const stripe = createStripe({ settings: async () => (await config()).stripe, document, locale: 'en' })
  const challenge = createRecaptchaChallenge({
    settings: async () => (landing.features.verification ? ((await config()).recaptcha ?? null) : null),
    tab: window,
  })
  const analytics = createAmplitudeAnalytics({
    loadSdk: () => import('#adapters/amplitude/amplitude-sdk.ts'),
    settings: async () => (await config()).amplitude ?? null,
    moment: () => ({ time: clock.now().getTime(), path: window.location.pathname, ...readTouches(storage) }),
    variant: () => global.abTesting.moneyBeliefResultVariant,
    isAllowed,
    whenIdle,
    storage,
    clock,
    page: window,
  })
  if (!isAllowed()) {
    forgetMeasuring(storage)
    analytics.forget()
  }
  const errorReporter = createSentryErrorReporter({
    loadSdk: () => import('#adapters/sentry/sentry-sdk.ts'),
    settings: async () => (await config()).sentry ?? null,
    release: release(),
    route: () => window.location.pathname,
    personal: () => global.personalWords,
  })
  const app = createApp({ auth, passwords, challenge, adminApi, payments: stripe.payments, storage, analytics, errorReporter, clock })

  const visitFrom = (referrer: string) =>
    createVisit({ track: app.trackEvent, storage, isAllowed, referrer, origin: window.location.origin })
  for (const { referrer, moments: untold } of takeUntoldPages(storage)) {
    const visit = visitFrom(referrer)
    for (const { mayStay, ...moment } of untold) visit(moment, mayStay)
  }
  if (isAllowed()) noteTouch(storage, landing.search)
  moments.tellTo(visitFrom(landing.referrer))
  keepAttributionOfUsers({ app, global })
  watchMeasuring(storage, () => {
    if (!isAllowed()) analytics.forget()
  })
  return { app, stripe }
}
