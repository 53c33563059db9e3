import type { Stripe } from 'stripe'
import type { Promotion } from '../domain/subscription.ts'
import { Problem } from '../problem.ts'
import type { Offer } from './catalogue.ts'
import { isMissing } from './stripe-errors.ts'

type Redeemable = { readonly code: Stripe.PromotionCode; readonly coupon: Stripe.Coupon }

export const notApplicable = (): Problem =>
  new Problem(409, 'promotion/not-applicable', 'This code is not for this plan.')
export const usedBefore = (): Problem =>
  new Problem(
    409,
    'promotion/used-before',
    'This code can be used once by each person, and has been.',
  )
const notFound = (): Problem => new Problem(404, 'promotion/not-found', 'There is no such code.')
const expired = (): Problem => new Problem(410, 'promotion/expired', 'This code has expired.')
const usedUp = (): Problem => new Problem(410, 'promotion/used-up', 'This code has been used up.')

/** Amounts in minor units, percentages from 0 to 100. */
export const toPromotion = (
  code: Pick<Stripe.PromotionCode, 'id' | 'code'>,
  coupon: Stripe.Coupon,
): Promotion => ({
  id: code.id,
  code: code.code,
  ...(coupon.percent_off === null ? {} : { percentOff: coupon.percent_off }),
  ...(coupon.amount_off === null || coupon.currency === null
    ? {}
    : { amountOff: { amount: coupon.amount_off, currency: coupon.currency } }),
  duration:
    (['forever', 'repeating', 'once'] as const).find((duration) => duration === coupon.duration) ??
    'once',
  ...(coupon.duration_in_months === null ? {} : { months: coupon.duration_in_months }),
})

const isPast = (seconds: number | null, now: Date): boolean =>
  seconds !== null && seconds * 1000 <= now.getTime()
const isFull = (max: number | null, redeemed: number): boolean => max !== null && redeemed >= max

/**
 * Whether a person can use the promotion only once: those for first charges and first orders. A
 * discount on every charge is like a price, which a returning customer may have again.
 */
const isOnce = ({ code, coupon }: Redeemable): boolean =>
  coupon.duration !== 'forever' || code.restrictions.first_time_transaction

const check = ({ code, coupon }: Redeemable, offer: Offer, now: Date): Promotion => {
  if (isPast(code.expires_at, now) || isPast(coupon.redeem_by, now)) throw expired()
  if (
    isFull(code.max_redemptions, code.times_redeemed) ||
    isFull(coupon.max_redemptions, coupon.times_redeemed)
  )
    throw usedUp()
  if (!code.active || !coupon.valid) throw expired()
  const { price } = offer.product
  const { minimum_amount: minimum, minimum_amount_currency: minimumCurrency } = code.restrictions
  const products = coupon.applies_to?.products
  const applies =
    (products === undefined || products.includes(offer.stripeProductId)) &&
    (coupon.amount_off === null || coupon.currency === price.currency) &&
    (minimum === null || (minimumCurrency === price.currency && minimum <= price.amount)) &&
    code.customer === null
  if (!applies) throw notApplicable()
  return toPromotion(code, coupon)
}

const withCoupon = async (stripe: Stripe, code: Stripe.PromotionCode): Promise<Redeemable> => {
  const { coupon } = code.promotion
  if (coupon === null) throw notFound()
  const id = typeof coupon === 'string' ? coupon : coupon.id
  return { code, coupon: await stripe.coupons.retrieve(id, { expand: ['applies_to'] }) }
}

const refusingMissing = async <Value>(call: () => Promise<Value>): Promise<Value> => {
  try {
    return await call()
  } catch (error) {
    throw isMissing(error) ? notFound() : error
  }
}

/**
 * The promotion behind a code as typed, whatever its case, for one offer. Throws 404
 * `promotion/not-found`, 410 `promotion/expired` or `promotion/used-up`, 409
 * `promotion/not-applicable`.
 */
export const findPromotion = async (
  stripe: Stripe,
  typed: string,
  offer: Offer,
  now: Date,
): Promise<Promotion> =>
  refusingMissing(async () => {
    const code = typed.trim()
    // The provider would ignore an empty code and list every promotion.
    if (code === '') throw notFound()
    const { data } = await stripe.promotionCodes.list({ code, limit: 20 })
    const found = data.find(({ active }) => active) ?? data[0]
    if (found === undefined) throw notFound()
    return check(await withCoupon(stripe, found), offer, now)
  })

/**
 * The promotion by its id, as an order names it, with the coupon if a person can have it only once.
 */
export const retrievePromotion = async (
  stripe: Stripe,
  id: string,
  offer: Offer,
  now: Date,
): Promise<{ readonly promotion: Promotion; readonly coupon: string | null }> =>
  refusingMissing(async () => {
    const redeemable = await withCoupon(stripe, await stripe.promotionCodes.retrieve(id))
    return {
      promotion: check(redeemable, offer, now),
      coupon: isOnce(redeemable) ? redeemable.coupon.id : null,
    }
  })
