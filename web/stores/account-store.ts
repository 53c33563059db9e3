import { makeAutoObservable, runInAction } from 'mobx'
import { createAccountApp } from '#core/account-app.ts'
import type { AccountApp } from '#core/account-app.ts'
import { afterSignUp } from '#core/model/after-sign-up.ts'
import { isAnothers } from '#core/model/data-owner.ts'
import type { ShownOrder } from '#core/model/order.ts'
import type { SignUpInput, SignUpOutcome } from '#core/use-cases/sign-up.ts'
import type { Attempt } from './attempt.ts'
import type { GetStore, StoreParts } from './create-stores.ts'
import type { GlobalStore } from './global-store.ts'
import { saveLocalDiagnoses } from './save-local-diagnoses.ts'
import type { NoticesStore } from './notices-store.ts'
import { PaymentStore } from './payment-store.ts'
import { VerifyEmailStore } from './verify-email-store.ts'

export type AccountInput = Omit<SignUpInput, 'origin'> & {
  /** The order placed with the account, in the journey where the card comes first. */
  readonly order?: ShownOrder | null
}

export type SignUpRefusal = Exclude<SignUpOutcome['kind'], 'signed-up'>

type Parts = {
  readonly app: Pick<AccountApp, 'signUp' | 'reportError'>
  readonly global: GlobalStore
  readonly notices: NoticesStore
  readonly attempt: Attempt
  readonly getStore: GetStore
  readonly origin: string
}

type Dependencies = Parts & {
  readonly verifyEmail: VerifyEmailStore
  readonly payment: PaymentStore
}

/** Creates the account. */
export class AccountStore {
  isBusy = false
  private readonly dependencies: Dependencies

  constructor(parts: StoreParts) {
    this.dependencies = {
      ...parts,
      app: parts.appWith(createAccountApp),
      verifyEmail: parts.getStore(VerifyEmailStore),
      payment: parts.getStore(PaymentStore),
    }
    makeAutoObservable<this, 'dependencies'>(this, { dependencies: false }, { autoBind: true })
  }

  /**
   * Creates the account. Where the card comes first, also places the order that is shown, unless
   * the visitor has left its screen meanwhile. Returns `ignored` while an earlier click is being
   * handled, and `failed` after the visitor has been told why.
   */
  async signUp(
    { email, password, journey, order = null }: AccountInput,
    retry: () => void,
  ): Promise<'signed-up' | 'ignored' | 'failed' | SignUpRefusal> {
    if (this.isBusy) return 'ignored'
    const { app, global, notices, verifyEmail, payment, attempt, origin } = this.dependencies
    this.isBusy = true
    const { screensLeft } = payment
    const outcome = await global.entering(() =>
      attempt('signUp', () => app.signUp({ email, password, journey, origin }), retry),
    )
    return runInAction(() => {
      this.isBusy = false
      if (outcome === 'failed') return 'failed'
      if (outcome.kind !== 'signed-up') return outcome.kind
      const { user, profile, isMailSent } = outcome
      if (isAnothers(global.signUpData, user.id))
        notices.fail(
          'The data saved on this device belonged to another account, so we removed it. Nothing was charged.',
        )
      // Removes the plan and the card of another account, so that `start` orders nothing with them.
      global.enterUser(user, profile)
      global.changeSignUpData(afterSignUp(global.signUpData, journey, profile))
      verifyEmail.noteFirstMail(isMailSent)
      void saveLocalDiagnoses(this.dependencies)
      if (order && payment.screensLeft === screensLeft) void payment.start(journey, order)
      return 'signed-up'
    })
  }
}
