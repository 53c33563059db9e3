import { isUnderWay, resumeStep, stepPath } from '#core/model/journeys.ts'
import {
  PERSISTED_STATE,
  PERSISTED_STATE_VERSION,
  restoreAbTesting,
  restoreSignUpData,
  restoreUserData,
} from '#core/model/persisted-state.ts'
import type { StepId } from '#core/model/routes.ts'

export type UnfinishedJourney = { readonly href: string; readonly label: string }

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

/** Where the visitor's sign-up stands by what this device remembers; null when none is under way. Needs no store. */
export const readUnfinishedJourney = (read: (key: string) => string | null, now: Date): UnfinishedJourney | null => {
  const stored = parse(read(PERSISTED_STATE))
  if (!isOurVersion(stored)) return null
  const signUp = restoreSignUpData(stored.signUpData, now)
  if (!isUnderWay({ signUp }) || signUp.visitedSteps.includes('download-app')) return null
  const { profile } = restoreUserData(stored.userData)
  const step = resumeStep('sign-up', {
    signUp,
    variant: restoreAbTesting(stored.abTesting, 0).moneyBeliefResultVariant,
    user: profile && { id: profile.id, email: profile.email, emailVerified: profile.emailVerified, providerData: [] },
    profile,
  })
  return { href: stepPath('sign-up', step), label: labels[step] }
}
