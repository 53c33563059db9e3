import { makeAutoObservable, observableRef, runInAction } from 'mobx'
import { createSubscriptionApp } from '#core/subscription-app.ts'
import type { SubscriptionApp } from '#core/subscription-app.ts'
import type { Money } from '#core/model/money.ts'
import { withdrawalRefusal } from '#core/model/withdrawal.ts'
import type { WithdrawalRefusal } from '#core/model/withdrawal.ts'
import type { WithdrawalOutcome } from '#core/use-cases/withdraw.ts'
import type { Attempt } from './attempt.ts'
import type { GetStore, StoreParts } from './create-stores.ts'
import type { GlobalStore } from './global-store.ts'
import type { NoticesStore } from './notices-store.ts'
import { reassurances } from './reassurances.ts'
import { ReauthenticateStore } from './reauthenticate-store.ts'
import { ServerClock } from './server-clock.ts'
import { SLOW } from './timing.ts'
import type { Timing } from './timing.ts'
import { YourAccountStore } from './your-account-store.ts'

const WITHDRAW = 'withdraw'

type Parts = {
  readonly app: Pick<SubscriptionApp, 'withdraw'>
  readonly global: GlobalStore
  readonly notices: NoticesStore
  readonly attempt: Attempt
  readonly timing: Pick<Timing, 'sleep'>
  readonly getStore: GetStore
}

type Dependencies = Parts & { readonly reauthenticate: ReauthenticateStore }

/** What the form offers to refund. */
type Offer = { readonly amount: Money; readonly until: Date }

/** What is being refunded. */
export type Withdrawal = { readonly refunded: Money }

/** Withdrawing from the plan, in two steps: it ends the plan and refunds what was charged. */
export class WithdrawalStore {
  step: 1 | 2 = 1
  isBusy = false
  /** Whether the withdrawal is taking unusually long. */
  isSlow = false
  success: Withdrawal | null = null
  /** Why nothing was refunded. */
  refusal: WithdrawalRefusal | null = null
  private isPasswordAsked = false
  /** Identifies the open form, because a password prompt or a Retry belongs to one form. */
  private turn = 0
  private attempts = 0
  private readonly dependencies: Dependencies

  constructor(parts: StoreParts) {
    this.dependencies = {
      ...parts,
      app: parts.appWith(createSubscriptionApp),
      reauthenticate: parts.getStore(ReauthenticateStore),
    }
    makeAutoObservable<this, 'dependencies' | 'turn' | 'attempts' | 'isPasswordAsked'>(
      this,
      {
        dependencies: false,
        turn: false,
        attempts: false,
        isPasswordAsked: false,
        success: observableRef,
      },
      { autoBind: true },
    )
  }

  /** Moves on to the second step, after the visitor has read what would happen. */
  proceed() {
    this.step = 2
  }

  /** Called when the form closes. A request in progress is still completed. */
  startOver() {
    const { notices, reauthenticate } = this.dependencies
    this.turn += 1
    this.step = 1
    notices.startOver(WITHDRAW)
    if (this.isPasswordAsked) reauthenticate.cancel()
    this.isPasswordAsked = false
  }

  forgetResult() {
    this.success = null
    this.refusal = null
  }

  /**
   * Ends the plan and has the `shown` amount refunded. Asks for the password first if it was not
   * entered recently. `conclude` is called when there is nothing left to decide. Ignores clicks
   * while a request is in progress.
   */
  async submit(shown: Offer, conclude: () => void): Promise<void> {
    const { app, global, attempt } = this.dependencies
    const userId = global.currentUser?.id
    const subscription = global.profile?.subscription ?? null
    if (this.isBusy || this.step === 1 || subscription === null) return
    this.isBusy = true
    const { turn } = this
    void this.watchTime()
    const again = () => {
      if (turn === this.turn) void this.submit(shown, conclude)
    }
    const outcome = await attempt(
      WITHDRAW,
      () => app.withdraw(subscription.id),
      again,
      reassurances.refund,
    )
    runInAction(() => {
      this.isBusy = false
      this.isSlow = false
      if (!global.isStaying(userId)) return
      if (outcome === 'failed') this.dropRetry(turn)
      else if (outcome.kind !== 'recent-login-required') {
        this.settle(outcome, shown)
        conclude()
      } else if (turn === this.turn) this.askForPassword(again)
    })
  }

  private settle(
    outcome: Exclude<WithdrawalOutcome, { kind: 'recent-login-required' }>,
    shown: Offer,
  ) {
    const { global, getStore } = this.dependencies
    switch (outcome.kind) {
      case 'withdrawn':
        // The server's amount includes what was refunded before.
        this.success = { refunded: shown.amount }
        global.changeSubscription(outcome.subscription)
        break
      case 'withdrawal-over':
      case 'ended':
        this.refusal = withdrawalRefusal(outcome.kind, shown.until, getStore(ServerClock).now())
        global.changeProfile(outcome.profile)
        break
    }
    void getStore(YourAccountStore).load()
  }

  /** A visitor who has closed the form is told of the failure, without Retry. */
  private dropRetry(turn: number) {
    const { global, notices } = this.dependencies
    if (turn === this.turn || global.isSignInNeeded) return
    notices.startOver(WITHDRAW)
    notices.somethingWentWrong(WITHDRAW, null, reassurances.refund)
  }

  private askForPassword(again: () => void) {
    this.isPasswordAsked = true
    this.dependencies.reauthenticate.ask(() => {
      this.isPasswordAsked = false
      again()
    })
  }

  private async watchTime(): Promise<void> {
    const attempt = ++this.attempts
    await this.dependencies.timing.sleep(SLOW)
    if (attempt === this.attempts && this.isBusy) this.becomeSlow()
  }

  private becomeSlow() {
    this.isSlow = true
  }
}
