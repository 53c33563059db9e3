import { routes } from '#core/model/routes.ts'
import { isJourneyPath } from './navigation.ts'

/** Whether the page shows what the visitor's device or account knows, so that it waits for the application. */
export const needsApp = (path: string): boolean =>
  isJourneyPath(path) || [routes.signIn, routes.accountRecovery, routes.mailLink, routes.account].some((route) => path === route)

/**
 * Whether the marks of a page's document stand behind its first words (`device-marks.tsx`): where the first paint counts most. Other pages,
 * of many different screens, are read rather than used, and have them in their head.
 */
export const marksFollowWords = (path: string): boolean => path === routes.home || needsApp(path)
