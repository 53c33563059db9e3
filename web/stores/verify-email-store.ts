import { makeAutoObservable, runInAction } from 'mobx'
import { createAccountApp } from '#core/account-app.ts'
import type { AccountApp } from '#core/account-app.ts'
import { PortUnavailable } from '#core/model/failures.ts'
import type { MailLink } from '#core/model/mail-link.ts'
import { isLinkOfAnother, stillPending } from '#core/model/pending-email.ts'
import type { AccountJourney } from '#core/model/routes.ts'
import { nextMailAt } from '#core/model/verification-mail.ts'
import { tooManyAttempts } from '#core/model/wait-words.ts'
import { confirmationAfter, confirmationBy } from '#core/use-cases/open-mail-link.ts'
import type { Confirmation } from '#core/use-cases/open-mail-link.ts'
import type { Attempt } from './attempt.ts'
import type { GetStore, StoreParts } from './create-stores.ts'
import { EmailChange } from './email-change.ts'
import type { GlobalStore } from './global-store.ts'
import { saveLocalDiagnoses } from './save-local-diagnoses.ts'
import type { NoticesStore } from './notices-store.ts'
import type { Timing } from './timing.ts'

type Dependencies = {
  readonly app: Pick<
    AccountApp,
    | 'checkEmailVerified'
    | 'readMailLink'
    | 'openMailLink'
    | 'confirmEmail'
    | 'resendVerification'
    | 'changeEmail'
    | 'reportError'
  >
  readonly global: GlobalStore
  readonly notices: NoticesStore
  readonly attempt: Attempt
  readonly timing: Timing
  readonly origin: string
  readonly getStore: GetStore
}

/** Waiting for the email to be confirmed. */
export class VerifyEmailStore {
  /** The email that the opened link confirms; null if unknown. */
  linkEmail: string | null = null
  /** A change to an address other than the account's. */
  readonly change: EmailChange
  /** The id of the user whose first mail could not be sent. */
  private unmailedId: string | null = null
  /** When the provider last refused to send a mail. Unlike sent mails, this is not persisted. */
  private refusedAt: number | null = null
  private isResending = false
  private isChecking = false
  private link: MailLink | null = null
  private readonly dependencies: Dependencies

  constructor(parts: StoreParts) {
    this.dependencies = { ...parts, app: parts.appWith(createAccountApp) }
    this.change = new EmailChange({
      ...this.dependencies,
      draft: 'verify-email',
      whenSent: (email) => {
        this.noteFirstMail(true)
        this.dependencies.notices.succeed(`We’ve sent an email to ${email}.`)
      },
    })
    makeAutoObservable<this, 'dependencies' | 'isChecking' | 'link'>(
      this,
      { change: false, dependencies: false, isChecking: false, link: false },
      { autoBind: true },
    )
  }

  /**
   * The state of the mail: `failed` if it could not be sent at sign-up, `unknown` if this device
   * has sent none.
   */
  get mail(): 'sent' | 'failed' | 'unknown' {
    const { currentUser, signUpData } = this.dependencies.global
    if (this.unmailedId !== null && this.unmailedId === currentUser?.id) return 'failed'
    return signUpData.verificationMailTimeStamp === null ? 'unknown' : 'sent'
  }

  get isSending(): boolean {
    return this.isResending || this.change.isAsking
  }

  /** When the next mail may be asked for, in milliseconds since 1970. */
  get resendAllowedAt(): number {
    const { global, timing } = this.dependencies
    const { verificationMailTimeStamp } = global.signUpData
    return nextMailAt(this.refusedAt ?? verificationMailTimeStamp, timing.now())
  }

  private mayMail(): boolean {
    return !this.isSending && this.dependencies.timing.now().getTime() >= this.resendAllowedAt
  }

  /** Whether the opened link is for an account other than the one that is signed in. */
  get isForAnother(): boolean {
    const email = this.dependencies.global.currentUser?.email ?? null
    return isLinkOfAnother(this.linkEmail, { email, pendingEmail: this.change.pendingEmail })
  }

  noteFirstMail(isSent: boolean) {
    this.unmailedId = isSent ? null : (this.dependencies.global.currentUser?.id ?? null)
    if (isSent) this.startPause()
  }

  /** Checks whether the email is confirmed. Shows no outage, because the visitor did not ask. */
  async check(): Promise<void> {
    const { app, global } = this.dependencies
    const userId = global.currentUser?.id
    if (this.isChecking || !global.isStaying(userId)) return
    this.isChecking = true
    try {
      const outcome = await app.checkEmailVerified()
      if (!global.isStaying(userId)) return
      switch (outcome.kind) {
        case 'signed-out':
          global.expireSession()
          break
        case 'not-yet':
          if (outcome.user.email !== global.currentUser?.email) global.changeUser(outcome.user)
          break
        case 'verified': {
          const pendingEmail = stillPending(this.change.pendingEmail, outcome.user.email)
          this.change.forgetPending()
          // If the previous address was confirmed, the account page waits for the new one.
          if (pendingEmail !== '') global.saveDraft('account', { pendingEmail })
          global.enterUser(outcome.user, outcome.profile ?? global.profile)
          void saveLocalDiagnoses(this.dependencies)
          break
        }
      }
    } catch (error) {
      if (!(error instanceof PortUnavailable)) app.reportError(error)
    } finally {
      this.isChecking = false
    }
  }

  /** Checks the mail's link without using it up. `search` as in `location.search`. */
  async openLink(search: string): Promise<Exclude<Confirmation, 'too-many-requests'> | 'failed'> {
    const { app, attempt, global, origin } = this.dependencies
    const link = await attempt(
      'confirmEmail',
      () => app.readMailLink({ search, origin }),
      'in-place',
    )
    if (link === 'failed') return 'failed'
    this.link = link
    const outcome = link?.forwardTo
      ? await attempt('confirmEmail', () => app.openMailLink(link), 'in-place')
      : null
    if (outcome === 'failed') return 'failed'
    this.noteLink(outcome?.kind === 'ready' ? outcome.email : null)
    if (global.currentUser?.emailVerified === false) await this.check()
    const confirmation = confirmationBy(outcome, global.currentUser)
    return confirmation === 'too-many-requests' ? this.sayTooMany() : confirmation
  }

  private noteLink(email: string | null) {
    this.linkEmail = email
  }

  /**
   * Confirms the email by the opened link, and then checks the signed-in user, so that a session on
   * this device continues.
   */
  async confirm(): Promise<'confirmed' | 'link-invalid' | 'failed'> {
    const { app, attempt, global } = this.dependencies
    const { link } = this
    if (link === null) return 'link-invalid'
    const outcome = await attempt('confirmEmail', () => app.confirmEmail(link.code))
    if (outcome === 'failed') return 'failed'
    switch (outcome.kind) {
      case 'too-many-requests':
        return this.sayTooMany()
      case 'confirmed':
      case 'link-invalid':
        if (global.currentUser) await this.check()
        return confirmationAfter(outcome.kind, global.currentUser, this.isForAnother)
    }
  }

  /** Mails the address that the visitor still has to confirm. The mail leads back to `journey`. */
  async resend(journey: AccountJourney): Promise<void> {
    if (this.change.pendingEmail === '') return this.mailCurrent(journey)
    if (this.mayMail()) await this.resendChange(journey)
  }

  /** Mails the account's address, even while another one is pending. */
  async mailCurrent(journey: AccountJourney): Promise<void> {
    const { app, global, attempt, notices, origin } = this.dependencies
    if (!this.mayMail()) return
    this.isResending = true
    const outcome = await attempt(
      'resendVerification',
      () => app.resendVerification({ journey, origin }),
      () => void this.mailCurrent(journey),
    )
    runInAction(() => {
      this.isResending = false
      if (outcome === 'failed') return
      switch (outcome.kind) {
        case 'no-user':
          global.expireSession()
          break
        case 'sent':
          this.noteFirstMail(true)
          notices.succeed('A new email is on its way.')
          break
        case 'too-many-requests':
          this.sayTooManyMails()
          break
      }
    })
  }

  private async resendChange(journey: AccountJourney): Promise<void> {
    const { pendingEmail } = this.change
    await this.change.ask(pendingEmail, journey, (refusal) => {
      if (refusal === 'too-many-requests') this.sayTooManyMails()
      else
        this.dependencies.notices.fail(
          `We couldn’t send an email to ${pendingEmail}. Please enter another address.`,
        )
    })
  }

  private sayTooManyMails() {
    const { notices, timing } = this.dependencies
    this.refusedAt = timing.now().getTime()
    notices.fail('That was a lot of emails. Please wait a few minutes before asking for another.')
  }

  private sayTooMany(): 'failed' {
    this.dependencies.notices.fail(tooManyAttempts())
    return 'failed'
  }

  private startPause() {
    const { global, timing } = this.dependencies
    this.refusedAt = null
    global.changeSignUpData({ verificationMailTimeStamp: timing.now().getTime() })
  }
}
