import { makeAutoObservable, observableRef, runInAction } from 'mobx'
import type { App } from '#core/app.ts'
import type { PlanId } from '#core/model/plan.ts'
import type { PlanChangePreview } from '#core/model/plan-change.ts'
import type { Profile } from '#core/model/profile.ts'
import type { ChangePlanOutcome, PlanChangeRefusal } from '#core/use-cases/change-plan.ts'
import type { Attempt } from './attempt.ts'
import type { GetStore } from './create-stores.ts'
import type { GlobalStore } from './global-store.ts'
import type { NoticesStore } from './notices-store.ts'
import { SLOW } from './timing.ts'
import type { Timing } from './timing.ts'
import { YourAccountStore } from './your-account-store.ts'

const PREVIEW = 'previewPlanChange'
const CHANGE = 'changePlan'

/** Why the plan was not changed at the last attempt. */
export type UnchangedReason =
  | PlanChangeRefusal
  /** It was shown too long ago, or would have done something else. */
  | { readonly kind: 'preview-stale'; readonly isAmountNew: boolean }

type Dependencies = {
  readonly app: Pick<App, 'previewPlanChange' | 'changePlan'>
  readonly global: GlobalStore
  readonly notices: NoticesStore
  readonly attempt: Attempt
  readonly timing: Pick<Timing, 'sleep'>
  readonly getStore: GetStore
}

/** Changing to another plan, after its cost was shown. */
export class PlanChangeStore {
  preview: PlanChangePreview | null = null
  isLoading = false
  isLoadFailed = false
  isBusy = false
  /** It has taken so long that the visitor may wonder. */
  isSlow = false
  refusal: UnchangedReason | null = null
  /** Set once the change is made: what was shown of it. */
  success: PlanChangePreview | null = null
  /** Counts the forms opened and the changes ordered: late answers belong to an earlier one. */
  private turn = 0
  private readonly dependencies: Dependencies

  constructor(dependencies: Dependencies) {
    this.dependencies = dependencies
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

  /** The form closes: nothing that it showed counts any more. */
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

  /** Asks what the change would do. A preview from before stays on the screen until then. */
  async load(productId: PlanId): Promise<void> {
    const { app, global, attempt } = this.dependencies
    const { turn } = this
    const subscriptionId = global.profile?.subscription?.id
    if (this.isLoading || subscriptionId === undefined) return
    this.isLoading = true
    this.isLoadFailed = false
    const outcome = await attempt(
      PREVIEW,
      () => app.previewPlanChange({ subscriptionId, productId }),
      () => void this.load(productId),
    )
    runInAction(() => {
      if (turn !== this.turn) return
      this.isLoading = false
      this.isLoadFailed = outcome === 'failed'
      this.preview = outcome !== 'failed' && outcome.kind === 'previewed' ? outcome.preview : null
      if (outcome !== 'failed' && outcome.kind !== 'previewed') this.learn(outcome)
    })
  }

  /**
   * Makes the change that is shown, and pays what is due today. `conclude` is called when there is
   * nothing left to decide. Clicks while it is under way are ignored.
   */
  async submit(conclude: () => void): Promise<void> {
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
      () => app.changePlan({ subscriptionId, preview }),
      () => void this.submit(conclude),
    )
    if (outcome !== 'failed')
      await runInAction(() => this.settle(outcome, { shown: preview, turn, conclude }))
    runInAction(() => {
      this.isBusy = false
      this.isSlow = false
    })
  }

  private async settle(
    outcome: ChangePlanOutcome,
    {
      shown,
      turn,
      conclude,
    }: {
      readonly shown: PlanChangePreview
      readonly turn: number
      readonly conclude: () => void
    },
  ): Promise<void> {
    const { global, getStore } = this.dependencies
    switch (outcome.kind) {
      case 'changed':
        this.success = shown
        global.changeSubscription(outcome.subscription)
        void getStore(YourAccountStore).load()
        // In the same action: a form for the new plan's alternative must not show in between.
        conclude()
        break
      case 'not-changeable':
      case 'ended':
        this.learn(outcome)
        conclude()
        break
      case 'declined':
      case 'authentication-failed':
      case 'rejected':
      case 'preview-stale':
        // Another attempt needs another preview; a form that was closed meanwhile needs none.
        if (turn === this.turn) await this.load(shown.productId)
        if (turn === this.turn) this.refuse(outcome, shown)
        break
    }
  }

  private refuse(
    outcome: PlanChangeRefusal | { readonly kind: 'preview-stale' },
    shown: PlanChangePreview,
  ) {
    const isAmountNew = this.preview?.dueToday.amount !== shown.dueToday.amount
    this.refusal =
      outcome.kind === 'preview-stale' ? { kind: 'preview-stale', isAmountNew } : outcome
  }

  private learn({ kind, profile }: { kind: 'not-changeable' | 'ended'; profile: Profile }) {
    const { global, notices, getStore } = this.dependencies
    global.changeProfile(profile)
    const what = kind === 'ended' ? 'ended' : 'changed'
    notices.fail(`Your plan has ${what} in the meantime. Nothing was charged.`)
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
