import { makeAutoObservable, observableRef, runInAction } from 'mobx'
import { createSubscriptionApp } from '#core/subscription-app.ts'
import type { SubscriptionApp } from '#core/subscription-app.ts'
import type { Money } from '#core/model/money.ts'
import type { PlanId } from '#core/model/plan.ts'
import { isPlanUnchanged } from '#core/model/plan-change.ts'
import type { PlanChangePreview } from '#core/model/plan-change.ts'
import type { Profile } from '#core/model/profile.ts'
import type { ShownTerms } from '#core/model/subscription.ts'
import type { ChangePlanOutcome, PlanChangeRefusal } from '#core/use-cases/change-plan.ts'
import type { Attempt } from './attempt.ts'
import type { GetStore, StoreParts } from './create-stores.ts'
import type { GlobalStore } from './global-store.ts'
import type { NoticesStore } from './notices-store.ts'
import { reassurances } from './reassurances.ts'
import { SLOW } from './timing.ts'
import type { Timing } from './timing.ts'
import { YourAccountStore } from './your-account-store.ts'

const PREVIEW = 'previewPlanChange'
const CHANGE = 'changePlan'

/** Why the plan was not changed at the last attempt. */
export type UnchangedReason =
  | PlanChangeRefusal
  /**
   * The preview was too old, or the change would have done something else. `was` is the amount that
   * the preview showed, `due` the current one, or null if that could not be loaded.
   */
  | { readonly kind: 'preview-stale'; readonly was: Money; readonly due: Money | null }

type Refused = PlanChangeRefusal | { readonly kind: 'preview-stale' }

type Dependencies = {
  readonly app: Pick<SubscriptionApp, 'previewPlanChange' | 'changePlan'>
  readonly global: GlobalStore
  readonly notices: NoticesStore
  readonly attempt: Attempt
  readonly timing: Pick<Timing, 'sleep'>
  readonly getStore: GetStore
}

/** Changes the plan, after showing what the change costs. */
export class PlanChangeStore {
  preview: PlanChangePreview | null = null
  isLoading = false
  isLoadFailed = false
  isBusy = false
  /** Whether the change is taking unusually long. */
  isSlow = false
  refusal: UnchangedReason | null = null
  /** The preview of the change that was made; null until then. */
  success: PlanChangePreview | null = null
  /** Incremented when the form closes and when a change is ordered, to recognise late responses. */
  private turn = 0
  private readonly dependencies: Dependencies

  constructor(parts: StoreParts) {
    this.dependencies = { ...parts, app: parts.appWith(createSubscriptionApp) }
    makeAutoObservable<this, 'dependencies' | 'turn'>(
      this,
      {
        dependencies: false,
        turn: false,
        preview: observableRef,
        refusal: observableRef,
        success: observableRef,
      },
      { autoBind: true },
    )
  }

  /** Called when the form closes: discards everything that it showed. */
  startOver() {
    this.turn += 1
    this.preview = null
    this.isLoading = false
    this.isLoadFailed = false
    this.refusal = null
    this.dependencies.notices.startOver(PREVIEW)
    this.dependencies.notices.startOver(CHANGE)
  }

  forgetSuccess() {
    this.success = null
  }

  /**
   * Loads the preview of the change. An earlier preview stays on the screen until then. `conclude`
   * is called when the plan cannot be changed.
   */
  async load(productId: PlanId, conclude: () => void): Promise<void> {
    const { app, global, attempt } = this.dependencies
    const { turn } = this
    const subscriptionId = global.profile?.subscription?.id
    if (this.isLoading || subscriptionId === undefined) return
    this.isLoading = true
    this.isLoadFailed = false
    const outcome = await attempt(
      PREVIEW,
      () => app.previewPlanChange({ subscriptionId, productId }),
      () => void this.load(productId, conclude),
    )
    runInAction(() => {
      if (turn !== this.turn) return
      this.isLoading = false
      this.isLoadFailed = outcome === 'failed'
      this.preview = outcome !== 'failed' && outcome.kind === 'previewed' ? outcome.preview : null
      if (outcome === 'failed' || outcome.kind === 'previewed') return
      this.learn(outcome)
      conclude()
    })
  }

  /**
   * Makes the previewed change under the terms in `consent`, and pays what is due today. `conclude`
   * is called when there is nothing left to decide. Ignores clicks while a request is in progress.
   */
  async submit(consent: ShownTerms, conclude: () => void): Promise<void> {
    const { app, global, attempt } = this.dependencies
    const { preview } = this
    const subscriptionId = global.profile?.subscription?.id
    if (this.isBusy || this.isLoading || preview === null || subscriptionId === undefined) return
    this.refusal = null
    this.success = null
    this.isBusy = true
    const turn = ++this.turn
    void this.watchTime(turn)
    const outcome = await attempt(
      CHANGE,
      () => app.changePlan({ subscriptionId, preview, consent }),
      () => void this.submit(consent, conclude),
      reassurances.charge,
    )
    const refused =
      outcome === 'failed' ? null : runInAction(() => this.settle(outcome, preview, conclude))
    // No explanation is needed once the form has been closed.
    if (refused !== null && turn === this.turn)
      await this.explain(refused, { preview, turn, conclude })
    runInAction(() => {
      this.isBusy = false
      this.isSlow = false
    })
  }

  /** Returns why the change was not made, or null when there is nothing left to decide. */
  private settle(
    outcome: ChangePlanOutcome,
    shown: PlanChangePreview,
    conclude: () => void,
  ): Refused | null {
    const { global, getStore } = this.dependencies
    switch (outcome.kind) {
      case 'changed':
        this.success = shown
        global.changeSubscription(outcome.subscription)
        void getStore(YourAccountStore).load()
        conclude()
        return null
      case 'not-changeable':
      case 'ended':
        this.learn(outcome)
        conclude()
        return null
      case 'declined':
      case 'authentication-failed':
      case 'rejected':
      case 'preview-stale':
        return outcome
    }
  }

  /** Loads the preview that another attempt needs, and then shows why this one was refused. */
  private async explain(
    refused: Refused,
    { preview, turn, conclude }: { preview: PlanChangePreview; turn: number; conclude: () => void },
  ): Promise<void> {
    await this.load(preview.productId, conclude)
    if (turn === this.turn) this.refuse(refused, preview)
  }

  private refuse(refused: Refused, shown: PlanChangePreview) {
    const amounts = { was: shown.dueToday, due: this.preview?.dueToday ?? null }
    this.refusal = refused.kind === 'preview-stale' ? { ...refused, ...amounts } : refused
  }

  private learn({ kind, profile }: { kind: 'not-changeable' | 'ended'; profile: Profile }) {
    const { global, notices, getStore } = this.dependencies
    const isSame = isPlanUnchanged(global.profile?.subscription ?? null, profile.subscription)
    global.changeProfile(profile)
    // The response to an earlier attempt may have been lost: the change may be the visitor's own.
    if (kind === 'ended') notices.fail('Your plan has ended in the meantime.')
    else if (isSame) notices.fail('Your plan can’t be changed right now.')
    else notices.fail('Your plan has changed in the meantime.')
    void getStore(YourAccountStore).load()
  }

  private async watchTime(turn: number): Promise<void> {
    await this.dependencies.timing.sleep(SLOW)
    if (turn === this.turn && this.isBusy) this.becomeSlow()
  }

  private becomeSlow() {
    this.isSlow = true
  }
}
