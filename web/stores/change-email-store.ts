import { makeAutoObservable, runInAction } from 'mobx'
import type { App } from '#core/app.ts'
import { PortUnavailable } from '#core/model/failures.ts'
import type { ChangeOfEmailOutcome } from '#core/use-cases/change-email.ts'
import type { Attempt } from './attempt.ts'
import type { GlobalStore } from './global-store.ts'
import type { NoticesStore } from './notices-store.ts'
import type { ReauthenticateStore } from './reauthenticate-store.ts'

type Dependencies = {
  readonly app: Pick<App, 'changeEmail' | 'checkEmailChanged' | 'reportError'>
  readonly global: GlobalStore
  readonly notices: NoticesStore
  readonly reauthenticate: ReauthenticateStore
  readonly attempt: Attempt
  readonly origin: string
}

const DRAFT = 'account'

/** Another sign-in email for an account that is in use. The old one stays until the link in the mail is opened. */
export class ChangeEmailStore {
  isChangingEmail = false
  changeEmailRefusal: Exclude<ChangeOfEmailOutcome['kind'], 'sent' | 'recent-login-required'> | null = null
  private isChecking = false
  private readonly dependencies: Dependencies

  constructor(dependencies: Dependencies) {
    this.dependencies = dependencies
    makeAutoObservable<this, 'dependencies' | 'isChecking'>(
      this,
      { dependencies: false, isChecking: false },
      { autoBind: true },
    )
  }

  /** The new address that waits for its confirmation; empty when none does. */
  get pendingEmail(): string {
    return this.dependencies.global.draft(DRAFT).pendingEmail ?? ''
  }

  /** Where the provider wants a recent sign-in, asks for the password and then goes on. */
  async changeEmail(email: string): Promise<'sent' | 'waiting' | 'refused' | 'failed'> {
    const { app, global, attempt, reauthenticate, origin } = this.dependencies
    if (this.isChangingEmail) return 'waiting'
    this.isChangingEmail = true
    this.changeEmailRefusal = null
    const again = () => void this.changeEmail(email)
    const outcome = await attempt(() => app.changeEmail({ email, journey: null, origin }), again)
    return runInAction(() => {
      this.isChangingEmail = false
      if (outcome === 'failed') return 'failed'
      switch (outcome.kind) {
        case 'sent':
          global.keepDraft(DRAFT, { pendingEmail: email })
          return 'sent'
        case 'recent-login-required':
          reauthenticate.ask(again)
          return 'waiting'
        default:
          this.changeEmailRefusal = outcome.kind
          return 'refused'
      }
    })
  }

  /** Looks whether the new address was confirmed. Quiet, since nobody asked: an outage just means looking again later. */
  async check(): Promise<void> {
    const { app, global, notices } = this.dependencies
    const { pendingEmail } = this
    if (this.isChecking || pendingEmail === '') return
    this.isChecking = true
    try {
      const outcome = await app.checkEmailChanged(pendingEmail)
      if (outcome.kind === 'signed-out') global.expireSession()
      if (outcome.kind !== 'changed') return
      global.dropDraft(DRAFT)
      const profile = outcome.profile ?? (global.profile && { ...global.profile, email: pendingEmail, emailVerified: true })
      global.enterUser(outcome.user, profile)
      notices.succeed('Your email is changed. Sign in with the new one from now on.')
    } catch (error) {
      if (!(error instanceof PortUnavailable)) app.reportError(error)
    } finally {
      this.isChecking = false
    }
  }

  /** Stops waiting. The link stays good, should it be opened after all. */
  forgetPending() {
    this.dependencies.global.dropDraft(DRAFT)
  }

  forgetRefusal() {
    this.changeEmailRefusal = null
  }
}
