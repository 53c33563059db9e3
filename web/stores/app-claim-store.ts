import { makeAutoObservable, observableRef, runInAction } from 'mobx'
import { createSubscriptionApp } from '#core/subscription-app.ts'
import type { SubscriptionApp } from '#core/subscription-app.ts'
import { isExpired } from '#core/model/app-claim.ts'
import type { JourneyName } from '#core/model/routes.ts'
import type { AppClaim, AppClaimOutcome, RateLimited } from '#core/ports/admin-api.ts'
import type { Attempt } from './attempt.ts'
import type { StoreParts } from './create-stores.ts'
import type { GlobalStore } from './global-store.ts'
import { ServerClock } from './server-clock.ts'

export type AppClaimStatus =
  | { readonly kind: 'ready'; readonly claim: AppClaim }
  | { readonly kind: 'loading' }
  | { readonly kind: 'expired' | 'unavailable' }
  | RateLimited

const loading: AppClaimStatus = { kind: 'loading' }

type Parts = {
  readonly app: Pick<SubscriptionApp, 'completeSignUp' | 'createAppClaim'>
  readonly global: GlobalStore
  readonly attempt: Attempt
}

type Dependencies = Parts & { readonly serverClock: ServerClock }

const statusOf = (outcome: AppClaimOutcome | 'failed'): AppClaimStatus => {
  if (outcome === 'failed') return { kind: 'unavailable' }
  switch (outcome.kind) {
    case 'created':
      return { kind: 'ready', claim: outcome.claim }
    case 'rate-limited':
      return outcome
  }
}

/** The link that opens the app with the user's plan, until it expires. */
export class AppClaimStore {
  private own: { readonly userId: string; readonly status: AppClaimStatus } | null = null
  private readonly dependencies: Dependencies

  constructor(parts: StoreParts) {
    this.dependencies = {
      ...parts,
      app: parts.appWith(createSubscriptionApp),
      serverClock: parts.getStore(ServerClock),
    }
    makeAutoObservable<this, 'dependencies' | 'own'>(
      this,
      { dependencies: false, own: observableRef },
      { autoBind: true },
    )
  }

  /** `loading` until a link has been requested for the signed-in user. */
  get status(): AppClaimStatus {
    const { own, dependencies } = this
    return own !== null && own.userId === dependencies.global.currentUser?.id ? own.status : loading
  }

  /** Records the first arrival at the end of a journey. */
  arrive(journey: JourneyName) {
    const { app, global } = this.dependencies
    app.completeSignUp(journey, global.signUpData)
    global.leaveStep('download-app')
  }

  /** Requests a link unless there is a valid one, or one has been requested. */
  async load(): Promise<void> {
    const { app, global, attempt } = this.dependencies
    const userId = global.currentUser?.id
    this.checkExpiry()
    if (userId === undefined || this.isUnderWay(userId) || this.status.kind === 'ready') return
    this.own = { userId, status: loading }
    const outcome = await attempt('createAppClaim', () => app.createAppClaim(), 'in-place')
    runInAction(() => {
      if (this.own?.userId === userId) this.own = { userId, status: statusOf(outcome) }
      this.checkExpiry()
    })
  }

  /** Shows the link as expired once it is. */
  checkExpiry() {
    const { own, dependencies } = this
    if (own?.status.kind !== 'ready') return
    if (isExpired(own.status.claim, dependencies.serverClock.now()))
      this.own = { ...own, status: { kind: 'expired' } }
  }

  private isUnderWay(userId: string): boolean {
    return this.own?.userId === userId && this.own.status.kind === 'loading'
  }
}
