import { setTimeout as pause } from 'node:timers/promises'
import type { Stripe } from 'stripe'
import type { Product } from '../domain/subscription.ts'

/** A product with the payment provider's own ids. */
export type Offer = {
  readonly product: Product
  readonly priceId: string
  readonly stripeProductId: string
  /** Whether the price includes the tax, so that the shown price is what is paid. */
  readonly isTaxIncluded: boolean
}

export type Catalogue = {
  /** The offers by interval, then by price. */
  offers(): Promise<readonly Offer[]>
  /** The offer of a product id, or null. */
  find(productId: string): Promise<Offer | null>
}

const trialDaysOf = (price: Stripe.Price): number => {
  const days = Number(price.metadata['trial_days'] ?? '0')
  return Number.isInteger(days) && days >= 0 && days <= 730 ? days : 0
}

/**
 * Null for prices that are not ours to sell: not recurring by month or year, or of a product
 * without our id.
 */
const toOffer = (price: Stripe.Price): Offer | null => {
  const { product, recurring, unit_amount: amount, currency } = price
  if (typeof product === 'string' || product.deleted === true || !product.active) return null
  const id = product.metadata['app_product_id']
  const interval = (['month', 'year'] as const).find((each) => each === recurring?.interval) ?? null
  if (id === undefined || amount === null || interval === null || recurring?.interval_count !== 1)
    return null
  const isDefault = product.default_price === price.id || price.lookup_key === id
  if (!isDefault) return null
  return {
    product: {
      id,
      name: product.name,
      interval,
      price: { amount, currency },
      trialDays: trialDaysOf(price),
      features: product.marketing_features.flatMap(({ name }) =>
        name === undefined ? [] : [name],
      ),
    },
    priceId: price.id,
    stripeProductId: product.id,
    isTaxIncluded: price.tax_behavior === 'inclusive',
  }
}

const order = (a: Offer, b: Offer): number =>
  a.product.interval.localeCompare(b.product.interval) ||
  a.product.price.amount - b.product.price.amount

/** How long to wait before serving a stale list. */
const patienceMs = 500
/** How long after an outage the provider is not asked again. */
const outagePauseMs = 10_000

/**
 * Products and prices as the payment provider has them: active prices of products whose metadata
 * has `app_product_id`, with `trial_days` in the price's metadata. Cached for a while; after that,
 * if the provider is slow or down, the last list is served, then refreshed in the background.
 */
export const createCatalogue = (
  stripe: Stripe,
  { ttlMs, clock }: { ttlMs: number; clock: () => Date },
): Catalogue => {
  let known: { readonly offers: readonly Offer[]; readonly until: number } | null = null
  let reading: Promise<readonly Offer[]> | null = null

  const read = async (): Promise<readonly Offer[]> => {
    try {
      const prices = await stripe.prices.list({
        active: true,
        type: 'recurring',
        limit: 100,
        expand: ['data.product'],
      })
      const byProduct = new Map<string, Offer>()
      for (const price of prices.data) {
        const offer = toOffer(price)
        if (offer !== null && !byProduct.has(offer.product.id))
          byProduct.set(offer.product.id, offer)
      }
      const offers = [...byProduct.values()].toSorted(order)
      known = { offers, until: clock().getTime() + ttlMs }
      return offers
    } catch (error) {
      if (known === null) throw error
      const { offers } = known
      known = { offers, until: clock().getTime() + Math.min(ttlMs, outagePauseMs) }
      return offers
    } finally {
      reading = null
    }
  }

  const offers = async (): Promise<readonly Offer[]> => {
    if (known === null) return (reading ??= read())
    if (reading !== null || clock().getTime() < known.until) return known.offers
    reading = read()
    return Promise.race([reading, pause(patienceMs, known.offers, { ref: false })])
  }
  return {
    offers,
    find: async (productId) =>
      (await offers()).find(({ product }) => product.id === productId) ?? null,
  }
}
