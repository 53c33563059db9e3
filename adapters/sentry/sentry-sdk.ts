/** What is used of the error-reporting SDK. */
export { breadcrumbsIntegration, captureException, httpContextIntegration, init, linkedErrorsIntegration } from '@sentry/gatsby'
