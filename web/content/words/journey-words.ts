import type { JourneyName } from '#core/model/routes.ts'

/** What the progress bar calls a journey. */
export const journeyNames: Readonly<Record<JourneyName, string>> = {
  'sign-up': 'Getting started',
  enroll: 'Quick sign-up',
  assessment: 'Assessment',
}
