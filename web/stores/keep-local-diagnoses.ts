import type { App } from '#core/app.ts'
import { PortUnavailable, SessionExpired } from '#core/model/failures.ts'
import type { Profile } from '#core/model/profile.ts'
import type { GlobalStore } from './global-store.ts'

type Dependencies = { readonly app: Pick<App, 'keepDiagnoses' | 'reportError'>; readonly global: GlobalStore }

/**
 * Stores with the user what was answered on this device and their profile lacks; `lacking` overrides what the profile
 * has. Quiet: what an outage prevents is done at the next start.
 */
export const keepLocalDiagnoses = async (
  { app, global }: Dependencies,
  lacking?: Partial<Profile['diagnoses']>,
): Promise<void> => {
  const { profile } = global
  if (profile === null) return
  const diagnoses = { ...profile.diagnoses, ...lacking }
  if (diagnoses.survey && diagnoses.moneyBelief) return
  try {
    // A copy, as it is now: the use cases may come later than the next change.
    const kept = await app.keepDiagnoses({ ...profile, diagnoses }, { ...global.signUpData })
    // The profile may have moved on meanwhile: only this part of it is news.
    if (global.profile) global.changeProfile({ ...global.profile, diagnoses: kept.diagnoses })
  } catch (error) {
    if (!(error instanceof PortUnavailable || error instanceof SessionExpired)) app.reportError(error)
  }
}
