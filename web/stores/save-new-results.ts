import type { App } from '#core/app.ts'
import { PortUnavailable, SessionExpired } from '#core/model/failures.ts'
import type { SignUpData } from '#core/model/persisted-state.ts'
import { withDiagnoses } from '#core/model/profile.ts'
import type { Profile } from '#core/model/profile.ts'
import { withSaved } from '#core/model/saved-results.ts'
import type { GlobalStore } from './global-store.ts'
import type { NoticesStore } from './notices-store.ts'

const ACCOUNT_FULL =
  'Your account can’t store any more results. This one stays on this device only. Save it as a file to keep it.'

export type Saving = {
  readonly app: Pick<App, 'saveDiagnoses' | 'reportError'>
  readonly global: GlobalStore
  /** Absent at start: that the account is full was said when the result was new to it. */
  readonly notices?: Pick<NoticesStore, 'fail'>
}

/** Saves what `local` has and the profile lacks. */
export const saveNewResults = async (
  { app, global, notices }: Saving,
  profile: Profile,
  local: SignUpData,
): Promise<void> => {
  try {
    const outcome = await app.saveDiagnoses(profile, local)
    if (global.profile?.id !== profile.id) return
    global.changeSignUpData(withSaved(global.signUpData, local))
    // Only this part is new: the rest of the profile may have changed meanwhile.
    global.changeProfile(withDiagnoses(global.profile, outcome.profile.diagnoses))
    if (outcome.kind === 'too-many') notices?.fail(ACCOUNT_FULL)
  } catch (error) {
    if (!(error instanceof PortUnavailable || error instanceof SessionExpired))
      app.reportError(error)
  }
}
