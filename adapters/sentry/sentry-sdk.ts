/** What is used of the error-reporting SDK, and what is only needed with it. */
export { isForeign } from './foreign-errors.ts'
export { scrub } from './scrub.ts'
export { breadcrumbsIntegration, captureException, httpContextIntegration, init, linkedErrorsIntegration } from '@sentry/gatsby'
