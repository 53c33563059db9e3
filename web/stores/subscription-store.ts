import { makeAutoObservable, runInAction } from 'mobx'
import { createSubscriptionApp } from '#core/subscription-app.ts'
import type { SubscriptionApp } from '#core/subscription-app.ts'
import { wasChargedBefore } from '#core/model/subscription.ts'
import type { Subscription } from '#core/model/subscription.ts'
import type { SubscriptionChangeOutcome } from '#core/use-cases/cancel-subscription.ts'
import type { KeepPlanOutcome } from '#core/use-cases/keep-plan.ts'
import type { Attempt } from './attempt.ts'
import type { GetStore, StoreParts } from './create-stores.ts'
import type { GlobalStore } from './global-store.ts'
import type { NoticesStore } from './notices-store.ts'
import { YourAccountStore } from './your-account-store.ts'

type Dependencies = {
  readonly app: Pick<SubscriptionApp, 'cancelSubscription' | 'resumeSubscription' | 'keepPlan'>
  readonly global: GlobalStore
  readonly notices: NoticesStore
  readonly attempt: Attempt
  readonly getStore: GetStore
}

type Verb = 'cancel' | 'resume' | 'keep'

const ACTION = 'changeSubscription'

const CHARGED_BEFORE =
  'You were charged for a new billing period before you cancelled. You can use the app until it ends, and nothing more will be charged.'

/** Cancelling the subscription, and undoing that or a pending change of plan. */
export class SubscriptionStore {
  busyWith: Verb | null = null
  private readonly dependencies: Dependencies

  constructor(parts: StoreParts) {
    this.dependencies = { ...parts, app: parts.appWith(createSubscriptionApp) }
    makeAutoObservable<this, 'dependencies'>(this, { dependencies: false }, { autoBind: true })
  }

  get subscription(): Subscription | null {
    return this.dependencies.global.profile?.subscription ?? null
  }

  get isBusy(): boolean {
    return this.busyWith !== null
  }

  /**
   * `endsAtOnce`: the dialog said that the plan ends immediately, because its new period has not
   * been charged yet.
   */
  async cancel(endsAtOnce: boolean): Promise<void> {
    const { app, notices } = this.dependencies
    const cancelled = await this.change(
      'cancel',
      ({ id }) => app.cancelSubscription(id),
      () => void this.cancel(endsAtOnce),
    )
    if (cancelled && wasChargedBefore(cancelled, endsAtOnce)) notices.fail(CHARGED_BEFORE)
  }

  async resume(): Promise<void> {
    const { app } = this.dependencies
    await this.change(
      'resume',
      ({ id }) => app.resumeSubscription(id),
      () => void this.resume(),
    )
  }

  /** Cancels the pending change of plan. */
  async keep(): Promise<void> {
    const { app } = this.dependencies
    await this.change(
      'keep',
      (subscription) => app.keepPlan(subscription),
      () => void this.keep(),
    )
  }

  /** Called when the visitor closes the dialog: a failed attempt can no longer be retried. */
  startOver() {
    this.dependencies.notices.startOver(ACTION)
  }

  /** Returns the changed subscription, or null if nothing was changed. */
  private async change(
    verb: Verb,
    work: (subscription: Subscription) => Promise<KeepPlanOutcome | SubscriptionChangeOutcome>,
    again: () => void,
  ): Promise<Subscription | null> {
    const { attempt, getStore } = this.dependencies
    const { subscription } = this
    if (this.isBusy || subscription === null) return null
    this.busyWith = verb
    const outcome = await attempt(ACTION, () => work(subscription), again)
    return runInAction(() => {
      this.busyWith = null
      if (outcome === 'failed') return null
      const changed = this.settle(outcome)
      void getStore(YourAccountStore).load()
      return changed
    })
  }

  private settle(outcome: KeepPlanOutcome | SubscriptionChangeOutcome): Subscription | null {
    const { global, notices } = this.dependencies
    switch (outcome.kind) {
      case 'changed':
        global.changeSubscription(outcome.subscription)
        return outcome.subscription
      case 'ended':
        global.changeProfile(outcome.profile)
        notices.fail('Your plan has ended in the meantime. Nothing was changed.')
        return null
      case 'changed-meanwhile':
        global.changeProfile(outcome.profile)
        notices.fail('Your plan has changed in the meantime.')
        return null
    }
  }
}
