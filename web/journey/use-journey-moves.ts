import { navigate } from 'gatsby'
import { nextStep, previousStep, stepPath } from '#core/model/journeys.ts'
import type { JourneyName, StepId } from '#core/model/routes.ts'
import { useStores } from '../stores/app-loader.tsx'
import { stepNames } from '../content/words/journey-words.ts'
import { useProgress } from './use-progress.ts'

/** The moves to the next and previous step. Needs `observer`. */
export const useStepMoves = (journey: JourneyName, step: StepId) => {
  const { global } = useStores()
  const previous = previousStep(journey, step, global.journeyState)
  return {
    goOn: () => {
      // Ignores a late answer once the visitor has left the step.
      if (window.location.pathname.replace(/\/$/, '') !== stepPath(journey, step)) return
      const next = nextStep(journey, step, global.journeyState)
      if (next) void navigate(stepPath(journey, next))
    },
    isLast: nextStep(journey, step, global.journeyState) === null,
    /** Null on the first step, and when every earlier step is closed. */
    goBack: previous && (() => void navigate(stepPath(journey, previous))),
  }
}

/**
 * The moves from a step, and the progress there, labelled with what the visitor does. Needs
 * `observer`.
 */
export const useJourneyMoves = (
  journey: JourneyName,
  step: StepId,
  label: string = stepNames[step],
) => {
  const moves = useStepMoves(journey, step)
  // The last step leaves nothing to do.
  const passed = moves.isLast ? 1 : 0
  return { ...moves, progress: useProgress(journey, { step, passed }, label) }
}
