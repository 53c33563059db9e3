import type { SignUpChanges, SignUpData } from './persisted-state.ts'
import type { Product, Promotion } from './plan.ts'

/** Keeps the chosen plan. With another plan, the subscription so far is forgotten. */
export const keepPlan = (
  { subscriptionProduct, stripeSubscription }: SignUpData,
  product: Product,
  promotion: Promotion | null,
): SignUpChanges => ({
  subscriptionProduct: product,
  stripePromotionCode: promotion,
  ...(subscriptionProduct?.id !== product.id && stripeSubscription && { stripeSubscription: null }),
})
