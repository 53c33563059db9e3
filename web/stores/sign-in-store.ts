import { makeAutoObservable, runInAction } from 'mobx'
import type { App } from '#core/app.ts'
import type { Credentials, PasswordResetOutcome } from '#core/ports/auth.ts'
import type { SignedInOutcome } from '#core/use-cases/sign-in.ts'
import type { Attempt } from './attempt.ts'
import type { GlobalStore } from './global-store.ts'
import { keepLocalDiagnoses } from './keep-local-diagnoses.ts'

type Dependencies = {
  readonly app: Pick<App, 'signIn' | 'recoverAccount' | 'keepDiagnoses' | 'reportError'>
  readonly global: GlobalStore
  readonly attempt: Attempt
}

/** Signing in, and getting back in without the password. */
export class SignInStore {
  isBusy = false
  private readonly dependencies: Dependencies

  constructor(dependencies: Dependencies) {
    this.dependencies = dependencies
    makeAutoObservable<this, 'dependencies'>(this, { dependencies: false }, { autoBind: true })
  }

  async signIn(credentials: Credentials, retry: () => void): Promise<SignedInOutcome['kind'] | 'ignored' | 'failed'> {
    if (this.isBusy) return 'ignored'
    const { app, global, attempt } = this.dependencies
    this.isBusy = true
    const outcome = await attempt(() => app.signIn(credentials), retry)
    return runInAction(() => {
      this.isBusy = false
      if (outcome === 'failed') return 'failed'
      if (outcome.kind !== 'signed-in') return outcome.kind
      global.enterUser(outcome.user, outcome.profile)
      global.changeSignUpData({ accountCreated: true })
      void keepLocalDiagnoses({ app, global })
      return 'signed-in'
    })
  }

  async recover(email: string, retry: () => void): Promise<PasswordResetOutcome['kind'] | 'ignored' | 'failed'> {
    if (this.isBusy) return 'ignored'
    const { app, attempt } = this.dependencies
    this.isBusy = true
    const outcome = await attempt(() => app.recoverAccount(email), retry)
    return runInAction(() => {
      this.isBusy = false
      return outcome === 'failed' ? 'failed' : outcome.kind
    })
  }
}
