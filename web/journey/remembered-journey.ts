import { PERSISTED_STATE } from '#core/model/persisted-state-key.ts'
import { readStoredState } from '../stores/stored-state.ts'
import { unfinishedJourney } from './unfinished-journey.ts'
import type { UnfinishedJourney } from './unfinished-journey.ts'

/**
 * Where the visitor would continue according to the storage; null when nothing is left to do.
 * Needs no store.
 */
export const readUnfinishedJourney = (
  read: (key: string) => string | null,
  now: Date,
): UnfinishedJourney | null => {
  const state = readStoredState(read(PERSISTED_STATE), now, 0)
  if (state === null) return null
  const { profile } = state.userData
  return unfinishedJourney({
    signUp: state.signUpData,
    variant: state.abTesting.moneyBeliefResultVariant,
    user: profile && {
      id: profile.id,
      email: profile.email,
      emailVerified: profile.emailVerified,
      providerData: [],
    },
    profile,
  })
}
