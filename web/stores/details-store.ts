import { makeAutoObservable, runInAction } from 'mobx'
import { createAccountApp } from '#core/account-app.ts'
import type { AccountApp } from '#core/account-app.ts'
import type { FieldError } from '#core/model/failures.ts'
import type { ProfileChanges } from '#core/model/profile.ts'
import type { Attempt } from './attempt.ts'
import type { StoreParts } from './create-stores.ts'
import type { GlobalStore } from './global-store.ts'

type Dependencies = {
  readonly app: Pick<AccountApp, 'savePersonalDetails'>
  readonly global: GlobalStore
  readonly attempt: Attempt
}

/** The personal details of the profile. */
export class DetailsStore {
  isBusy = false
  private readonly dependencies: Dependencies

  constructor(parts: StoreParts) {
    this.dependencies = { ...parts, app: parts.appWith(createAccountApp) }
    makeAutoObservable<this, 'dependencies'>(this, { dependencies: false }, { autoBind: true })
  }

  /**
   * Returns `saved`, the fields that the server refused, or `failed`: the visitor has been told
   * why, or an earlier call is still in progress.
   */
  async save(
    changes: ProfileChanges,
    retry: () => void,
  ): Promise<'saved' | 'failed' | readonly FieldError[]> {
    if (this.isBusy) return 'failed'
    const { app, global, attempt } = this.dependencies
    this.isBusy = true
    const outcome = await attempt(
      'savePersonalDetails',
      () => app.savePersonalDetails(changes),
      retry,
    )
    return runInAction(() => {
      this.isBusy = false
      if (outcome === 'failed') return 'failed'
      switch (outcome.kind) {
        case 'invalid':
          return outcome.errors
        case 'updated':
          global.changeProfile(outcome.profile)
          return 'saved'
      }
    })
  }
}
