import { hasStep } from './journeys.ts'
import type { ShownOrder } from './order.ts'
import type { SignUpData } from './persisted-state.ts'
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

/**
 * Whether the order's plan and promotion are still selected, and no others have been picked on the
 * screen with the order. In a journey with a step for the plan, none can be picked there.
 */
export const isStillChosen = (
  order: ShownOrder,
  journey: AccountJourney,
  data: SignUpData,
  isPickSettled: boolean,
): boolean =>
  isChosen(order, data) && (isPickSettled || hasStep(journey, 'choose-subscription-plan'))
