import { makeAutoObservable, observableRef, runInAction } from 'mobx'
import { createAccountApp } from '#core/account-app.ts'
import type { AccountApp } from '#core/account-app.ts'
import { PortUnavailable } from '#core/model/failures.ts'
import { tooManyAttempts } from '#core/model/wait-words.ts'
import type { SecondFactor } from '#core/ports/auth-second-factor.ts'
import { CODE_PAUSE } from '#core/use-cases/confirm-sign-in.ts'
import type { Attempt } from './attempt.ts'
import type { StoreParts } from './create-stores.ts'
import type { GlobalStore } from './global-store.ts'
import type { NoticesStore } from './notices-store.ts'
import { ReauthenticateStore } from './reauthenticate-store.ts'
import type { Timing } from './timing.ts'

type Parts = {
  readonly app: Pick<
    AccountApp,
    | 'listSecondFactors'
    | 'sendEnrolmentCode'
    | 'enrolSecondFactor'
    | 'removeSecondFactor'
    | 'reportError'
  >
  readonly global: GlobalStore
  readonly notices: NoticesStore
  readonly attempt: Attempt
  readonly timing: Timing
}

type Dependencies = Parts & { readonly reauthenticate: ReauthenticateStore }

export type PhoneRefusal =
  'unverified-email' | 'invalid-phone' | 'phone-taken' | 'check-failed' | 'too-many-requests'
export type PhoneCodeRefusal = 'wrong-code' | 'code-expired' | 'phone-taken' | 'too-many-requests'

/** The phones that receive a code for signing in: lists, adds and removes them. */
export class SecondFactorStore {
  /** Null until they are known. */
  factors: readonly SecondFactor[] | null = null
  isUnavailable = false
  /** The number a code was sent to, as it was typed; null while there is none. */
  phone: string | null = null
  phoneRefusal: PhoneRefusal | null = null
  codeRefusal: PhoneCodeRefusal | null = null
  isSending = false
  isBusy = false
  /** When the next code may be requested, in milliseconds since 1970. */
  resendAllowedAt = 0
  private userId: string | null = null
  private readonly dependencies: Dependencies

  constructor(parts: StoreParts) {
    this.dependencies = {
      ...parts,
      app: parts.appWith(createAccountApp),
      reauthenticate: parts.getStore(ReauthenticateStore),
    }
    makeAutoObservable<this, 'dependencies' | 'userId'>(
      this,
      { dependencies: false, userId: false, factors: observableRef },
      { autoBind: true },
    )
  }

  /** Loads the phones. A failure shows no notice, because the page itself reports it. */
  async load(): Promise<void> {
    const { app, global } = this.dependencies
    const userId = global.currentUser?.id ?? null
    // Never shows the phones of a user who was signed in before.
    if (userId !== this.userId) this.factors = null
    this.userId = userId
    this.isUnavailable = false
    try {
      const factors = await app.listSecondFactors()
      runInAction(() => {
        if (this.userId === userId) this.factors = factors
      })
    } catch (error) {
      if (!(error instanceof PortUnavailable)) app.reportError(error)
      runInAction(() => {
        if (this.userId === userId) this.isUnavailable = true
      })
    }
  }

  /**
   * Texts a code to the number, after asking for the password where the provider requires it.
   */
  async sendCode(phone: string): Promise<void> {
    const { app, attempt, timing, reauthenticate } = this.dependencies
    if (this.isSending) return
    this.isSending = true
    this.phoneRefusal = null
    const outcome = await attempt(
      'sendEnrolmentCode',
      () => app.sendEnrolmentCode(phone),
      () => void this.sendCode(phone),
    )
    runInAction(() => {
      this.isSending = false
      if (outcome === 'failed') return
      switch (outcome.kind) {
        case 'sent':
          this.phone = phone
          this.codeRefusal = null
          this.resendAllowedAt = timing.now().getTime() + CODE_PAUSE
          break
        case 'recent-login-required':
          reauthenticate.ask(() => void this.sendCode(phone))
          break
        case 'unverified-email':
        case 'invalid-phone':
        case 'phone-taken':
        case 'check-failed':
        case 'too-many-requests':
          this.phoneRefusal = outcome.kind
          break
      }
    })
  }

  async resend(): Promise<void> {
    if (this.phone === null || this.dependencies.timing.now().getTime() < this.resendAllowedAt)
      return
    await this.sendCode(this.phone)
  }

  async enrol(code: string): Promise<void> {
    const { app, attempt, notices, reauthenticate } = this.dependencies
    if (this.isBusy) return
    this.isBusy = true
    this.codeRefusal = null
    const outcome = await attempt(
      'enrolSecondFactor',
      () => app.enrolSecondFactor(code),
      () => void this.enrol(code),
    )
    runInAction(() => {
      this.isBusy = false
      if (outcome === 'failed') return
      switch (outcome.kind) {
        case 'enrolled':
          this.giveUp()
          notices.succeed('From now on, signing in also needs a code from your phone.')
          void this.load()
          break
        case 'recent-login-required':
          reauthenticate.ask(() => void this.enrol(code))
          break
        case 'wrong-code':
        case 'code-expired':
        case 'phone-taken':
        case 'too-many-requests':
          this.codeRefusal = outcome.kind
          break
      }
    })
  }

  /**
   * Asks for the password first, so that nobody at an unattended page can remove the second factor.
   */
  remove(id: string) {
    this.dependencies.reauthenticate.ask(() => void this.removeConfirmed(id), {
      isPasswordEnough: true,
    })
  }

  forgetRefusals() {
    this.phoneRefusal = null
    this.codeRefusal = null
  }

  /** Returns to the form for the number. */
  giveUp() {
    this.phone = null
    this.resendAllowedAt = 0
    this.forgetRefusals()
  }

  private async removeConfirmed(id: string): Promise<void> {
    const { app, attempt, notices, reauthenticate } = this.dependencies
    this.isBusy = true
    const outcome = await attempt(
      'removeSecondFactor',
      () => app.removeSecondFactor(id),
      () => void this.removeConfirmed(id),
    )
    runInAction(() => {
      this.isBusy = false
      if (outcome === 'failed') return
      switch (outcome.kind) {
        case 'removed':
          this.factors = (this.factors ?? []).filter((factor) => factor.id !== id)
          notices.succeed('Your phone has been removed. Signing in only needs your password.')
          break
        case 'recent-login-required':
          reauthenticate.sendToSignIn()
          break
        case 'too-many-requests':
          notices.fail(tooManyAttempts())
          break
      }
    })
  }
}
