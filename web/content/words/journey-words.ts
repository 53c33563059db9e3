import type { JourneyName } from '#core/model/routes.ts'

/** Journey labels for the progress bar. */
export const journeyNames: Readonly<Record<JourneyName, string>> = {
  'sign-up': 'Getting started',
  enroll: 'Quick sign-up',
  assessment: 'Assessment',
}
