/** The parts of the error-reporting SDK that the site uses, and what they need. */
export { isForeign } from './foreign-errors.ts'
export { scrub } from './scrub.ts'
export {
  breadcrumbsIntegration,
  captureException,
  httpContextIntegration,
  init,
  linkedErrorsIntegration,
} from '@sentry/gatsby'
