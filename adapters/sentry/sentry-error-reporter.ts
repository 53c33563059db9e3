import type { ErrorReporterPort } from '#core/ports/error-reporter.ts'
import type { Report, SentryOptions } from './sentry-sdk.ts'

export type SentryParts = Pick<SentryOptions, 'release' | 'personal'> & {
  /** Null when there is no reporting service: nothing is loaded or sent. */
  readonly settings: () => Promise<{ readonly dsn: string } | null>
  /** The current route, for errors whose context has no `path`. */
  readonly route: () => string
}

/** The most reports kept until the SDK has loaded; later ones are dropped. */
const CAPACITY = 20

/**
 * Sentry. Its SDK is loaded with the first report. When it cannot be loaded, reports wait for the
 * next one.
 */
export const createSentryErrorReporter = ({
  settings,
  route,
  ...parts
}: SentryParts): ErrorReporterPort => {
  const known = new WeakSet<object>()
  let waiting: readonly Report[] = []
  let send: ((report: Report) => void) | null = null
  let isStarting = false
  let isOff = false

  const drain = async () => {
    const found = await settings()
    if (found === null) {
      isOff = true
      waiting = []
      return
    }
    const { startSentry } = await import('./sentry-sdk.ts')
    send = startSentry({ ...parts, dsn: found.dsn })
    const reports = waiting
    waiting = []
    for (const report of reports) send(report)
  }

  const isRepeated = (error: unknown): boolean => {
    if (typeof error !== 'object' || error === null) return false
    if (known.has(error)) return true
    known.add(error)
    return false
  }

  const begin = () => {
    if (isStarting) return
    isStarting = true
    void drain()
      .catch(() => undefined)
      .finally(() => {
        isStarting = false
      })
  }

  return {
    report: (error, context = {}) => {
      if (isOff || isRepeated(error)) return
      const report = { error, context, route: context['path'] ?? route() }
      if (send) return send(report)
      waiting = [...waiting, report].slice(0, CAPACITY)
      begin()
    },
  }
}
