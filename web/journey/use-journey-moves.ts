import { navigate } from 'gatsby'
import { journeyProgress, nextStep, previousStep, stepPath } from '#core/model/journeys.ts'
import type { JourneyName, StepId } from '#core/model/routes.ts'
import { useStores } from '../stores/app-loader.tsx'
import { journeyNames } from '../content/words/journey-words.ts'

/** The moves to the next and previous step, and the progress. For observers. */
export const useJourneyMoves = (journey: JourneyName, step: StepId) => {
  const { global } = useStores()
  const previous = previousStep(journey, step, global.journeyState)
  const { current, total } = journeyProgress(
    journey,
    step,
    global.abTesting.moneyBeliefResultVariant,
  )
  return {
    goOn: () => {
      const next = nextStep(journey, step, global.journeyState)
      if (next) void navigate(stepPath(journey, next))
    },
    isLast: nextStep(journey, step, global.journeyState) === null,
    /** Null at the first step and where every earlier one is closed. */
    goBack: previous && (() => void navigate(stepPath(journey, previous))),
    progress: {
      label: journeyNames[journey],
      value: current,
      max: total,
      text: `Step ${current} of ${total}`,
    },
  }
}
