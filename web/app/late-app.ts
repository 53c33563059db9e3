import type { App } from '#core/app.ts'
import { PortUnavailable, tolerateOutage } from '#core/model/failures.ts'
import { HINT_KEY } from '#core/model/session-hint.ts'
import type { AnalyticsPort } from '#core/ports/analytics.ts'
import type { ClockPort } from '#core/ports/clock.ts'
import type { StoragePort } from '#core/ports/storage.ts'
import { answerBeliefStatement } from '#core/use-cases/answer-belief-statement.ts'
import { completeSignUp } from '#core/use-cases/complete-sign-up.ts'
import { showBeliefResult } from '#core/use-cases/show-belief-result.ts'
import { trackEvent } from '#core/use-cases/track-event.ts'

/** The use cases that answer at once. */
type Immediate = { [Name in keyof App as ReturnType<App[Name]> extends Promise<unknown> ? never : Name]: App[Name] }

export type LateAppParts = {
  /** Fetches the use cases: with the first that is called, and again after a failure. */
  readonly load: () => Promise<App>
  /** Calls back with the use cases once something has had them loaded. */
  readonly whenLoaded: (work: (app: App) => void) => void
  /** Takes events before the use cases are there. */
  readonly analytics: AnalyticsPort
  /** Where the hint is kept that somebody is signed in. */
  readonly storage: Pick<StoragePort, 'read'>
  readonly clock: ClockPort
  /** The path in view. */
  readonly path: () => string
}

/**
 * The use cases before their code has arrived, so that a page is alive without them. Each waits for it when called; those
 * that answer at once do, and nobody is signed in where no hint says so. A failure to load is an outage.
 */
export const createLateApp = ({ load, whenLoaded, analytics, storage, clock, path }: LateAppParts): App => {
  const reach = async () => {
    try {
      return await load()
    } catch (cause) {
      throw new PortUnavailable('site', cause)
    }
  }

  /** What is told need not arrive with this load: a later one takes it along. */
  const loadAnyway = () => void load().catch(() => {})

  const immediate: Immediate & Pick<App, 'initApp'> = {
    trackEvent: trackEvent({ analytics }),
    answerBeliefStatement: answerBeliefStatement({ analytics }),
    completeSignUp: completeSignUp({ analytics, clock }),
    showBeliefResult: showBeliefResult({ analytics }),
    reportError: (error, context) => {
      const report = { path: path(), ...context }
      whenLoaded((app) => app.reportError(error, report))
      loadAnyway()
    },
    watchUser: (changed) => {
      let isWatching = true
      let stop: (() => void) | null = null
      whenLoaded((app) => {
        if (isWatching) stop = app.watchUser(changed)
      })
      return () => {
        isWatching = false
        stop?.()
      }
    },
    initApp: async () => {
      if (storage.read(HINT_KEY) === null) return { kind: 'anonymous' }
      return (await tolerateOutage(async () => (await reach()).initApp())) ?? { kind: 'identity-unavailable' }
    },
  }

  return new Proxy(immediate as App, {
    get: (own, name: keyof App) =>
      own[name] ?? (async (...input: never[]) => ((await reach())[name] as (...input: never[]) => unknown)(...input)),
  })
}
