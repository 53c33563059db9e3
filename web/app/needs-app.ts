import { routes } from '#core/model/routes.ts'
import type { StepId } from '#core/model/routes.ts'
import { isJourneyPath } from './navigation.ts'

/** Whether the page shows what the visitor's device or account knows, so that it waits for the application. */
export const needsApp = (path: string): boolean =>
  isJourneyPath(path) || [routes.signIn, routes.accountRecovery, routes.mailLink, routes.account].some((route) => path === route)

const stepsWithMoney: readonly StepId[] = ['choose-subscription-plan', 'payment']

/** Whether the page shows amounts and dates at once. */
export const showsMoney = (path: string): boolean => stepsWithMoney.some((step) => path.endsWith(`/${step}`))

/**
 * Whether the marks of a page's document stand behind its first words (`device-marks.tsx`): where the first paint counts most. Other pages,
 * of many different screens, are read rather than used, and have them in their head.
 */
export const marksFollowWords = (path: string): boolean => path === routes.home || needsApp(path)
