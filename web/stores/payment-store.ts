import { makeAutoObservable, observableRef } from 'mobx'
import { createSubscriptionApp } from '#core/subscription-app.ts'
import type { SubscriptionApp } from '#core/subscription-app.ts'
import type { Money } from '#core/model/money.ts'
import type { ShownOrder } from '#core/model/order.ts'
import type { Product } from '#core/model/plan.ts'
import {
  afterCard,
  chosenOffer,
  isCurrent,
  orderOf,
  withCard,
  withoutCard,
} from '#core/model/shown-order.ts'
import type { OrderState } from '#core/model/shown-order.ts'
import { hasSavedCard, hasStep, stepPath, verifiesBeforePayment } from '#core/model/journeys.ts'
import type { AccountJourney } from '#core/model/routes.ts'
import { tooManyAttempts } from '#core/model/wait-words.ts'
import type { PromotionRefusal } from '#core/ports/admin-api.ts'
import type { CardForm } from '#core/ports/payments.ts'
import type { SaveCardOutcome } from '#core/use-cases/save-card.ts'
import { isCardUsedUp } from '#core/use-cases/subscribe.ts'
import type { SubscribeOutcome } from '#core/use-cases/subscribe.ts'
import type { Attempt } from './attempt.ts'
import type { GetStore, StoreParts } from './create-stores.ts'
import type { GlobalStore } from './global-store.ts'
import { PlanStore } from './plan-store.ts'
import { reassurances } from './reassurances.ts'
import { SLOW } from './timing.ts'
import type { Timing } from './timing.ts'

const cardExpired = {
  title: 'You entered your card more than a day ago.',
  message: 'Please enter it again. Nothing was charged.',
}

const notAPerson = {
  title: 'We couldn’t confirm that you’re a person.',
  message: 'Please try again. Your card was not saved, and nothing was charged.',
}

type Dependencies = {
  readonly app: Pick<SubscriptionApp, 'saveCard' | 'markCard' | 'subscribe' | 'checkTrial'>
  readonly global: GlobalStore
  readonly attempt: Attempt
  readonly timing: Pick<Timing, 'sleep'>
  readonly origin: string
  readonly getStore: GetStore
}

/** What went wrong, and which part of the screen shows it. */
export type PaymentProblem =
  | { readonly place: 'card'; readonly title?: string; readonly message: string }
  /** `message` is the provider's own sentence. */
  | {
      readonly place: 'declined-card'
      readonly kind: 'declined' | 'authentication-failed'
      readonly message: string
    }
  | { readonly place: 'billing-email' | 'order' | 'trial' }
  /** `product` has the new price; `was` is the price that the order showed. */
  | { readonly place: 'price'; readonly product: Product; readonly was: Money }
  /** The order needs a verified email; it waits for the visitor to open the mail's link. */
  | { readonly place: 'unconfirmed-email'; readonly email: string }
  /** `order` is the order with the code that was refused. */
  | { readonly place: 'promotion'; readonly reason: PromotionRefusal; readonly order: ShownOrder }

export type PaymentInput = {
  readonly journey: AccountJourney
  readonly order: ShownOrder
  /** Null to use the saved card. */
  readonly card: CardForm | null
  readonly billingEmail: string
}

/** `ended` when there is nothing left to do, or the visitor has been told why not. */
type CardEnding = 'card-incomplete' | 'ended'

/** Saving the card and starting the subscription with it. */
export class PaymentStore {
  phase: 'idle' | 'saving-card' | 'subscribing' = 'idle'
  /** Whether the check of the card is taking so long that the visitor may cancel it. */
  isSlow = false
  /** Counts the cancelled card checks. After each, the screen needs a new card form. */
  cancellations = 0
  /** Counts how often a screen with an order was left, which stops what was begun on it. */
  screensLeft = 0
  private failure: { readonly userId?: string; readonly problem: PaymentProblem } | null = null
  private readonly dependencies: Dependencies

  constructor(parts: StoreParts) {
    this.dependencies = { ...parts, app: parts.appWith(createSubscriptionApp) }
    makeAutoObservable<this, 'dependencies' | 'failure'>(
      this,
      { dependencies: false, failure: observableRef, screensLeft: false },
      { autoBind: true },
    )
  }

  /** What went wrong for the user who is signed in now. */
  get problem(): PaymentProblem | null {
    const { failure } = this
    return failure?.userId === this.dependencies.global.currentUser?.id
      ? (failure?.problem ?? null)
      : null
  }

  private set problem(problem: PaymentProblem | null) {
    const userId = this.dependencies.global.currentUser?.id
    this.failure = problem && { userId, problem }
  }

  /** The chosen plan as this visitor can have it. */
  get product(): Product | null {
    const { global } = this.dependencies
    return chosenOffer(global.signUpData, global.isTrialSpent)
  }

  /**
   * Asks whether the signed-in user can still have a free trial. If the request fails, the order
   * decides.
   */
  async checkTrial(): Promise<void> {
    const { app, global, attempt } = this.dependencies
    if (global.currentUser === null || global.isTrialSpent) return
    const isEligible = await attempt('checkTrial', () => app.checkTrial())
    if (isEligible !== null && isEligible !== 'failed') global.learnTrial(isEligible)
  }

  /** Whether a card has been confirmed, on this page or before a reload. */
  get hasSavedCard(): boolean {
    return hasSavedCard(this.dependencies.global.signUpData)
  }

  useAnotherCard() {
    this.problem = null
    this.forgetCard()
  }

  /**
   * Places the order: saves the card unless one is saved and, for a signed-in visitor, starts the
   * subscription. Where the plan is picked on the same screen, chooses it first. Ignores clicks
   * while it runs, and a Retry once the screen shows another order. After `card-incomplete`, the
   * provider's fields say what is missing.
   */
  async submit(
    input: PaymentInput,
    retry: () => void,
  ): Promise<'card-saved' | CardEnding | 'ignored'> {
    if (this.phase !== 'idle') return 'ignored'
    const { journey, order, billingEmail } = input
    const { global, getStore } = this.dependencies
    const { screensLeft, cancellations } = this
    const isSettled =
      hasStep(journey, 'choose-subscription-plan') || (await getStore(PlanStore).settle(retry))
    if (!isSettled || screensLeft !== this.screensLeft) return 'ended'
    if (this.phase !== 'idle' || !this.isCurrent(order)) return 'ignored'
    this.problem = null
    this.phase = 'saving-card'
    global.changeSignUpData({ billingEmail })
    try {
      const before = this.orderState
      if (!this.hasSavedCard) {
        const saved = await this.saveCard(input, retry)
        if (saved !== 'saved') return saved
      }
      const next = afterCard(input, before, this.orderState)
      if (next !== 'subscribe') return next
      await this.subscribe(journey, order, retry)
      return 'ended'
    } finally {
      if (cancellations === this.cancellations) this.rest()
    }
  }

  private get orderState(): OrderState {
    const { global, getStore } = this.dependencies
    return {
      signUp: global.signUpData,
      userId: global.currentUser?.id,
      isPickSettled: getStore(PlanStore).isSettled,
    }
  }

  /** Makes the provider's form mark what is missing, when the order cannot be placed anyway. */
  async markCard(card: CardForm): Promise<void> {
    if (this.phase !== 'idle') return
    await this.dependencies.attempt('order', () => this.dependencies.app.markCard(card))
  }

  /** Stops waiting for the card check; a late response is ignored. */
  cancel() {
    if (this.phase !== 'saving-card') return
    this.cancellations += 1
    this.rest()
  }

  /** Called when the visitor leaves the screen. Only an order that has been sent continues. */
  leave() {
    this.screensLeft += 1
    this.cancel()
  }

  /** Starts the subscription with the saved card. Ignores calls in the same cases as `submit`. */
  async start(journey: AccountJourney, order: ShownOrder): Promise<void> {
    if (this.phase !== 'idle' || !this.isCurrent(order)) return
    this.problem = null
    try {
      await this.subscribe(journey, order, () => void this.start(journey, order))
    } finally {
      this.rest()
    }
  }

  private isCurrent(order: ShownOrder): boolean {
    const { global } = this.dependencies
    return isCurrent(order, global.signUpData, global.isTrialSpent)
  }

  private rest() {
    this.phase = 'idle'
    this.isSlow = false
  }

  private async watchTime(isUnderWay: () => boolean): Promise<void> {
    await this.dependencies.timing.sleep(SLOW)
    if (isUnderWay()) this.becomeSlow()
  }

  private becomeSlow() {
    this.isSlow = true
  }

  private async saveCard(
    { journey, card, billingEmail, order: { product, promotion } }: PaymentInput,
    retry: () => void,
  ): Promise<'saved' | CardEnding> {
    if (card === null) return 'ended'
    const { app, attempt, origin } = this.dependencies
    const returnUrl = origin + stepPath(journey, 'payment')
    const { cancellations } = this
    let isUnderWay = true
    const isCancelled = () => cancellations !== this.cancellations
    void this.watchTime(() => isUnderWay && !isCancelled())
    const outcome = await attempt(
      'order',
      async () => {
        try {
          return await app.saveCard({ card, billingEmail, product, promotion, journey, returnUrl })
        } catch (error) {
          if (isCancelled()) return 'failed'
          throw error
        } finally {
          isUnderWay = false
        }
      },
      retry,
    )
    return outcome === 'failed' || isCancelled() ? 'ended' : this.settleCard(outcome)
  }

  private settleCard(outcome: SaveCardOutcome): 'saved' | CardEnding {
    switch (outcome.kind) {
      case 'saved':
        this.dependencies.global.changeSignUpData(withCard(outcome))
        return 'saved'
      case 'card-incomplete':
        return 'card-incomplete'
      case 'declined':
      case 'authentication-failed':
        this.problem = { place: 'declined-card', kind: outcome.kind, message: outcome.message }
        return 'ended'
      case 'billing-email-invalid':
        this.problem = { place: 'billing-email' }
        return 'ended'
      case 'challenge-failed':
        this.problem = { place: 'card', ...notAPerson }
        return 'ended'
      case 'rate-limited':
        this.problem = {
          place: 'card',
          message: tooManyAttempts(outcome.retryAfterSeconds),
        }
        return 'ended'
    }
  }

  /** Orders what was shown when the visitor submitted, even if offers have changed since. */
  private async subscribe(
    journey: AccountJourney,
    shown: ShownOrder,
    retry: () => void,
  ): Promise<void> {
    const { app, global, attempt } = this.dependencies
    const order = orderOf(global.signUpData, shown, journey)
    if (order === null) return
    this.phase = 'subscribing'
    this.isSlow = false
    const outcome = await attempt('order', () => app.subscribe(order), retry, reassurances.charge)
    if (outcome !== 'failed') this.settleSubscription(outcome, journey, shown)
  }

  private settleSubscription(
    outcome: SubscribeOutcome,
    journey: AccountJourney,
    order: ShownOrder,
  ) {
    const { global, getStore } = this.dependencies
    if ('user' in outcome && outcome.user) global.changeUser(outcome.user)
    if (isCardUsedUp(outcome)) this.forgetCard()
    switch (outcome.kind) {
      case 'signed-out':
        global.expireSession()
        break
      case 'subscribed':
        global.leaveStep('payment')
        global.changeSubscription(outcome.subscription)
        break
      case 'already-subscribed':
        global.findSubscription(outcome.subscription)
        break
      case 'declined':
      case 'authentication-failed':
        this.problem = { place: 'declined-card', kind: outcome.kind, message: outcome.message }
        break
      case 'promotion-refused':
        global.removePromotionCode()
        getStore(PlanStore).typeCode('')
        this.problem = { place: 'promotion', reason: outcome.reason, order }
        break
      case 'trial-unavailable':
        global.learnCardTrial(false)
        this.problem = { place: 'trial' }
        break
      case 'price-changed':
        global.changeSignUpData({ subscriptionProduct: outcome.product })
        getStore(PlanStore).changeOffer(outcome.product)
        this.problem = { place: 'price', product: outcome.product, was: order.product.price }
        break
      case 'rejected':
        this.problem = { place: 'order' }
        break
      case 'card-expired':
        this.problem = { place: 'card', ...cardExpired }
        break
      case 'email-unverified':
        // In a journey that verifies the email first, the guard leads to the step for that.
        if (verifiesBeforePayment(journey)) break
        this.problem = { place: 'unconfirmed-email', email: global.currentUser?.email ?? '' }
        break
    }
  }

  private forgetCard() {
    const { global } = this.dependencies
    global.changeSignUpData(withoutCard)
    global.learnCardTrial(true)
  }
}
