import type { ConfirmedCard } from './confirmed-card.ts'
import { hasStep } from './journeys.ts'
import type { Order, ShownOrder } from './order.ts'
import type { SignUpChanges, SignUpData } from './persisted-state.ts'
import { isSameOffer, offerOf } from './plan.ts'
import type { Product } from './plan.ts'
import type { AccountJourney } from './routes.ts'

/** The chosen plan as this visitor can order it; null before one is chosen. */
export const chosenOffer = (
  { subscriptionProduct }: Pick<SignUpData, 'subscriptionProduct'>,
  isTrialSpent: boolean,
): Product | null => subscriptionProduct && offerOf(subscriptionProduct, isTrialSpent)

/** Whether the order's plan and promotion are still selected. */
export const isChosen = (
  { product, promotion }: ShownOrder,
  { subscriptionProduct, stripePromotionCode }: SignUpData,
): boolean => product.id === subscriptionProduct?.id && promotion?.id === stripePromotionCode?.id

/** Whether the order matches what the visitor would order now. */
export const isCurrent = (order: ShownOrder, data: SignUpData, isTrialSpent: boolean): boolean =>
  isSameOffer(order.product, chosenOffer(data, isTrialSpent)) && isChosen(order, data)

/** What decides whether an order continues. All of it may change while the card is checked. */
export type OrderState = {
  readonly signUp: SignUpData
  /** Undefined for a visitor without an account. */
  readonly userId: string | undefined
  /** Whether the plan and code picked on the screen are the chosen ones. */
  readonly isPickSettled: boolean
}

/**
 * What follows once the card is saved: `card-saved` for a visitor without an account, whose order
 * has to wait for one; `ended` if the choice has changed while the card was checked, in another tab
 * or on this screen, or if somebody else is signed in, since theirs is another order.
 */
export const afterCard = (
  { order, journey }: { readonly order: ShownOrder; readonly journey: AccountJourney },
  before: Pick<OrderState, 'userId'>,
  { signUp, userId, isPickSettled }: OrderState,
): 'subscribe' | 'card-saved' | 'ended' => {
  // In a journey with a step for the plan, none can be picked on the screen with the order.
  const isSettled = isPickSettled || hasStep(journey, 'choose-subscription-plan')
  if (!isSettled || !isChosen(order, signUp) || userId !== before.userId) return 'ended'
  return userId === undefined ? 'card-saved' : 'subscribe'
}

/** The changes that store a confirmed card. */
export const withCard = (card: ConfirmedCard): SignUpChanges => ({
  stripeSetupIntent: { id: card.setupIntentId, clientSecret: card.setupIntentClientSecret },
  stripePaymentMethodId: card.paymentMethodId,
})

export const withoutCard: SignUpChanges = { stripePaymentMethodId: '', stripeSetupIntent: null }

/** The order with the saved card; null while none is saved. */
export const orderOf = (
  { stripeSetupIntent, stripePaymentMethodId }: SignUpData,
  shown: ShownOrder,
  journey: AccountJourney,
): Order | null =>
  stripeSetupIntent && {
    ...shown,
    journey,
    setupIntentId: stripeSetupIntent.id,
    setupIntentClientSecret: stripeSetupIntent.clientSecret,
    paymentMethodId: stripePaymentMethodId,
  }
