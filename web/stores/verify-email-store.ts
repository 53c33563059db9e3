import { makeAutoObservable, runInAction } from 'mobx'
import type { App } from '#core/app.ts'
import { PortUnavailable } from '#core/model/failures.ts'
import { RESEND_PAUSE } from '#core/use-cases/verify-email.ts'
import type { ChangeOfEmailOutcome } from '#core/use-cases/change-email.ts'
import type { AccountJourney } from '#core/model/routes.ts'
import type { Attempt } from './attempt.ts'
import type { GlobalStore } from './global-store.ts'
import { keepLocalDiagnoses } from './keep-local-diagnoses.ts'
import type { NoticesStore } from './notices-store.ts'
import type { ReauthenticateStore } from './reauthenticate-store.ts'
import type { Timing } from './timing.ts'

type Dependencies = {
  readonly app: Pick<App, 'checkEmailVerified' | 'confirmEmail' | 'resendVerification' | 'changeEmail' | 'keepDiagnoses' | 'reportError'>
  readonly global: GlobalStore
  readonly notices: NoticesStore
  readonly reauthenticate: ReauthenticateStore
  readonly attempt: Attempt
  readonly timing: Timing
  readonly origin: string
}

export type ChangeEmailRefusal = Exclude<ChangeOfEmailOutcome['kind'], 'sent' | 'recent-login-required'>

/** Waiting for the email to be confirmed. */
export class VerifyEmailStore {
  /** When the next mail may be asked for, in milliseconds since 1970. */
  resendAllowedAt = 0
  /** The mail that creating the account should have sent did not leave. */
  isFirstMailMissing = false
  isSending = false
  isChangingEmail = false
  changeEmailRefusal: ChangeEmailRefusal | null = null
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

  /** The new address that waits for its confirmation; empty when the sign-in email is the one. */
  get pendingEmail(): string {
    return this.dependencies.global.draft('verify-email').pendingEmail ?? ''
  }

  noteFirstMail(isSent: boolean) {
    this.isFirstMailMissing = !isSent
    if (isSent) this.startPause()
  }

  /** Looks whether the email is confirmed. Quiet, since nobody asked: an outage just means looking again later. */
  async check(): Promise<void> {
    if (this.isChecking) return
    const { app, global } = this.dependencies
    this.isChecking = true
    try {
      const outcome = await app.checkEmailVerified()
      if (outcome.kind === 'signed-out') global.expireSession()
      else if (outcome.kind === 'verified') {
        global.dropDraft('verify-email')
        global.enterUser(outcome.user, outcome.profile ?? global.profile)
        void keepLocalDiagnoses({ app, global })
      } else if (outcome.user.email !== global.currentUser?.email) global.changeUser(outcome.user)
    } catch (error) {
      if (!(error instanceof PortUnavailable)) app.reportError(error)
    } finally {
      this.isChecking = false
    }
  }

  /** Confirms by the code of the mail's link and then looks, so that a session on this device goes on. */
  async confirm(code: string): Promise<'confirmed' | 'link-invalid' | 'failed'> {
    const { app, attempt, notices, global } = this.dependencies
    const outcome = await attempt(() => app.confirmEmail(code))
    if (outcome === 'failed') return 'failed'
    if (outcome.kind === 'too-many-requests') {
      notices.fail('That was a lot of tries. Please wait a few minutes and try again.')
      return 'failed'
    }
    if (global.currentUser) await this.check()
    return outcome.kind
  }

  /** `journey` is the one that the mail leads back to. */
  async resend(journey: AccountJourney): Promise<void> {
    const { app, global, attempt, notices, timing, origin } = this.dependencies
    if (this.isSending || timing.now().getTime() < this.resendAllowedAt) return
    this.isSending = true
    const outcome = await attempt(() => app.resendVerification({ journey, origin }), () => void this.resend(journey))
    runInAction(() => {
      this.isSending = false
      if (outcome === 'failed') return
      if (outcome.kind === 'no-user') return global.expireSession()
      this.startPause()
      if (outcome.kind === 'sent') {
        this.isFirstMailMissing = false
        notices.succeed('A new mail is on its way.')
      } else notices.fail('That was a lot of mails. Please wait a few minutes before asking for another.')
    })
  }

  /** Mails the new address. Where the provider wants a recent sign-in, asks for the password and then goes on. */
  async changeEmail(email: string, journey: AccountJourney): Promise<'sent' | 'waiting' | 'refused' | 'failed'> {
    const { app, global, attempt, reauthenticate, notices, origin } = this.dependencies
    if (this.isChangingEmail) return 'waiting'
    this.isChangingEmail = true
    this.changeEmailRefusal = null
    const outcome = await attempt(
      () => app.changeEmail({ email, journey, origin }),
      () => void this.changeEmail(email, journey),
    )
    return runInAction(() => {
      this.isChangingEmail = false
      if (outcome === 'failed') return 'failed'
      if (outcome.kind === 'sent') {
        global.keepDraft('verify-email', { pendingEmail: email })
        this.startPause()
        notices.succeed(`We have sent a mail to ${email}.`)
        return 'sent'
      }
      if (outcome.kind === 'recent-login-required') {
        reauthenticate.ask(() => void this.changeEmail(email, journey))
        return 'waiting'
      }
      this.changeEmailRefusal = outcome.kind
      return 'refused'
    })
  }

  forgetRefusal() {
    this.changeEmailRefusal = null
  }

  private startPause() {
    this.resendAllowedAt = this.dependencies.timing.now().getTime() + RESEND_PAUSE
  }
}
