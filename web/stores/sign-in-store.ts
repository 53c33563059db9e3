import { makeAutoObservable, runInAction } from 'mobx'
import { createAccountApp } from '#core/account-app.ts'
import type { AccountApp } from '#core/account-app.ts'
import { afterSignIn } from '#core/model/after-sign-up.ts'
import type { Profile } from '#core/model/profile.ts'
import type { AuthUser, Credentials } from '#core/ports/auth.ts'
import type { RecoverAccountOutcome } from '#core/use-cases/recover-account.ts'
import { CODE_PAUSE } from '#core/use-cases/confirm-sign-in.ts'
import type { ConfirmSignInOutcome } from '#core/use-cases/confirm-sign-in.ts'
import type { SignedInOutcome } from '#core/use-cases/sign-in.ts'
import type { Attempt } from './attempt.ts'
import type { GetStore, StoreParts } from './create-stores.ts'
import type { GlobalStore } from './global-store.ts'
import { saveLocalDiagnoses } from './save-local-diagnoses.ts'
import type { Timing } from './timing.ts'

type Dependencies = {
  readonly app: Pick<
    AccountApp,
    'signIn' | 'sendSignInCode' | 'confirmSignIn' | 'recoverAccount' | 'reportError'
  >
  readonly global: GlobalStore
  readonly attempt: Attempt
  readonly getStore: GetStore
  readonly timing: Timing
}

export type CodeRefusal = 'check-failed' | 'too-many-requests' | 'sign-in-expired'

/** Signing in, and recovering an account without its password. */
export class SignInStore {
  isBusy = false
  /** The phone that the code is sent to; null until the password has been accepted. */
  phone: string | null = null
  isSendingCode = false
  /** Why no code was sent. */
  codeRefusal: CodeRefusal | null = null
  /** When the next code may be requested, in milliseconds since 1970. */
  resendAllowedAt = 0
  private readonly dependencies: Dependencies

  constructor(parts: StoreParts) {
    this.dependencies = { ...parts, app: parts.appWith(createAccountApp) }
    makeAutoObservable<this, 'dependencies'>(this, { dependencies: false }, { autoBind: true })
  }

  async signIn(
    credentials: Credentials,
    retry: () => void,
  ): Promise<SignedInOutcome['kind'] | 'ignored' | 'failed'> {
    if (this.isBusy) return 'ignored'
    const { app, global, attempt } = this.dependencies
    this.isBusy = true
    this.startOver()
    const outcome = await global.entering(() =>
      attempt('signIn', () => app.signIn(credentials), retry),
    )
    return runInAction(() => {
      this.isBusy = false
      if (outcome === 'failed') return 'failed'
      if (outcome.kind === 'code-required') {
        this.phone = outcome.phone
        void this.sendCode()
      }
      if (outcome.kind === 'signed-in') this.enter(outcome.user, outcome.profile)
      return outcome.kind
    })
  }

  /** Texts a code, unless one was sent recently. */
  async sendCode(): Promise<void> {
    const { app, attempt, timing } = this.dependencies
    if (this.isSendingCode || timing.now().getTime() < this.resendAllowedAt) return
    this.isSendingCode = true
    this.codeRefusal = null
    const outcome = await attempt('sendSignInCode', () => app.sendSignInCode(), this.sendCode)
    runInAction(() => {
      this.isSendingCode = false
      if (outcome === 'failed') return
      switch (outcome.kind) {
        case 'sent':
          this.resendAllowedAt = timing.now().getTime() + CODE_PAUSE
          break
        case 'sign-in-expired':
          this.phone = null
          this.codeRefusal = outcome.kind
          break
        case 'check-failed':
        case 'too-many-requests':
          this.codeRefusal = outcome.kind
          break
      }
    })
  }

  /** Submits the code. If the password was entered too long ago, signing in starts over. */
  async confirmCode(
    code: string,
    retry: () => void,
  ): Promise<ConfirmSignInOutcome['kind'] | 'ignored' | 'failed'> {
    if (this.isBusy) return 'ignored'
    const { app, global, attempt } = this.dependencies
    this.isBusy = true
    const outcome = await global.entering(() =>
      attempt('confirmSignIn', () => app.confirmSignIn(code), retry),
    )
    return runInAction(() => {
      this.isBusy = false
      if (outcome === 'failed') return 'failed'
      if (outcome.kind === 'sign-in-expired') {
        this.startOver()
        this.codeRefusal = outcome.kind
      }
      if (outcome.kind !== 'signed-in') return outcome.kind
      this.startOver()
      this.enter(outcome.user, outcome.profile)
      return 'signed-in'
    })
  }

  /** Returns to the password step. */
  startOver() {
    this.phone = null
    this.codeRefusal = null
    this.resendAllowedAt = 0
  }

  async recover(
    email: string,
    retry: () => void,
  ): Promise<RecoverAccountOutcome['kind'] | 'ignored' | 'failed'> {
    if (this.isBusy) return 'ignored'
    const { app, attempt } = this.dependencies
    this.isBusy = true
    const outcome = await attempt('recoverAccount', () => app.recoverAccount(email), retry)
    return runInAction(() => {
      this.isBusy = false
      return outcome === 'failed' ? 'failed' : outcome.kind
    })
  }

  private enter(user: AuthUser, profile: Profile | null) {
    const { global } = this.dependencies
    global.enterUser(user, profile)
    global.changeSignUpData(afterSignIn)
    void saveLocalDiagnoses(this.dependencies)
  }
}
