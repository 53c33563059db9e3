import { navigate } from 'gatsby'
import { useEffect } from 'react'
import { resolveStep, leadsToAccount, nextStep, stepPath } from '#core/model/journeys.ts'
import { routes } from '#core/model/routes.ts'
import type { JourneyName, StepId } from '#core/model/routes.ts'
import { useStores, useViews } from '../stores/app-loader.tsx'
import { loadPage } from './gatsby-runtime.ts'
import { whenIdle } from '../components/when-idle.ts'

/**
 * Whether this visitor may see the step. If not, the URL is replaced by a step they may see, even
 * when the step closes while shown, as create-account does once the account exists. A subscriber
 * who would order again is sent to the account and told why. Prefetches what the next step needs.
 * Needs `observer`.
 */
export const useStepGuard = (journey: JourneyName, step: StepId): boolean => {
  const { global, notices } = useStores()
  const target = resolveStep(journey, step, global.journeyState)
  const isAllowed = target === step
  const isForAccount =
    !isAllowed && leadsToAccount(step, global.journeyState, global.hasFoundSubscription)

  useEffect(() => {
    if (isAllowed) return
    if (isForAccount) notices.fail('You already have a plan. Nothing new was started or charged.')
    void navigate(isForAccount ? routes.account : stepPath(journey, target), { replace: true })
  }, [isAllowed, isForAccount, journey, notices, target])

  useEffect(() => {
    if (isAllowed) global.noteVisit(journey)
  }, [global, isAllowed, journey])

  const { prepareCardForm } = useViews()
  const next = isAllowed ? nextStep(journey, step, global.journeyState) : null
  useEffect(() => {
    if (next === null) return undefined
    return whenIdle(() => {
      loadPage(stepPath(journey, next))
      if (next === 'payment') prepareCardForm()
    })
  }, [journey, next, prepareCardForm])

  return isAllowed
}
