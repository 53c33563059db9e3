import { stepPath, unfinishedStep } from '#core/model/journeys.ts'
import type { JourneyState } from '#core/model/journeys.ts'
import type { StepId } from '#core/model/routes.ts'

export type UnfinishedJourney = {
  readonly step: StepId
  readonly href: string
  readonly label: string
}

const labels: Readonly<Record<StepId, string>> = {
  survey: 'Your check-up',
  'money-belief': 'Your money beliefs',
  'money-belief-result': 'Your money beliefs',
  'money-belief-overview': 'Your money beliefs',
  'money-belief-behavior': 'How your beliefs show up',
  'money-belief-manage': 'What to do about your beliefs',
  'choose-subscription-plan': 'Choosing a plan',
  'create-account': 'Your account',
  'verify-email': 'Confirming your email',
  payment: 'Payment',
  'personal-details': 'A little about you',
  'download-app': 'Getting the app',
}

/** Where the visitor would continue, in words and as a link; null when nothing is left to do. */
export const unfinishedJourney = (state: JourneyState): UnfinishedJourney | null => {
  const left = unfinishedStep(state)
  return (
    left && { step: left.step, href: stepPath(left.journey, left.step), label: labels[left.step] }
  )
}
