import { routes } from '#core/model/routes.ts'
import { isJourneyPath } from './navigation.ts'

/**
 * Whether the page shows what the visitor's device or account knows, so that it waits for the
 * application.
 */
export const needsApp = (path: string): boolean =>
  isJourneyPath(path) ||
  [routes.signIn, routes.accountRecovery, routes.mailLink, routes.account].some(
    (route) => path === route,
  )
