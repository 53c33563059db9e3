import { makeAutoObservable } from 'mobx'
import { createAccountApp } from '#core/account-app.ts'
import type { AccountApp } from '#core/account-app.ts'
import { PortUnavailable } from '#core/model/failures.ts'
import { withVerifiedEmail } from '#core/model/profile.ts'
import type { Attempt } from './attempt.ts'
import type { GetStore, StoreParts } from './create-stores.ts'
import { EmailChange } from './email-change.ts'
import type { GlobalStore } from './global-store.ts'
import type { NoticesStore } from './notices-store.ts'

type Dependencies = {
  readonly app: Pick<AccountApp, 'changeEmail' | 'checkEmailChanged' | 'reportError'>
  readonly global: GlobalStore
  readonly notices: NoticesStore
  readonly attempt: Attempt
  readonly origin: string
  readonly getStore: GetStore
}

/** Changes the sign-in email on the account page. */
export class ChangeEmailStore {
  readonly change: EmailChange
  private isChecking = false
  private readonly dependencies: Dependencies

  constructor(parts: StoreParts) {
    this.dependencies = { ...parts, app: parts.appWith(createAccountApp) }
    this.change = new EmailChange({ ...this.dependencies, draft: 'account' })
    makeAutoObservable<this, 'dependencies' | 'isChecking'>(
      this,
      { change: false, dependencies: false, isChecking: false },
      { autoBind: true },
    )
  }

  /** Checks whether the new address has been confirmed. A failed check shows no notice. */
  async check(): Promise<void> {
    const { app, global, notices } = this.dependencies
    const { pendingEmail } = this.change
    const userId = global.currentUser?.id
    if (this.isChecking || pendingEmail === '' || !global.isStaying(userId)) return
    this.isChecking = true
    try {
      const outcome = await app.checkEmailChanged(pendingEmail)
      if (!global.isStaying(userId)) return
      switch (outcome.kind) {
        case 'signed-out':
          global.expireSession()
          break
        case 'not-yet':
          break
        case 'changed': {
          this.change.forgetPending()
          const known = global.profile && withVerifiedEmail(global.profile, pendingEmail)
          global.enterUser(outcome.user, outcome.profile ?? known)
          notices.succeed('Your email has been changed. Sign in with the new one from now on.')
          break
        }
      }
    } catch (error) {
      if (!(error instanceof PortUnavailable)) app.reportError(error)
    } finally {
      this.isChecking = false
    }
  }
}
