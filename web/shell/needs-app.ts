import { routes } from '#core/model/routes.ts'
import { isJourneyPath } from './navigation.ts'

/**
 * Whether the page waits for the application, because it shows data of the device or the account.
 */
export const needsApp = (path: string): boolean =>
  isJourneyPath(path) ||
  [routes.signIn, routes.accountRecovery, routes.mailLink, routes.account].some(
    (route) => path === route,
  )
