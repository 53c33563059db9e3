import { makeAutoObservable, observableRef, runInAction } from 'mobx'
import type { App } from '#core/app.ts'
import type { Product } from '#core/model/plan.ts'
import type { CardForm } from '#core/ports/payments.ts'
import type { SaveCardOutcome, SubscribeOutcome } from '#core/use-cases/subscribe.ts'
import type { Attempt } from './attempt.ts'
import type { GlobalStore } from './global-store.ts'

type Dependencies = {
  readonly app: Pick<App, 'saveCard' | 'subscribe' | 'checkEmailVerified'>
  readonly global: GlobalStore
  readonly attempt: Attempt
  readonly origin: string
}

/** What went wrong, and beside which part of the screen it is said. */
export type PaymentProblem = { readonly place: 'card' | 'billing-email' | 'order'; readonly message: string | null }

/** Saving the card and starting the subscription with it. */
export class PaymentStore {
  phase: 'idle' | 'saving-card' | 'subscribing' = 'idle'
  problem: PaymentProblem | null = null
  private readonly dependencies: Dependencies

  constructor(dependencies: Dependencies) {
    this.dependencies = dependencies
    makeAutoObservable<this, 'dependencies'>(this, { dependencies: false, problem: observableRef }, { autoBind: true })
  }

  get product(): Product | null {
    return this.dependencies.global.signUpData.subscriptionProduct
  }

  /** A card that is confirmed already, in this visit or before a reload. */
  get hasSavedCard(): boolean {
    const { stripePaymentMethodId, stripeSetupIntent } = this.dependencies.global.signUpData
    return stripePaymentMethodId !== '' && stripeSetupIntent !== null
  }

  useAnotherCard() {
    this.problem = null
    this.dependencies.global.changeSignUpData({ stripePaymentMethodId: '', stripeSetupIntent: null })
  }

  /**
   * Saves the card, unless one is saved already, and starts the subscription. Clicks while that is under way are ignored.
   * `card` is null when the saved one is used.
   */
  async submit(card: CardForm | null, billingEmail: string): Promise<void> {
    if (this.phase !== 'idle' || this.product === null) return
    const { global } = this.dependencies
    this.problem = null
    this.phase = 'saving-card'
    global.changeSignUpData({ billingEmail })
    try {
      const isCardSaved = this.hasSavedCard || (card !== null && (await this.saveCard(card, billingEmail, this.product)))
      if (isCardSaved) await this.subscribe(() => void this.submit(null, billingEmail))
    } finally {
      runInAction(() => {
        this.phase = 'idle'
      })
    }
  }

  private async saveCard(card: CardForm, billingEmail: string, product: Product): Promise<boolean> {
    const { app, global, attempt, origin } = this.dependencies
    const promotion = global.signUpData.stripePromotionCode
    const returnUrl = `${origin}/sign-up/payment`
    const outcome = await attempt(
      () => app.saveCard({ card, billingEmail, product, promotion, returnUrl }),
      () => void this.submit(card, billingEmail),
    )
    return outcome !== 'failed' && this.settleCard(outcome)
  }

  private settleCard(outcome: SaveCardOutcome): boolean {
    switch (outcome.kind) {
      case 'saved':
        this.dependencies.global.changeSignUpData({
          stripeSetupIntent: { id: outcome.setupIntentId },
          stripePaymentMethodId: outcome.paymentMethodId,
        })
        return true
      case 'card-incomplete':
        // The provider's form says it on its own fields.
        return false
      case 'declined':
      case 'authentication-failed':
        this.problem = { place: 'card', message: outcome.message }
        return false
      case 'billing-email-invalid':
        this.problem = { place: 'billing-email', message: null }
        return false
      case 'rate-limited':
        this.problem = {
          place: 'card',
          message: `That was a lot of tries. Please wait ${outcome.retryAfterSeconds} seconds and try again.`,
        }
        return false
    }
  }

  private async subscribe(retry: () => void): Promise<void> {
    const { app, global, attempt } = this.dependencies
    const { product } = this
    const { stripeSetupIntent, stripePaymentMethodId, stripePromotionCode } = global.signUpData
    if (product === null || stripeSetupIntent === null) return
    this.phase = 'subscribing'
    const order = {
      product,
      promotion: stripePromotionCode,
      journey: 'sign-up',
      setupIntentId: stripeSetupIntent.id,
      paymentMethodId: stripePaymentMethodId,
    } as const
    const outcome = await attempt(async () => {
      const first = await app.subscribe(order)
      if (first.kind !== 'email-unverified') return first
      // The server may have seen an ID token from before the confirmation: looking again renews it.
      const check = await app.checkEmailVerified()
      if (check.kind === 'signed-out') global.expireSession()
      else global.changeUser(check.user)
      return check.kind === 'verified' ? app.subscribe(order) : first
    }, retry)
    if (outcome !== 'failed') this.settleSubscription(outcome)
  }

  private settleSubscription(outcome: SubscribeOutcome) {
    switch (outcome.kind) {
      case 'subscribed':
        this.dependencies.global.changeSubscription(outcome.subscription)
        break
      case 'declined':
      case 'authentication-failed':
        this.useAnotherCard()
        this.problem = { place: 'card', message: outcome.message }
        break
      case 'rejected':
        this.useAnotherCard()
        this.problem = { place: 'order', message: null }
        break
      case 'email-unverified':
        break
    }
  }
}
