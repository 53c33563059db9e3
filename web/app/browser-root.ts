import { createBrowserClock } from '#adapters/browser/browser-clock.ts'
import { createCommonPasswords, loadCommonPasswords } from '#adapters/browser/common-passwords.ts'
import { loadOnce } from '#adapters/browser/load-once.ts'
import { createFirebaseAuth } from '#adapters/firebase/firebase-auth.ts'
import { createLazyAdminApi } from '#adapters/http/lazy-admin-api.ts'
import { createRecaptchaChallenge } from '#adapters/recaptcha/recaptcha-challenge.ts'
import { createSentryErrorReporter } from '#adapters/sentry/sentry-error-reporter.ts'
import { createStripe } from '#adapters/stripe/stripe.ts'
import { createApp } from '#core/app.ts'
import { resolveFeatures } from '#core/model/feature-flags.ts'
import type { StoragePort } from '#core/ports/storage.ts'
import { buildHash } from '../journey/gatsby-runtime.ts'
import textFont from '../styles/fonts/figtree.woff2'
import { createStores } from '../stores/create-stores.ts'
import { ServerClock } from '../stores/server-clock.ts'
import type { EventBuffer } from '../analytics/event-buffer.ts'
import { restoreState } from './restore-state.ts'
import { landing } from '../analytics/landing.ts'
import type { RunningApp } from '../stores/app-loader.tsx'
import { readAttribution } from '../analytics/stored-attribution.ts'
import { isTrackingAllowed } from '../analytics/tracking-consent.ts'
import { whenIdle } from '../components/when-idle.ts'

/** Builds the application on the browser's adapters and restores its state. */
export const startBrowserApp = async (
  events: EventBuffer,
  storage: StoragePort,
): Promise<RunningApp> => {
  const clock = createBrowserClock()
  const timing = { now: clock.now, sleep: clock.sleep, random: clock.random }
  const network = loadOnce(async () => {
    const { openNetwork } = await import(/* webpackChunkName: "network" */ './network-root.ts')
    return openNetwork({
      clock,
      idToken: auth.idToken,
      heardTime: (time) => stores.getStore(ServerClock).learn(time),
    })
  })
  const config = async () => (await network()).config()
  const isAllowed = () => isTrackingAllowed(landing.features, window.navigator, storage)

  const auth = createFirebaseAuth({
    settings: async () => {
      const { firebase, authEmulatorUrl, features } = await config()
      const { verification } = resolveFeatures(landing.search, { ...landing.features, ...features })
      return { ...firebase, emulatorUrl: authEmulatorUrl, isAppVerificationDisabled: !verification }
    },
    storage,
    sleep: clock.sleep,
    tab: window,
    page: document,
  })
  const adminApi = createLazyAdminApi(async () => (await network()).adminApi)
  const stripe = createStripe({
    settings: async () => (await config()).stripe,
    document,
    locale: 'en',
    // Repeats fonts.css, which the provider's frame does not load.
    fonts: [
      {
        family: 'Figtree Variable',
        src: `url(${new URL(textFont, window.location.origin).href}) format('woff2')`,
        weight: '400 700',
      },
    ],
  })
  const ports = {
    auth,
    adminApi,
    analytics: events,
    storage,
    clock,
    payments: stripe.payments,
    passwords: createCommonPasswords({ load: loadCommonPasswords, sleep: clock.sleep }),
    challenge: createRecaptchaChallenge({
      settings: async () =>
        landing.features.verification ? ((await config()).recaptcha ?? null) : null,
      tab: window,
    }),
    errorReporter: createSentryErrorReporter({
      settings: async () => (await config()).sentry ?? null,
      release: `evenkeel-web@${buildHash()}`,
      route: () => window.location.pathname,
      personal: () => stores.global.personalWords,
    }),
  }
  const app = createApp(ports)
  const stores = createStores({
    app,
    ports,
    timing,
    origin: window.location.origin,
    isOnline: () => window.navigator.onLine,
    page: () => window.location.pathname,
  })

  /** Until analytics has loaded, and if its code cannot be loaded, events wait in the buffer. */
  const loadAnalytics = async () => {
    const [{ createAnalytics }, { startAnalytics }] = await Promise.all([
      import(/* webpackChunkName: "analytics" */ './analytics-root.ts'),
      import(/* webpackChunkName: "analytics" */ '../analytics/start-analytics.ts'),
    ])
    const analytics = createAnalytics({
      settings: async () => (await config()).analytics ?? null,
      moment: () => ({
        time: clock.now().getTime(),
        path: window.location.pathname,
        ...readAttribution(storage),
      }),
      variant: () => stores.global.abTesting.moneyBeliefResultVariant,
      isAllowed,
      whenIdle,
      storage,
      clock,
      page: window,
    })
    startAnalytics({ app, ports, analytics, events, global: stores.global, isAllowed })
  }
  const views = { CardForm: stripe.CardForm, prepareCardForm: stripe.prepare }
  const running = { app, stores, recordStepView: events.recordStepView, views }
  await restoreState(running, { storage, timing, tab: window })
  whenIdle(() => void loadAnalytics().catch(() => {}))
  return running
}
