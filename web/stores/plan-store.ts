import { makeAutoObservable, observableRef, runInAction } from 'mobx'
import type { App } from '#core/app.ts'
import { pricePerMonth } from '#core/model/plan.ts'
import type { Product, Promotion } from '#core/model/plan.ts'
import type { CheckPromotionOutcome, Offers } from '#core/ports/admin-api.ts'
import type { Attempt } from './attempt.ts'
import type { GlobalStore } from './global-store.ts'

/** Why a promotion code was refused; the screen says it in a sentence. */
export type PromotionRefusal = Exclude<CheckPromotionOutcome, { kind: 'applies' }>

type Dependencies = {
  readonly app: Pick<App, 'loadOffers' | 'checkPromotionCode' | 'choosePlan'>
  readonly global: GlobalStore
  readonly attempt: Attempt
}

/** The plans on offer, the promotion code and the choice. */
export class PlanStore {
  offers: Offers | null = null
  isLoading = false
  isLoadFailed = false
  /** The plan that is picked out, before it is chosen. */
  pickedId: string | null = null
  isCheckingPromotion = false
  promotionRefusal: PromotionRefusal | null = null
  isChoosing = false
  private readonly dependencies: Dependencies

  constructor(dependencies: Dependencies) {
    this.dependencies = dependencies
    makeAutoObservable<this, 'dependencies'>(
      this,
      { dependencies: false, offers: observableRef, promotionRefusal: observableRef },
      { autoBind: true },
    )
  }

  /** The plan that costs least a month first. */
  get products(): readonly Product[] {
    const products = this.offers?.products ?? []
    return products.toSorted((one, other) => pricePerMonth(one).amount - pricePerMonth(other).amount)
  }

  /** The picked plan; without a pick the one chosen before, else the annual one. */
  get picked(): Product | null {
    const { subscriptionProduct } = this.dependencies.global.signUpData
    const byId = (id: string | undefined) => this.products.find((product) => product.id === id)
    return (
      byId(this.pickedId ?? subscriptionProduct?.id) ??
      this.products.find(({ interval }) => interval === 'year') ??
      this.products[0] ??
      null
    )
  }

  get promotion(): Promotion | null {
    return this.dependencies.global.signUpData.stripePromotionCode
  }

  async load() {
    const { app, attempt, global } = this.dependencies
    this.isLoading = true
    this.isLoadFailed = false
    const offers = await attempt(() => app.loadOffers(), this.load)
    runInAction(() => {
      this.isLoading = false
      this.isLoadFailed = offers === 'failed'
      if (offers === 'failed') return
      this.offers = offers
      global.changeSignUpData({ rcSubscriber: offers.subscriber })
    })
  }

  /** Picks a plan out; a promotion code is looked at again for it. */
  async pick(id: string) {
    if (this.picked?.id === id) return
    this.pickedId = id
    const code = this.promotion?.code
    if (code) await this.checkPromotion(code)
  }

  async checkPromotion(code: string) {
    const { app, attempt, global } = this.dependencies
    const product = this.picked
    if (product === null || this.isCheckingPromotion) return
    this.isCheckingPromotion = true
    this.promotionRefusal = null
    const input = { code, productId: product.id }
    const outcome = await attempt(() => app.checkPromotionCode(input), () => void this.checkPromotion(code))
    runInAction(() => {
      this.isCheckingPromotion = false
      if (outcome === 'failed') return
      if (outcome.kind === 'applies') global.changeSignUpData({ stripePromotionCode: outcome.promotion })
      else {
        this.promotionRefusal = outcome
        global.removePromotionCode()
      }
    })
  }

  forgetRefusal() {
    this.promotionRefusal = null
  }

  removePromotion() {
    this.promotionRefusal = null
    this.dependencies.global.removePromotionCode()
  }

  /** Whether the picked plan is now the chosen one. */
  async choose(retry: () => void): Promise<boolean> {
    const { app, attempt, global } = this.dependencies
    const product = this.picked
    if (product === null || this.isChoosing) return false
    this.isChoosing = true
    const outcome = await attempt(() => app.choosePlan(product, this.promotion), retry)
    return runInAction(() => {
      this.isChoosing = false
      if (outcome === 'failed') return false
      if (outcome.kind === 'promotion-refused') {
        this.promotionRefusal = outcome.outcome
        global.removePromotionCode()
        return false
      }
      const { subscriptionProduct, stripeSubscription } = global.signUpData
      global.changeSignUpData({
        subscriptionProduct: outcome.product,
        stripePromotionCode: outcome.promotion,
        ...(subscriptionProduct?.id !== outcome.product.id && stripeSubscription && { stripeSubscription: null }),
      })
      return true
    })
  }
}
