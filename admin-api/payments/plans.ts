import type { Stripe } from 'stripe'
import type { Product } from '../domain/subscription.ts'
import type { Catalogue } from './catalogue.ts'
import { isMissing } from './stripe-errors.ts'

export type Plan = Pick<Product, 'name' | 'interval'>

/** What identifies the plan of a subscription. */
type Ordered = { readonly productId: string; readonly priceId: string }

export type FindPlan = (ordered: Ordered) => Promise<Plan | null>

/**
 * Finds the plan of a subscription, by the catalogue or, when it is no longer on offer, by its
 * price at the payment provider. Null when there is neither.
 */
export const createPlanFinder = (stripe: Stripe, catalogue: Catalogue): FindPlan => {
  const retired = new Map<string, Plan | null>()

  const readPrice = async (priceId: string): Promise<Plan | null> => {
    try {
      const { product, recurring } = await stripe.prices.retrieve(priceId, { expand: ['product'] })
      const interval = (['month', 'year'] as const).find((each) => each === recurring?.interval)
      if (interval === undefined || typeof product === 'string' || product.deleted === true)
        return null
      return { name: product.name, interval }
    } catch (error) {
      if (isMissing(error)) return null
      throw error
    }
  }

  return async ({ productId, priceId }) => {
    const offer = await catalogue.find(productId)
    if (offer !== null) return offer.product
    if (!retired.has(priceId)) retired.set(priceId, await readPrice(priceId))
    return retired.get(priceId) ?? null
  }
}
