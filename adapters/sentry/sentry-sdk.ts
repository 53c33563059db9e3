/** What is used of the error-reporting SDK, and what is only needed with it. */
export { scrub } from './scrub.ts'
export { breadcrumbsIntegration, captureException, httpContextIntegration, init, linkedErrorsIntegration } from '@sentry/gatsby'
