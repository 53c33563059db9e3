import { makeAutoObservable, observableRef, runInAction } from 'mobx'
import { createSubscriptionApp } from '#core/subscription-app.ts'
import type { SubscriptionApp } from '#core/subscription-app.ts'
import { withPlan } from '#core/model/order.ts'
import { byMonthlyPrice, isSameOffer, pickPlan } from '#core/model/plan.ts'
import type { Product, Promotion } from '#core/model/plan.ts'
import type { CheckPromotionOutcome, Offers } from '#core/ports/admin-api.ts'
import type { Attempt } from './attempt.ts'
import type { StoreParts } from './create-stores.ts'
import type { GlobalStore } from './global-store.ts'

/** Why a promotion code was refused; the screen says it in a sentence. */
export type PromotionRefusal = Exclude<CheckPromotionOutcome, { kind: 'applies' }>

/** The plan that is picked out, before it is chosen. */
const FORM = 'plan'

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
  /** What the applied code is for each plan, as far as it was looked up. */
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

  get promotion(): Promotion | null {
    return this.dependencies.global.signUpData.stripePromotionCode
  }

  /** The applied promotion as it counts for one of the plans; null where it does not. */
  promotionFor({ id }: Product): Promotion | null {
    if (id === this.picked?.id) return this.promotion
    const outcome = this.promotion && this.looked.get(id)
    return outcome?.kind === 'applies' ? outcome.promotion : null
  }

  async load() {
    const { app, attempt, global } = this.dependencies
    this.isLoading = true
    this.isLoadFailed = false
    const offers = await attempt('loadOffers', () => app.loadOffers(), 'in-place')
    runInAction(() => {
      this.isLoading = false
      this.isLoadFailed = offers === 'failed'
      if (offers === 'failed') return
      this.offers = offers
      global.saveSubscriber(offers.subscriber)
      global.learnTrial(offers.trialEligible)
    })
    if (this.promotion) await this.lookAtOthers(this.promotion.code)
  }

  /** Takes over the new price of a plan, and reloads, as others may have a new one too. */
  changeOffer(changed: Product) {
    if (this.offers) {
      const products = this.offers.products.map((each) => (each.id === changed.id ? changed : each))
      this.offers = { ...this.offers, products }
    }
    void this.load()
  }

  /** Picks one of the plans on offer out; a promotion code has to be good for it too. */
  async pick(id: string) {
    if (this.picked?.id === id || !this.products.some((product) => product.id === id)) return
    this.dependencies.global.saveDraft(FORM, { id })
    const code = this.promotion?.code
    const known = this.looked.get(id)
    if (code && known) this.settlePromotion(known)
    else if (code) await this.checkPromotion(code)
  }

  async checkPromotion(code: string) {
    const { app, attempt } = this.dependencies
    const product = this.picked
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
      this.looked = new Map([[product.id, outcome]])
      this.settlePromotion(outcome)
    })
    if (this.promotion) await this.lookAtOthers(this.promotion.code)
  }

  forgetRefusal() {
    this.promotionRefusal = null
  }

  removePromotion() {
    this.promotionRefusal = null
    this.dependencies.global.removePromotionCode()
  }

  private settlePromotion(outcome: CheckPromotionOutcome) {
    const { global } = this.dependencies
    switch (outcome.kind) {
      case 'applies':
        global.changeSignUpData({ stripePromotionCode: outcome.promotion })
        break
      case 'unknown':
      case 'expired':
      case 'used-up':
      case 'used-before':
      case 'not-for-this-plan':
      case 'rate-limited':
        this.promotionRefusal = outcome
        global.removePromotionCode()
        break
    }
  }

  /** What the code is for the plans that are not picked. Unknown, it is looked up when they are. */
  private async lookAtOthers(code: string) {
    const { app, attempt } = this.dependencies
    const others = this.products.filter(({ id }) => id !== this.picked?.id)
    await Promise.all(
      others.map(async ({ id }) => {
        const input = { code, productId: id }
        const check = () => app.checkPromotionCode(input)
        const outcome = await attempt(`checkPromotionCode ${id}`, check, 'in-place')
        if (outcome === 'failed' || outcome.kind === 'rate-limited') return
        runInAction(() => {
          if (code === this.promotion?.code) this.looked = new Map([...this.looked, [id, outcome]])
        })
      }),
    )
  }

  /** Chooses the picked plan unless it is the chosen one, as it stands now. */
  async settle(retry: () => void): Promise<boolean> {
    const { subscriptionProduct } = this.dependencies.global.signUpData
    const isSettled = this.picked !== null && isSameOffer(this.picked, subscriptionProduct)
    return isSettled || this.choose(retry)
  }

  /** Whether the picked plan is now the chosen one. */
  async choose(retry: () => void): Promise<boolean> {
    const { app, attempt, global } = this.dependencies
    const product = this.picked
    if (product === null || this.isChoosing) return false
    this.isChoosing = true
    const outcome = await attempt(
      'choosePlan',
      () => app.choosePlan(product, this.promotion),
      retry,
    )
    return runInAction(() => {
      this.isChoosing = false
      if (outcome === 'failed') return false
      switch (outcome.kind) {
        case 'promotion-refused':
          this.promotionRefusal = outcome.outcome
          global.removePromotionCode()
          return false
        case 'chosen':
          global.dropDraft(FORM)
          global.changeSignUpData(withPlan(global.signUpData, outcome.product, outcome.promotion))
          return true
      }
    })
  }
}
