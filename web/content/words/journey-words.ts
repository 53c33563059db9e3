import type { Leg } from '#core/model/course.ts'
import type { JourneyName, StepId } from '#core/model/routes.ts'

/** Journey labels for the progress bar. */
export const journeyNames: Readonly<Record<JourneyName, string>> = {
  'sign-up': 'Getting started',
  enroll: 'Quick sign-up',
  assessment: 'Check-up and beliefs',
}

/** The parts of a journey. */
export const legNames: Readonly<Record<Leg, string>> = {
  'check-up': 'Check-up',
  beliefs: 'Beliefs',
  plan: 'Your plan',
}

/** The steps, in the progress and in "Continue where you left off". */
export const stepNames: Readonly<Record<StepId, string>> = {
  survey: 'Your check-up',
  'money-belief': 'Your money beliefs',
  'money-belief-result': 'Your money beliefs',
  'money-belief-overview': 'Your money beliefs',
  'money-belief-behavior': 'How your beliefs show up',
  'money-belief-manage': 'What to do about your beliefs',
  'choose-subscription-plan': 'Choosing a plan',
  'create-account': 'Creating your account',
  'verify-email': 'Confirming your email',
  payment: 'Payment',
  'personal-details': 'A little about you',
  'download-app': 'Getting the app',
}
