import {
  breadcrumbsIntegration,
  captureException,
  httpContextIntegration,
  init,
  linkedErrorsIntegration,
} from '@sentry/gatsby'
import { isForeign } from './foreign-errors.ts'
import { scrub } from './scrub.ts'

export type Report = {
  readonly error: unknown
  readonly context: Readonly<Record<string, string>>
  readonly route: string
}

export type SentryOptions = {
  readonly dsn: string
  readonly release: string
  /**
   * Personal words such as the visitor's name, removed from every report. Called for each report.
   */
  readonly personal: () => readonly string[]
}

/** Starts the SDK. Returns a function that sends a report without personal data. */
export const startSentry = ({ dsn, release, personal }: SentryOptions) => {
  init({
    dsn,
    release,
    // The site reports uncaught errors through the port, so the SDK's own handlers are omitted.
    defaultIntegrations: false,
    integrations: [linkedErrorsIntegration(), httpContextIntegration(), breadcrumbsIntegration()],
    dataCollection: { userInfo: false, cookies: false, httpBodies: [], urlQueryParams: false },
    sendClientReports: false,
    // Scrubs the breadcrumbs again, with the personal words known by now.
    beforeSend: (event) =>
      scrub(
        isForeign(event) ? { ...event, tags: { ...event.tags, foreign: 'true' } } : event,
        personal(),
      ),
    beforeBreadcrumb: (breadcrumb) => scrub(breadcrumb, personal()),
  })
  return ({ error, context, route }: Report): void =>
    void captureException(error, { extra: { ...context }, tags: { route } })
}
