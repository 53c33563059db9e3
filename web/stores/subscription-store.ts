import { makeAutoObservable, runInAction } from 'mobx'
import type { App } from '#core/app.ts'
import type { Subscription } from '#core/model/subscription.ts'
import type { Attempt } from './attempt.ts'
import type { GlobalStore } from './global-store.ts'
import type { NoticesStore } from './notices-store.ts'

type Dependencies = {
  readonly app: Pick<App, 'cancelSubscription' | 'resumeSubscription'>
  readonly global: GlobalStore
  readonly notices: NoticesStore
  readonly attempt: Attempt
}

/** Ending the running subscription with its period, and taking that back. */
export class SubscriptionStore {
  isBusy = false
  private readonly dependencies: Dependencies

  constructor(dependencies: Dependencies) {
    this.dependencies = dependencies
    makeAutoObservable<this, 'dependencies'>(this, { dependencies: false }, { autoBind: true })
  }

  get subscription(): Subscription | null {
    return this.dependencies.global.profile?.subscription ?? null
  }

  cancel(): Promise<void> {
    return this.change('cancelSubscription', this.cancel)
  }

  resume(): Promise<void> {
    return this.change('resumeSubscription', this.resume)
  }

  private async change(
    verb: 'cancelSubscription' | 'resumeSubscription',
    retry: () => void,
  ): Promise<void> {
    const { app, global, notices, attempt } = this.dependencies
    const { subscription } = this
    if (this.isBusy || subscription === null) return
    this.isBusy = true
    const outcome = await attempt('changeSubscription', () => app[verb](subscription.id), retry)
    runInAction(() => {
      this.isBusy = false
      if (outcome === 'failed') return
      switch (outcome.kind) {
        case 'changed':
          global.changeSubscription(outcome.subscription)
          break
        case 'ended':
          global.changeProfile(outcome.profile)
          notices.fail('Your plan has ended in the meantime. Nothing was changed.')
          break
      }
    })
  }
}
