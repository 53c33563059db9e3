import { makeAutoObservable, runInAction } from 'mobx'
import { createAccountApp } from '#core/account-app.ts'
import type { AccountApp } from '#core/account-app.ts'
import type { ChangeOfPasswordOutcome } from '#core/use-cases/change-password.ts'
import type { Attempt } from './attempt.ts'
import type { StoreParts } from './create-stores.ts'
import type { NoticesStore } from './notices-store.ts'
import { ReauthenticateStore } from './reauthenticate-store.ts'

type Parts = {
  readonly app: Pick<AccountApp, 'changePassword'>
  readonly notices: NoticesStore
  readonly attempt: Attempt
}

type Dependencies = Parts & { readonly reauthenticate: ReauthenticateStore }

/**
 * Changes the password. Asks for the current one each time, so that nobody at an unattended screen
 * can change it.
 */
export class ChangePasswordStore {
  isBusy = false
  refusal: Exclude<ChangeOfPasswordOutcome['kind'], 'changed' | 'recent-login-required'> | null =
    null
  private readonly dependencies: Dependencies

  constructor(parts: StoreParts) {
    this.dependencies = {
      ...parts,
      app: parts.appWith(createAccountApp),
      reauthenticate: parts.getStore(ReauthenticateStore),
    }
    makeAutoObservable<this, 'dependencies'>(this, { dependencies: false }, { autoBind: true })
  }

  /** Asks for the current password, then changes it. Calls `changed` on success. */
  begin(password: string, changed: () => void) {
    this.refusal = null
    this.dependencies.reauthenticate.ask(() => void this.change(password, changed), {
      isPasswordEnough: true,
    })
  }

  forgetRefusal() {
    this.refusal = null
  }

  private async change(password: string, changed: () => void): Promise<void> {
    if (this.isBusy) return
    const { app, notices, attempt, reauthenticate } = this.dependencies
    this.isBusy = true
    const again = () => void this.change(password, changed)
    const outcome = await attempt('changePassword', () => app.changePassword(password), again)
    runInAction(() => {
      this.isBusy = false
      if (outcome === 'failed') return
      switch (outcome.kind) {
        case 'changed':
          notices.succeed('Your password has been changed.')
          changed()
          break
        case 'recent-login-required':
          reauthenticate.ask(again)
          break
        case 'weak-password':
        case 'common-password':
        case 'too-many-requests':
          this.refusal = outcome.kind
          break
      }
    })
  }
}
