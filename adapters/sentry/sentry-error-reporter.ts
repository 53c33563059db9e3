import type { ErrorReporterPort } from '#core/ports/error-reporter.ts'

type SentrySdk = typeof import('./sentry-sdk.ts')

export type SentryParts = {
  readonly loadSdk: () => Promise<SentrySdk>
  /** Null: there is no reporting service; nothing is loaded or sent. */
  readonly settings: () => Promise<{ readonly dsn: string } | null>
  readonly release: string
  /** The current route, for errors whose context has no `path`. */
  readonly route: () => string
  /**
   * Personal words such as the visitor's name, removed from every report. Called for each report.
   */
  readonly personal: () => readonly string[]
}

type Report = {
  readonly error: unknown
  readonly context: Readonly<Record<string, string>>
  readonly route: string
}

/** Reports waiting for the SDK; a page that throws more has nothing new to tell. */
const CAPACITY = 20

const start = (
  sdk: SentrySdk,
  dsn: string,
  { release, personal }: Pick<SentryParts, 'release' | 'personal'>,
) =>
  sdk.init({
    dsn,
    release,
    // The site reports uncaught errors through the port, so the SDK's own handlers are left out.
    defaultIntegrations: false,
    integrations: [
      sdk.linkedErrorsIntegration(),
      sdk.httpContextIntegration(),
      sdk.breadcrumbsIntegration(),
    ],
    dataCollection: { userInfo: false, cookies: false, httpBodies: [], urlQueryParams: false },
    sendClientReports: false,
    // Scrubs the breadcrumbs again, with the personal words known by now.
    beforeSend: (event) => {
      const tagged = sdk.isForeign(event)
        ? { ...event, tags: { ...event.tags, foreign: 'true' } }
        : event
      return sdk.scrub(tagged, personal())
    },
    beforeBreadcrumb: (breadcrumb) => sdk.scrub(breadcrumb, personal()),
  })

/**
 * Sentry. Its SDK is loaded with the first report. When it cannot be loaded, reports wait for the
 * next one.
 */
export const createSentryErrorReporter = ({
  loadSdk,
  settings,
  release,
  route,
  personal,
}: SentryParts): ErrorReporterPort => {
  const known = new WeakSet<object>()
  let waiting: readonly Report[] = []
  let sdk: SentrySdk | null = null
  let isStarting = false
  let isOff = false

  const send = ({ error, context, route }: Report) =>
    void sdk?.captureException(error, { extra: { ...context }, tags: { route } })

  const drain = async () => {
    const found = await settings()
    if (found === null) {
      isOff = true
      waiting = []
      return
    }
    const loaded = await loadSdk()
    start(loaded, found.dsn, { release, personal })
    sdk = loaded
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
      if (sdk) return send(report)
      waiting = [...waiting, report].slice(0, CAPACITY)
      begin()
    },
  }
}
