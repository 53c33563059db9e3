import {
  PERSISTED_STATE,
  PERSISTED_STATE_VERSION,
  restoreAbTesting,
  restoreSignUpData,
  restoreUserData,
} from '#core/model/persisted-state.ts'
import { unfinishedJourney } from './unfinished-journey.ts'
import type { UnfinishedJourney } from './unfinished-journey.ts'

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

/**
 * Where the visitor would continue according to local storage; null when nothing is left to do.
 * Needs no store.
 */
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
