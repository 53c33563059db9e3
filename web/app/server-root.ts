import crossFetch from 'cross-fetch'
import { createBrowserClock } from '#adapters/browser/browser-clock.ts'
import { createHttpAdminApi } from '#adapters/http/http-admin-api.ts'
import { createRevalidatingFetch } from '#adapters/http/revalidating-fetch.ts'
import { createRetryingFetch } from '#adapters/http/retrying-fetch.ts'
import { createMemoryAnalytics } from '#adapters/memory/memory-analytics.ts'
import { createMemoryAuth } from '#adapters/memory/memory-auth.ts'
import { createMemoryChallenge } from '#adapters/memory/memory-challenge.ts'
import { createMemoryErrorReporter } from '#adapters/memory/memory-error-reporter.ts'
import { createMemoryPasswords } from '#adapters/memory/memory-passwords.ts'
import { createMemoryPayments } from '#adapters/memory/memory-payments.ts'
import { createMemoryStorage } from '#adapters/memory/memory-storage.ts'
import { createApp } from '#core/app.ts'
import type { Ports } from '#core/ports/ports.ts'
import { tolerateOutage } from '#core/model/failures.ts'
import type { DiagnosisKind, Questionnaire } from '#core/model/survey.ts'
import type { ServedAssessment } from '../screens/assessment/served-assessment.ts'
import { createStores } from '../stores/create-stores.ts'
import type { RunningApp } from '../stores/app-loader.tsx'

/** How long a render waits for the admin API, in milliseconds; the browser can ask again. */
const RENDER_WAIT = 2000

/** How long questions are served without asking the admin API again, in milliseconds. */
const QUESTIONS_LIFETIME = 10_000

/** How long after that a stale answer is still served while it is revalidated, in milliseconds. */
const QUESTIONS_GRACE = 60_000

// Shared by all renders: the questions are the same for every visitor, and the last good response
// is served during an outage.
const serverClock = createBrowserClock()
const fetchQuestions = createRevalidatingFetch({
  fetch: createRetryingFetch({
    fetch: crossFetch,
    sleep: serverClock.sleep,
    random: serverClock.random,
    timeout: RENDER_WAIT,
  }),
  now: serverClock.now,
  lifetime: QUESTIONS_LIFETIME,
  staleWhileRevalidate: QUESTIONS_GRACE,
})

// Gatsby compiles a bare `process.env` away; through globalThis it is read at run time.
const createServerPorts = (): Ports => {
  const auth = createMemoryAuth()
  return {
    auth,
    passwords: createMemoryPasswords(),
    challenge: createMemoryChallenge(),
    clock: serverClock,
    adminApi: createHttpAdminApi({
      baseUrl: () => globalThis.process.env.ADMIN_API_URL || 'http://localhost:8001',
      stagingAuth: () => globalThis.process.env.STAGING_AUTH || null,
      fetch: fetchQuestions,
      idToken: auth.idToken,
    }),
    payments: createMemoryPayments(),
    storage: createMemoryStorage(),
    analytics: createMemoryAnalytics(),
    errorReporter: createMemoryErrorReporter(),
  }
}

/**
 * The application for one render: nobody is signed in and nothing is persisted, so every visitor
 * gets the same HTML.
 */
export const createServerRunning = (): RunningApp => {
  const ports = createServerPorts()
  const app = createApp(ports)
  const timing = { now: () => new Date(0), sleep: () => Promise.resolve(), random: () => 0 }
  const stores = createStores({ app, ports, timing, origin: '' })
  stores.global.applyInit({ kind: 'anonymous' })
  return {
    app,
    stores,
    recordStepView: () => {},
    views: { CardForm: () => null, prepareCardForm: () => {} },
  }
}

/** The number of the question that a URL names. Nothing else in the query reaches the HTML. */
const stepOf = (questionnaire: Questionnaire | null, asked: unknown): string | null => {
  const steps = (questionnaire?.questions ?? []).map((_, index) => String(index + 1))
  return steps.find((step) => step === asked) ?? null
}

type ServerRequest = { readonly query?: Readonly<Record<string, unknown>> }

/**
 * Initializes the application, as for every server-rendered page. Finishes immediately, because
 * nobody is signed in.
 */
export const serveStep = async (): Promise<{ props: object }> => {
  await createApp(createServerPorts()).initApp()
  return { props: {} }
}

/**
 * Fetches a questionnaire, so that the first HTML contains the question itself. If that fails, the
 * browser fetches it, and a header reports the failure to the site's own metrics.
 */
export const serveAssessment = async (
  kind: DiagnosisKind,
  { query }: ServerRequest,
): Promise<{ props: ServedAssessment; headers: Record<string, string> }> => {
  const app = createApp(createServerPorts())
  await app.initApp()
  const questionnaire = await tolerateOutage(() => app.loadQuestionnaire(kind))
  return {
    props: { questionnaire, step: stepOf(questionnaire, query?.step) },
    headers: questionnaire === null ? { 'x-page-data': 'incomplete' } : {},
  }
}
