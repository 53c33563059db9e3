import { makeAutoObservable, observableRef, runInAction } from 'mobx'
import { createSubscriptionApp } from '#core/subscription-app.ts'
import type { SubscriptionApp } from '#core/subscription-app.ts'
import { accountFormPath } from '#core/model/account-address.ts'
import type { Money } from '#core/model/money.ts'
import type { Subscription } from '#core/model/subscription.ts'
import type { CardForm } from '#core/ports/payments.ts'
import type { RepairCardOutcome, RepairRefusal } from '#core/use-cases/repair-card.ts'
import type { Attempt } from './attempt.ts'
import type { GetStore, StoreParts } from './create-stores.ts'
import type { GlobalStore } from './global-store.ts'
import type { NoticesStore } from './notices-store.ts'
import { reassurances } from './reassurances.ts'
import { SLOW } from './timing.ts'
import type { Timing } from './timing.ts'
import { YourAccountStore } from './your-account-store.ts'

const ACTION = 'repairCard'

type Dependencies = {
  readonly app: Pick<SubscriptionApp, 'repairCard'>
  readonly global: GlobalStore
  readonly notices: NoticesStore
  readonly attempt: Attempt
  readonly timing: Pick<Timing, 'sleep'>
  readonly origin: string
  readonly getStore: GetStore
}

/** Paying the subscription with another card. */
export class CardStore {
  isBusy = false
  /** Whether the check of the card is taking unusually long. */
  isSlow = false
  refusal: RepairRefusal | null = null
  /** Set once the card has been replaced; `paid` is what the new one was charged immediately. */
  success: { readonly paid: Money | null } | null = null
  private attempts = 0
  private readonly dependencies: Dependencies

  constructor(parts: StoreParts) {
    this.dependencies = { ...parts, app: parts.appWith(createSubscriptionApp) }
    makeAutoObservable<this, 'dependencies' | 'attempts'>(
      this,
      { dependencies: false, attempts: false, refusal: observableRef, success: observableRef },
      { autoBind: true },
    )
  }

  /** Called when the form opens or closes: clears the refusal and notice of an earlier attempt. */
  startOver() {
    this.refusal = null
    this.dependencies.notices.startOver(ACTION)
  }

  forgetSuccess() {
    this.success = null
  }

  /**
   * Makes the form's card pay for the subscription, and for its open invoice immediately.
   * `conclude` is called when there is nothing left to enter. Ignores clicks while a request is in
   * progress.
   */
  async submit(card: CardForm, conclude: () => void): Promise<void> {
    const { app, global, attempt, origin } = this.dependencies
    const { profile } = global
    const subscription = profile?.subscription ?? null
    if (this.isBusy || profile === null || subscription === null) return
    this.startOver()
    this.success = null
    this.isBusy = true
    this.attempts += 1
    void this.watchTime(this.attempts)
    const outcome = await attempt(
      ACTION,
      () =>
        app.repairCard({
          card,
          billingEmail: profile.email,
          subscriptionId: subscription.id,
          due: subscription.openInvoice?.amount ?? null,
          returnUrl: origin + accountFormPath('card'),
        }),
      () => void this.submit(card, conclude),
      reassurances.charge,
    )
    runInAction(() => {
      this.isBusy = false
      this.isSlow = false
      if (outcome !== 'failed' && this.settle(outcome, subscription)) conclude()
    })
  }

  private settle(outcome: RepairCardOutcome, before: Subscription): boolean {
    const { global, notices, getStore } = this.dependencies
    switch (outcome.kind) {
      case 'repaired':
        this.success = { paid: before.openInvoice?.amount ?? null }
        global.changeSubscription(outcome.subscription)
        void getStore(YourAccountStore).load()
        return true
      case 'ended':
        global.changeProfile(outcome.profile)
        notices.fail('Your plan has ended in the meantime. Nothing was charged.')
        void getStore(YourAccountStore).load()
        return true
      case 'due-changed':
        global.changeProfile(outcome.profile)
        this.refusal = {
          kind: outcome.kind,
          was: before.openInvoice?.amount ?? null,
          due: outcome.profile.subscription?.openInvoice?.amount ?? null,
        }
        void getStore(YourAccountStore).load()
        return false
      case 'card-incomplete':
        // The provider's form shows it on its own fields.
        return false
      case 'declined':
      case 'authentication-failed':
        this.refusal = { kind: outcome.kind, message: outcome.message }
        return false
      case 'rejected':
      case 'rate-limited':
        this.refusal = outcome
        return false
    }
  }

  private async watchTime(attempt: number): Promise<void> {
    await this.dependencies.timing.sleep(SLOW)
    if (attempt === this.attempts && this.isBusy) this.becomeSlow()
  }

  private becomeSlow() {
    this.isSlow = true
  }
}
