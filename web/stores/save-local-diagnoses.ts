import type { App } from '#core/app.ts'
import { PortUnavailable, SessionExpired } from '#core/model/failures.ts'
import { withDiagnoses } from '#core/model/profile.ts'
import { withSaved } from '#core/model/assessment.ts'
import type { GlobalStore } from './global-store.ts'
import type { NoticesStore } from './notices-store.ts'

type Dependencies = {
  readonly app: Pick<App, 'saveDiagnoses' | 'reportError'>
  readonly global: GlobalStore
  /** Absent at start: that the account is full was said when the result was new to it. */
  readonly notices?: Pick<NoticesStore, 'fail'>
}

const ACCOUNT_FULL =
  'Your account can’t store any more results. This one stays on this device only. Save it as a file to keep it.'

/**
 * Stores with the user what was answered on this device and their profile lacks, or has in an
 * earlier version. Shows no outage: what it prevents is done at the next start.
 */
export const saveLocalDiagnoses = async ({ app, global, notices }: Dependencies): Promise<void> => {
  const { profile } = global
  if (profile === null) return
  // A copy, as it is now: the use cases may come later than the next change.
  const local = { ...global.signUpData }
  const { survey, moneyBelief } = profile.diagnoses
  const diagnoses = {
    survey: local.unsavedResults.includes('survey') ? null : survey,
    moneyBelief: local.unsavedResults.includes('money_belief') ? null : moneyBelief,
  }
  if (diagnoses.survey && diagnoses.moneyBelief) return
  try {
    const outcome = await app.saveDiagnoses({ ...profile, diagnoses }, local)
    if (global.profile?.id === profile.id)
      global.changeSignUpData(withSaved(global.signUpData, local))
    // Only this part is new: the rest of the profile may have changed meanwhile.
    if (global.profile)
      global.changeProfile(withDiagnoses(global.profile, outcome.profile.diagnoses))
    if (outcome.kind === 'too-many') notices?.fail(ACCOUNT_FULL)
  } catch (error) {
    if (!(error instanceof PortUnavailable || error instanceof SessionExpired))
      app.reportError(error)
  }
}
