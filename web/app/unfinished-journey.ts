import { stepPath, unfinishedStep } from '#core/model/journeys.ts'
import type { JourneyState } from '#core/model/journeys.ts'
import {
  PERSISTED_STATE,
  PERSISTED_STATE_VERSION,
  restoreAbTesting,
  restoreSignUpData,
  restoreUserData,
} from '#core/model/persisted-state.ts'
import type { StepId } from '#core/model/routes.ts'

export type UnfinishedJourney = { readonly step: StepId; readonly href: string; readonly label: string }

const labels: Readonly<Record<StepId, string>> = {
  survey: 'Your check-up',
  'money-belief': 'Your money beliefs',
  'money-belief-result': 'Your money beliefs',
  'money-belief-overview': 'Your money beliefs',
  'money-belief-behavior': 'How your beliefs show',
  'money-belief-manage': 'What to do with your beliefs',
  'choose-subscription-plan': 'Choosing a plan',
  'create-account': 'Your account',
  'verify-email': 'Confirming your email',
  payment: 'Payment',
  'personal-details': 'A little about you',
  'download-app': 'Getting the app',
}

const parse = (text: string | null): Readonly<Record<string, unknown>> => {
  try {
    const parsed: unknown = JSON.parse(text ?? '{}')
    return typeof parsed === 'object' && parsed !== null ? { ...parsed } : {}
  } catch {
    return {}
  }
}

const isOurVersion = ({ __mps__: about }: Readonly<Record<string, unknown>>): boolean =>
  typeof about === 'object' && about !== null && 'version' in about && about.version === PERSISTED_STATE_VERSION

/** Where the visitor would go on, in words and as a link; null when nothing is left to do. */
export const unfinishedJourney = (state: JourneyState): UnfinishedJourney | null => {
  const left = unfinishedStep(state)
  return left && { step: left.step, href: stepPath(left.journey, left.step), label: labels[left.step] }
}

/** The same by what this device remembers. Needs no store. */
export const readUnfinishedJourney = (read: (key: string) => string | null, now: Date): UnfinishedJourney | null => {
  const stored = parse(read(PERSISTED_STATE))
  if (!isOurVersion(stored)) return null
  const { profile } = restoreUserData(stored.userData)
  return unfinishedJourney({
    signUp: restoreSignUpData(stored.signUpData, now),
    variant: restoreAbTesting(stored.abTesting, 0).moneyBeliefResultVariant,
    user: profile && { id: profile.id, email: profile.email, emailVerified: profile.emailVerified, providerData: [] },
    profile,
  })
}
