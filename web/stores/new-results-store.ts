import { PortUnavailable, SessionExpired } from '#core/model/failures.ts'
import type { SignUpData } from '#core/model/persisted-state.ts'
import { withDiagnoses } from '#core/model/profile.ts'
import type { Profile } from '#core/model/profile.ts'
import { withSaved } from '#core/model/saved-results.ts'
import { createResultsApp } from '#core/results-app.ts'
import type { ResultsApp } from '#core/results-app.ts'
import type { StoreParts } from './create-stores.ts'
import type { GlobalStore } from './global-store.ts'
import type { NoticesStore } from './notices-store.ts'

const ONLY_HERE = 'Your latest result stays on this device only. Save it as a file to keep it.'
const refusals = {
  'too-many': `Your account can’t store any more results. ${ONLY_HERE}`,
  invalid: `Your account can’t store results from an earlier version of the questions. ${ONLY_HERE}`,
}

type Dependencies = {
  readonly app: Pick<ResultsApp, 'saveDiagnoses' | 'reportError'>
  readonly global: GlobalStore
  readonly notices: Pick<NoticesStore, 'fail'>
}

/** Puts the results of this device into the account. */
export class NewResultsStore {
  private readonly dependencies: Dependencies

  constructor(parts: StoreParts) {
    this.dependencies = { ...parts, app: parts.appWith(createResultsApp) }
  }

  /** Saves what `local` has and the profile lacks. */
  async save(profile: Profile, local: SignUpData): Promise<void> {
    const { app, global, notices } = this.dependencies
    // Loading this store took a moment, and the user may have changed.
    if (global.profile?.id !== profile.id) return
    try {
      const outcome = await app.saveDiagnoses(profile, local)
      if (global.profile?.id !== profile.id) return
      // Takes only the diagnoses, since the rest of the profile may have changed meanwhile.
      const current = withDiagnoses(global.profile, outcome.profile.diagnoses)
      global.changeSignUpData(withSaved(global.signUpData, local, current.diagnoses))
      global.changeProfile(current)
      // Each start sends a refused result again, but only the first refusal is news. On sign-out
      // nothing is kept on this device, so nothing is said either.
      const isNew = Object.keys(local.unsavedResults).length > 0 && global.leaving === null
      if (outcome.kind !== 'saved' && isNew) notices.fail(refusals[outcome.kind])
    } catch (error) {
      if (!(error instanceof PortUnavailable || error instanceof SessionExpired))
        app.reportError(error)
    }
  }
}
