import { percentOf, subtract } from './money.ts'
import type { Money } from './money.ts'

export type PlanId = string
export type Interval = 'month' | 'year'

export type Product = {
  readonly id: PlanId
  readonly name: string
  readonly interval: Interval
  readonly price: Money
  readonly trialDays: number
  readonly features: readonly string[]
}

export type Promotion = {
  readonly id: string
  readonly code: string
  readonly percentOff?: number
  readonly amountOff?: Money
  readonly duration: 'once' | 'repeating' | 'forever'
  readonly months?: number
}

/** What the promotion takes off one charge of the product. */
export const discountOf = (product: Pick<Product, 'price'>, promotion: Promotion | null): Money => {
  if (promotion?.percentOff !== undefined) return percentOf(product.price, promotion.percentOff)
  const amount = Math.min(promotion?.amountOff?.amount ?? 0, product.price.amount)
  return { amount, currency: product.price.currency }
}

/** The product as this visitor can order it: each person gets one free trial. */
export const offerOf = (product: Product, isTrialSpent: boolean): Product =>
  isTrialSpent ? { ...product, trialDays: 0 } : product

export type FirstCharge = { readonly at: Date; readonly amount: Money; readonly discount: Money }

const DAY = 24 * 60 * 60 * 1000

/** When the first charge comes (the trial's end, or now without one) and how much it is. */
export const firstCharge = (
  product: Product,
  promotion: Promotion | null,
  now: Date,
): FirstCharge => {
  const discount = discountOf(product, promotion)
  return {
    at: new Date(now.getTime() + product.trialDays * DAY),
    amount: subtract(product.price, discount.amount),
    discount,
  }
}

export const pricePerMonth = ({ price, interval }: Product): Money =>
  interval === 'month' ? price : { ...price, amount: Math.round(price.amount / 12) }

/** The plans, cheapest per month first. */
export const byMonthlyPrice = (products: readonly Product[]): readonly Product[] =>
  products.toSorted((one, other) => pricePerMonth(one).amount - pricePerMonth(other).amount)

/** The features that all plans share, and the additional ones of each plan. */
export const featuresOf = (
  products: readonly Product[],
): {
  readonly shared: readonly string[]
  readonly own: readonly { readonly name: string; readonly features: readonly string[] }[]
} => {
  const shared = (products[0]?.features ?? []).filter((feature) =>
    products.every(({ features }) => features.includes(feature)),
  )
  const own = products.map(({ name, features }) => ({
    name,
    features: features.filter((feature) => !shared.includes(feature)),
  }))
  return { shared, own: own.filter(({ features }) => features.length > 0) }
}

/** The plan with the id, else an annual one, else the first; null when none is on offer. */
export const pickPlan = (products: readonly Product[], id: PlanId | undefined): Product | null =>
  products.find((product) => product.id === id) ??
  products.find(({ interval }) => interval === 'year') ??
  products[0] ??
  null

/** Whether it is the same plan on the same terms. */
export const isSameOffer = (one: Product, other: Product | null): boolean =>
  JSON.stringify(one) === JSON.stringify(other)

/** The saving per month compared with the most expensive plan, in whole percent. */
export const savingPercent = (product: Product, products: readonly Product[]): number => {
  const dearest = Math.max(...products.map((each) => pricePerMonth(each).amount))
  return Math.round((1 - pricePerMonth(product).amount / dearest) * 100)
}
