import { makeAutoObservable, observableRef, runInAction } from 'mobx'
import { createSubscriptionApp } from '#core/subscription-app.ts'
import type { SubscriptionApp } from '#core/subscription-app.ts'
import type { Draft } from '#core/model/drafts.ts'
import { withPlan } from '#core/model/order.ts'
import { byMonthlyPrice, isSameOffer, pickPlan } from '#core/model/plan.ts'
import type { Product, Promotion } from '#core/model/plan.ts'
import type { CheckPromotionOutcome, Offers } from '#core/ports/admin-api.ts'
import type { Attempt } from './attempt.ts'
import type { StoreParts } from './create-stores.ts'
import type { GlobalStore } from './global-store.ts'

/** Why a promotion code was refused; the screen says it in a sentence. */
export type PromotionRefusal = Exclude<CheckPromotionOutcome, { kind: 'applies' }>

/** The draft that holds the picked plan and the applied code until they are chosen. */
const FORM = 'plan'

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
  promotionRefusal: PromotionRefusal | null = null
  isChoosing = false
  /** Counts how often the check of a code kept the plan from being chosen at once. */
  stops = 0
  /** The outcome of checking the applied code for each plan, as far as known. */
  private looked: ReadonlyMap<string, CheckPromotionOutcome> = new Map()
  private readonly dependencies: Dependencies

  constructor(parts: StoreParts) {
    this.dependencies = { ...parts, app: parts.appWith(createSubscriptionApp) }
    makeAutoObservable<this, 'dependencies' | 'looked'>(
      this,
      {
        dependencies: false,
        offers: observableRef,
        promotionRefusal: observableRef,
        looked: observableRef,
      },
      { autoBind: true },
    )
  }

  get products(): readonly Product[] {
    return byMonthlyPrice(this.offers?.products ?? [])
  }

  /** The picked plan; without a pick, the one chosen before. */
  get picked(): Product | null {
    const { global } = this.dependencies
    const id = global.draft(FORM).id ?? global.signUpData.subscriptionProduct?.id
    return pickPlan(this.products, id)
  }

  /** The applied code, whatever plan it is for; without one, that of the chosen plan. */
  private get code(): string {
    const { global } = this.dependencies
    return global.draft(FORM).code ?? global.signUpData.stripePromotionCode?.code ?? ''
  }

  /** The promotion of the picked plan. */
  get promotion(): Promotion | null {
    return this.picked && this.promotionFor(this.picked)
  }

  /** The applied promotion for one of the plans; null if it does not apply to it. */
  promotionFor({ id }: Product): Promotion | null {
    const { subscriptionProduct, stripePromotionCode } = this.dependencies.global.signUpData
    const isChosen = id === subscriptionProduct?.id && this.code === stripePromotionCode?.code
    if (isChosen) return stripePromotionCode
    const outcome = this.looked.get(id)
    const isKnown = outcome?.kind === 'applies' && outcome.promotion.code === this.code
    return isKnown ? outcome.promotion : null
  }

  /** The code in the field, applied or not. */
  get typedCode(): string {
    return this.dependencies.global.draft(CODE_FORM).code ?? ''
  }

  /**
   * The code to check before the picked plan is chosen: one that was typed and not applied, else
   * the applied one. Empty if there is none, or if it was refused for this plan.
   */
  get uncheckedCode(): string {
    const { picked, promotion, promotionRefusal, typedCode, code } = this
    if (picked === null || promotion) return ''
    if (typedCode.trim() !== '' && !promotionRefusal) return typedCode
    return this.looked.has(picked.id) ? '' : code
  }

  async load() {
    const { app, attempt, global } = this.dependencies
    this.isLoading = true
    this.isLoadFailed = false
    const offers = await attempt('loadOffers', () => app.loadOffers(), 'in-place')
    const looking = offers !== 'failed' && this.lookUpCode(offers.products)
    // After a reload, waits for the applied code, so that no plan is shown at the full price.
    if (global.draft(FORM).code) await looking
    runInAction(() => {
      this.isLoading = false
      this.isLoadFailed = offers === 'failed'
      if (offers === 'failed') return
      this.offers = offers
      global.applyOffers(offers)
    })
    await looking
  }

  /** Takes over the new price of a plan, and reloads, as others may have a new one too. */
  changeOffer(changed: Product) {
    if (this.offers) {
      const products = this.offers.products.map((each) => (each.id === changed.id ? changed : each))
      this.offers = { ...this.offers, products }
    }
    void this.load()
  }

  /** Picks one of the offered plans. An applied code stays if it is valid for it. */
  async pick(id: string) {
    if (this.picked?.id === id || !this.products.some((product) => product.id === id)) return
    this.promotionRefusal = null
    this.saveDraft({ id })
    if (this.code === '' || this.promotion) return
    const known = this.looked.get(id)
    if (known) this.settlePromotion(known)
    else await this.checkPromotion(this.code)
  }

  async checkPromotion(code: string) {
    await this.check(code)
    await this.lookUpCode(this.products)
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
      if (outcome.kind === 'applies') this.looked = new Map([[product.id, outcome]])
      // The refusal would be shown for what is picked and typed now.
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
    this.saveDraft({ code: '' })
  }

  private saveDraft(changes: Draft) {
    const { global } = this.dependencies
    global.saveDraft(FORM, { ...global.draft(FORM), ...changes })
  }

  private settlePromotion(outcome: CheckPromotionOutcome) {
    switch (outcome.kind) {
      case 'applies':
        this.saveDraft({ code: outcome.promotion.code })
        break
      case 'unknown':
      case 'expired':
      case 'used-up':
      case 'used-before':
      case 'not-for-this-plan':
      case 'rate-limited':
        this.promotionRefusal = outcome
        break
    }
  }

  /**
   * Checks the applied code for each plan. If that fails, it is checked when the plan is picked.
   */
  private async lookUpCode(products: readonly Product[]) {
    const { app, attempt } = this.dependencies
    const { code } = this
    if (code === '') return
    const unknown = products.filter(
      (product) => !this.looked.has(product.id) && this.promotionFor(product) === null,
    )
    await Promise.all(
      unknown.map(async ({ id }) => {
        const input = { code, productId: id }
        const check = () => app.checkPromotionCode(input)
        const outcome = await attempt(`checkPromotionCode ${id}`, check, 'in-place')
        if (outcome === 'failed' || outcome.kind === 'rate-limited') return
        runInAction(() => {
          if (code === this.code) this.looked = new Map([...this.looked, [id, outcome]])
        })
      }),
    )
  }

  /** Whether the picked plan and code are the chosen ones, on their current terms. */
  get isSettled(): boolean {
    const { subscriptionProduct, stripePromotionCode } = this.dependencies.global.signUpData
    return (
      this.picked !== null &&
      isSameOffer(this.picked, subscriptionProduct) &&
      this.promotion?.id === stripePromotionCode?.id
    )
  }

  /**
   * Chooses the picked plan and its code unless they are the chosen ones. An unchecked code is only
   * checked: the order shown may change with it.
   */
  async settle(retry: () => void): Promise<boolean> {
    if (this.uncheckedCode !== '') {
      await this.checkFirst()
      return this.stop()
    }
    if (!this.isSettled) return this.choose(retry)
    this.dependencies.global.dropDraft(FORM)
    return true
  }

  /**
   * Chooses the picked plan and returns whether it is chosen now. Chooses nothing if the pick has
   * changed meanwhile, or while a code is being checked. An unchecked code is checked first; a
   * refused one is left out.
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
          if (this.promotion === global.signUpData.stripePromotionCode) global.removePromotionCode()
          this.saveDraft({ code: '' })
          return this.stop()
        case 'chosen':
          global.dropDraft(FORM)
          global.changeSignUpData(withPlan(global.signUpData, outcome.product, outcome.promotion))
          return true
      }
    })
  }

  /** Checks the unchecked code. True if it applies to the plan, which is still picked. */
  private async checkFirst(): Promise<boolean> {
    const id = this.picked?.id
    await this.check(this.uncheckedCode)
    void this.lookUpCode(this.products)
    return this.promotion !== null && this.picked?.id === id
  }

  /** Chooses no plan, so that the outcome of checking the code is seen first. */
  private stop(): false {
    if (this.promotion !== null || this.promotionRefusal !== null) this.stops += 1
    return false
  }
}
