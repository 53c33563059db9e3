import { makeAutoObservable, observableRef, runInAction } from 'mobx'
import { createSubscriptionApp } from '#core/subscription-app.ts'
import type { SubscriptionApp } from '#core/subscription-app.ts'
import type { SignUpChanges } from '#core/model/persisted-state.ts'
import {
  appliedCode,
  codeToCheck,
  isPickChosen,
  pickedPlan,
  pickedPromotion,
  pickDraft,
  plansToCheck,
  promotionFor,
  withChosenPlan,
  withoutPick,
  withoutRefusedCode,
  withPick,
} from '#core/model/plan-choice.ts'
import type { PlanChoice, RefusedCode } from '#core/model/plan-choice.ts'
import { byMonthlyPrice } from '#core/model/plan.ts'
import type { Product, Promotion } from '#core/model/plan.ts'
import type { CheckPromotionOutcome, Offers } from '#core/ports/admin-api.ts'
import type { Attempt } from './attempt.ts'
import type { StoreParts } from './create-stores.ts'
import type { GlobalStore } from './global-store.ts'

/** The draft that holds the code in the field. */
const CODE_FORM = 'promotion'

type Dependencies = {
  readonly app: Pick<SubscriptionApp, 'loadOffers' | 'checkPromotionCode' | 'choosePlan'>
  readonly global: GlobalStore
  readonly attempt: Attempt
}

/** The plans on offer, the promotion code and the choice. */
export class PlanStore {
  offers: Offers | null = null
  isLoading = false
  isLoadFailed = false
  isCheckingPromotion = false
  promotionRefusal: RefusedCode | null = null
  isChoosing = false
  /** How often choosing a plan stopped to show the outcome of checking a code. */
  stops = 0
  private checkedCodes: PlanChoice['checkedCodes'] = new Map()
  private readonly dependencies: Dependencies

  constructor(parts: StoreParts) {
    this.dependencies = { ...parts, app: parts.appWith(createSubscriptionApp) }
    makeAutoObservable<this, 'dependencies' | 'checkedCodes'>(
      this,
      {
        dependencies: false,
        offers: observableRef,
        promotionRefusal: observableRef,
        checkedCodes: observableRef,
      },
      { autoBind: true },
    )
  }

  get products(): readonly Product[] {
    return byMonthlyPrice(this.offers?.products ?? [])
  }

  private get choice(): PlanChoice {
    const { products, typedCode, checkedCodes, promotionRefusal: refusal } = this
    return {
      products,
      signUp: this.dependencies.global.signUpData,
      typedCode,
      checkedCodes,
      refusal,
    }
  }

  get picked(): Product | null {
    return pickedPlan(this.choice)
  }

  private get code(): string {
    return appliedCode(this.choice.signUp)
  }

  /** The promotion of the picked plan. */
  get promotion(): Promotion | null {
    return pickedPromotion(this.choice)
  }

  /** The applied promotion for one of the plans; null if it does not apply to it. */
  promotionFor(product: Product): Promotion | null {
    return promotionFor(this.choice, product)
  }

  /** The code in the field, applied or not. */
  get typedCode(): string {
    return this.dependencies.global.draft(CODE_FORM).code ?? ''
  }

  /** The code to check before the picked plan is chosen; empty if there is none. */
  get uncheckedCode(): string {
    return codeToCheck(this.choice)
  }

  /** Whether the picked plan and code are the chosen ones, on their current terms. */
  get isSettled(): boolean {
    return isPickChosen(this.choice)
  }

  async load() {
    const { app, attempt, global } = this.dependencies
    this.isLoading = true
    this.isLoadFailed = false
    const offers = await attempt('loadOffers', () => app.loadOffers(), 'in-place')
    const checking = offers !== 'failed' && this.checkForAll(offers.products)
    // After a page reload, waits for the applied code: no plan is shown at the full price first.
    if (pickDraft(global.signUpData).code) await checking
    runInAction(() => {
      this.isLoading = false
      this.isLoadFailed = offers === 'failed'
      if (offers === 'failed') return
      this.offers = offers
      global.applyOffers(offers)
    })
    await checking
  }

  /** Applies a plan's new price, and reloads, because other plans may have new prices too. */
  changeOffer(changed: Product) {
    if (this.offers) {
      const products = this.offers.products.map((each) => (each.id === changed.id ? changed : each))
      this.offers = { ...this.offers, products }
    }
    void this.load()
  }

  /** Picks one of the plans on offer, and checks the applied code for it. */
  async pick(id: string) {
    if (this.picked?.id === id || !this.products.some((product) => product.id === id)) return
    this.promotionRefusal = null
    this.change(withPick(this.choice.signUp, { id }))
    if (this.code === '' || this.promotion) return
    const known = this.checkedCodes.get(id)
    if (known) this.settlePromotion(known)
    else await this.checkPromotion(this.code)
  }

  async checkPromotion(code: string) {
    await this.check(code)
    await this.checkForAll(this.products)
  }

  private async check(code: string) {
    const { app, attempt } = this.dependencies
    const { picked: product, typedCode } = this
    if (product === null || this.isCheckingPromotion) return
    this.isCheckingPromotion = true
    this.promotionRefusal = null
    const input = { code, productId: product.id }
    const outcome = await attempt(
      'checkPromotionCode',
      () => app.checkPromotionCode(input),
      () => void this.checkPromotion(code),
    )
    runInAction(() => {
      this.isCheckingPromotion = false
      if (outcome === 'failed') return
      if (outcome.kind === 'applies') this.checkedCodes = new Map([[product.id, outcome]])
      // Otherwise the refusal would be shown for another plan or code.
      else if (this.picked?.id !== product.id || this.typedCode !== typedCode) return
      this.settlePromotion(outcome)
    })
  }

  typeCode(code: string) {
    this.promotionRefusal = null
    this.dependencies.global.saveDraft(CODE_FORM, { code })
  }

  removePromotion() {
    // Left in the field, the code would be applied again with the next choice.
    this.typeCode('')
    this.change(withPick(this.choice.signUp, { code: '' }))
  }

  private change(changes: SignUpChanges) {
    this.dependencies.global.changeSignUpData(changes)
  }

  private settlePromotion(outcome: CheckPromotionOutcome) {
    if (outcome.kind !== 'applies') this.promotionRefusal = outcome
    else this.change(withPick(this.choice.signUp, { code: outcome.promotion.code }))
  }

  /** Checks the applied code for each plan. Where that fails, picking the plan checks it again. */
  private async checkForAll(products: readonly Product[]) {
    const { app, attempt } = this.dependencies
    const { choice, code } = this
    await Promise.all(
      plansToCheck({ ...choice, products }).map(async ({ id }) => {
        const input = { code, productId: id }
        const check = () => app.checkPromotionCode(input)
        const outcome = await attempt(`checkPromotionCode ${id}`, check, 'in-place')
        if (outcome === 'failed' || outcome.kind === 'rate-limited') return
        runInAction(() => {
          if (code === this.code) this.checkedCodes = new Map([...this.checkedCodes, [id, outcome]])
        })
      }),
    )
  }

  /**
   * Chooses the picked plan and its code unless they are the chosen ones. Returns whether they are
   * now. With an unchecked code, only checks it and returns false, because the order shown may
   * change.
   */
  async settle(retry: () => void): Promise<boolean> {
    if (this.uncheckedCode !== '') {
      await this.checkFirst()
      return this.stop()
    }
    if (!this.isSettled) return this.choose(retry)
    this.change(withoutPick(this.choice.signUp))
    return true
  }

  /**
   * Chooses the picked plan and returns whether it is chosen now. Chooses nothing if the pick has
   * changed meanwhile, or while a code is being checked. An unchecked code is checked first; a
   * refused one is not applied.
   */
  async choose(retry: () => void): Promise<boolean> {
    const { app, attempt, global } = this.dependencies
    if (this.picked === null || this.isChoosing || this.isCheckingPromotion) return false
    if (this.uncheckedCode !== '')
      return (await this.checkFirst()) ? this.choose(retry) : this.stop()
    const { picked: product, promotion } = this
    const userId = global.currentUser?.id
    const isStillPicked = () =>
      global.isStaying(userId) &&
      this.picked?.id === product.id &&
      this.promotion?.id === promotion?.id
    this.isChoosing = true
    const outcome = await attempt(
      'choosePlan',
      () => app.choosePlan(product, promotion, isStillPicked),
      retry,
    )
    return runInAction(() => {
      this.isChoosing = false
      if (outcome === 'failed') return false
      switch (outcome.kind) {
        case 'pick-changed':
          return false
        case 'promotion-refused':
          this.promotionRefusal = outcome.outcome
          this.change(withoutRefusedCode(this.choice))
          return this.stop()
        case 'chosen':
          this.change(withChosenPlan(global.signUpData, outcome.product, outcome.promotion))
          return true
      }
    })
  }

  /** Checks the unchecked code. True if it applies and the same plan is still picked. */
  private async checkFirst(): Promise<boolean> {
    const id = this.picked?.id
    await this.check(this.uncheckedCode)
    void this.checkForAll(this.products)
    return this.promotion !== null && this.picked?.id === id
  }

  /** Chooses nothing yet, so that the visitor sees the outcome of checking the code. */
  private stop(): false {
    if (this.promotion !== null || this.promotionRefusal !== null) this.stops += 1
    return false
  }
}
