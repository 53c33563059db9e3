import { journeyPrefixes, routes } from '#core/model/routes.ts'
import { isJourneyPath } from './navigation.ts'

/** Whether the page shows what the visitor's device or account knows, so that it waits for the application. */
export const needsApp = (path: string): boolean =>
  isJourneyPath(path) || [routes.signIn, routes.accountRecovery, routes.mailLink, routes.account].some((route) => path === route)

const asking: readonly string[] = [
  routes.mailLink,
  routes.account,
  ...(['sign-up', 'enroll'] as const).flatMap((journey) =>
    ['choose-subscription-plan', 'payment', 'email-confirmed'].map((step) => `${journeyPrefixes[journey]}/${step}`)),
]

/** Whether the page asks something as soon as it is alive, so that the use cases are wanted with it. */
export const asksAtOnce = (path: string): boolean => asking.includes(path)
