import { stepPath, unfinishedStep } from '#core/model/journeys.ts'
import type { JourneyState } from '#core/model/journeys.ts'
import type { StepId } from '#core/model/routes.ts'
import { stepNames } from '../content/words/journey-words.ts'

export type UnfinishedJourney = {
  readonly step: StepId
  readonly href: string
  readonly label: string
}

/** Where the visitor would continue, in words and as a link; null when nothing is left to do. */
export const unfinishedJourney = (state: JourneyState): UnfinishedJourney | null => {
  const left = unfinishedStep(state)
  return (
    left && {
      step: left.step,
      href: stepPath(left.journey, left.step),
      label: stepNames[left.step],
    }
  )
}
