import { makeAutoObservable, runInAction } from 'mobx'
import { createSubscriptionApp } from '#core/subscription-app.ts'
import type { SubscriptionApp } from '#core/subscription-app.ts'
import type { Subscription } from '#core/model/subscription.ts'
import type { SubscriptionChangeOutcome } from '#core/use-cases/cancel-subscription.ts'
import type { KeepPlanOutcome } from '#core/use-cases/keep-plan.ts'
import type { Attempt } from './attempt.ts'
import type { StoreParts } from './create-stores.ts'
import type { GlobalStore } from './global-store.ts'
import type { NoticesStore } from './notices-store.ts'

type Dependencies = {
  readonly app: Pick<SubscriptionApp, 'cancelSubscription' | 'resumeSubscription' | 'keepPlan'>
  readonly global: GlobalStore
  readonly notices: NoticesStore
  readonly attempt: Attempt
}

type Verb = 'cancel' | 'resume' | 'keep'

const ACTION = 'changeSubscription'

/** Ending the running subscription with its period, and taking that or a change of plan back. */
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

  cancel(): Promise<void> {
    const { app } = this.dependencies
    return this.change('cancel', ({ id }) => app.cancelSubscription(id))
  }

  resume(): Promise<void> {
    const { app } = this.dependencies
    return this.change('resume', ({ id }) => app.resumeSubscription(id))
  }

  /** Takes the pending change of plan back. */
  keep(): Promise<void> {
    const { app } = this.dependencies
    return this.change('keep', (subscription) => app.keepPlan(subscription))
  }

  /** The visitor keeps things as they are: nothing that failed is repeated. */
  startOver() {
    this.dependencies.notices.startOver(ACTION)
  }

  private async change(
    verb: Verb,
    work: (subscription: Subscription) => Promise<KeepPlanOutcome | SubscriptionChangeOutcome>,
  ): Promise<void> {
    const { global, notices, attempt } = this.dependencies
    const { subscription } = this
    if (this.isBusy || subscription === null) return
    this.busyWith = verb
    const outcome = await attempt(
      ACTION,
      () => work(subscription),
      () => void this[verb](),
    )
    runInAction(() => {
      this.busyWith = null
      if (outcome === 'failed') return
      switch (outcome.kind) {
        case 'changed':
          global.changeSubscription(outcome.subscription)
          break
        case 'ended':
          global.changeProfile(outcome.profile)
          notices.fail('Your plan has ended in the meantime. Nothing was changed.')
          break
        case 'changed-meanwhile':
          global.changeProfile(outcome.profile)
          notices.fail('Your plan has changed in the meantime.')
          break
      }
    })
  }
}
