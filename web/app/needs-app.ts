import { routes } from '#core/model/routes.ts'
import type { StepId } from '#core/model/routes.ts'
import { isJourneyPath } from './navigation.ts'

/** Whether the page shows what the visitor's device or account knows, so that it waits for the application. */
export const needsApp = (path: string): boolean =>
  isJourneyPath(path) || [routes.signIn, routes.accountRecovery, routes.mailLink, routes.account].some((route) => path === route)

const stepsWithMoney: readonly StepId[] = ['choose-subscription-plan', 'payment']

/** Whether the page shows amounts and dates at once. */
export const showsMoney = (path: string): boolean => stepsWithMoney.some((step) => path.endsWith(`/${step}`))
