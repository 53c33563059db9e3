import { newCoupon } from './resources/coupons.ts'
import { newPromotionCode } from './resources/promotions.ts'
import { newPrice, newProduct, recurring } from './resources/catalog.ts'
import { emptyState } from './store.ts'
import type { State } from './store.ts'
import type { Interval } from './objects/catalog.ts'

interface Plan {
  id: string
  name: string
  description: string
  interval: Interval
  amount: number
  trialDays: number
}

const FEATURES = [
  'A human coach who writes to you in the app',
  'One small step a week',
  'Coaching that works with your money beliefs',
  'Cancel in two steps, any time',
]

const PLANS: Plan[] = [
  {
    id: 'monthly',
    name: 'Monthly',
    description: 'Coaching, billed every month',
    interval: 'month',
    amount: 1299,
    trialDays: 7,
  },
  {
    id: 'annual',
    name: 'Annual',
    description: 'Coaching, billed once a year',
    interval: 'year',
    amount: 8999,
    trialDays: 14,
  },
]

/** What a new sandbox holds: the plans and promotion codes. `now` is in Unix seconds. */
export const seededState = (now: number): State => {
  const state = emptyState()
  for (const { id, name, description, interval, amount, trialDays } of PLANS) {
    const product = newProduct(now, {
      id: `prod_sandbox_${id}`,
      name,
      description,
      default_price: `price_sandbox_${id}`,
      marketing_features: FEATURES.map((name) => ({ name })),
      metadata: { app_product_id: id },
    })
    state.products[product.id] = product
    const price = newPrice(now, {
      id: `price_sandbox_${id}`,
      currency: 'usd',
      lookup_key: id,
      metadata: { trial_days: String(trialDays) },
      nickname: name,
      product: product.id,
      recurring: recurring(interval),
      tax_behavior: 'inclusive',
      unit_amount: amount,
    })
    state.prices[price.id] = price
  }
  const coupons = [
    newCoupon(now, { id: 'welcome20', name: '20% off', percent_off: 20 }),
    newCoupon(now, {
      id: 'halfyear',
      name: 'Half price for six months',
      percent_off: 50,
      duration: 'repeating',
      duration_in_months: 6,
      applies_to: { products: ['prod_sandbox_monthly'] },
    }),
    newCoupon(now, { id: 'friend10', name: '$10 off', amount_off: 1000, currency: 'usd' }),
  ]
  for (const coupon of coupons) state.coupons[coupon.id] = coupon
  const codes = [
    newPromotionCode(now, {
      id: 'promo_sandbox_welcome20',
      code: 'WELCOME20',
      coupon: 'welcome20',
    }),
    newPromotionCode(now, { id: 'promo_sandbox_halfyear', code: 'HALFYEAR', coupon: 'halfyear' }),
    newPromotionCode(now, { id: 'promo_sandbox_friend10', code: 'FRIEND10', coupon: 'friend10' }),
    newPromotionCode(now, {
      id: 'promo_sandbox_expired',
      code: 'EXPIRED',
      coupon: 'welcome20',
      expires_at: now - 86_400,
    }),
    newPromotionCode(now, {
      id: 'promo_sandbox_soldout',
      code: 'SOLDOUT',
      coupon: 'welcome20',
      max_redemptions: 100,
      times_redeemed: 100,
    }),
  ]
  for (const code of codes) state.promotionCodes[code.id] = code
  return state
}
