import { invalidRequest, noSuch } from '../errors.ts'
import { newId } from '../ids.ts'
import type { Customer } from '../objects/customers.ts'
import type { Coupon, Discount, PromotionCode } from '../objects/promotions.ts'
import type { Subscription } from '../objects/subscriptions.ts'
import { change } from '../sandbox.ts'
import type { Sandbox } from '../sandbox.ts'
import { addIntervals } from './periods.ts'

export interface DiscountInput {
  coupon?: string
  promotion_code?: string
  discount?: string
}

/** Whether a coupon can still be redeemed at `time`. */
export const isRedeemable = (coupon: Coupon, time: number): boolean =>
  (coupon.redeem_by === null || coupon.redeem_by > time) &&
  (coupon.max_redemptions === null || coupon.times_redeemed < coupon.max_redemptions)

/**
 * Whether a promotion code is active: not switched off, expired or used up, and its coupon valid.
 */
export const isActive = (sandbox: Sandbox, code: PromotionCode, time: number): boolean => {
  const coupon = sandbox.state.coupons[code.promotion.coupon]
  return (
    code.active &&
    coupon !== undefined &&
    isRedeemable(coupon, time) &&
    (code.expires_at === null || code.expires_at > time) &&
    (code.max_redemptions === null || code.times_redeemed < code.max_redemptions)
  )
}

/** The price of a subscription per period, in minor units. */
interface Cost {
  amount: number
  currency: string
}

const redeemableCoupon = (
  sandbox: Sandbox,
  id: string,
  customer: Customer,
  param: string,
): Coupon => {
  const coupon = sandbox.state.coupons[id]
  if (!coupon) throw noSuch('coupon', id, param)
  if (!isRedeemable(coupon, sandbox.timeOf(customer.id))) {
    throw invalidRequest(`Coupon expired: ${id}`, { code: 'coupon_expired', param })
  }
  return coupon
}

const redeemableCode = (
  sandbox: Sandbox,
  id: string,
  customer: Customer,
  { amount, currency }: Cost,
  param: string,
): PromotionCode => {
  const code = sandbox.state.promotionCodes[id]
  if (!code) throw noSuch('promotion code', id, param)
  if (!isActive(sandbox, code, sandbox.timeOf(customer.id))) {
    throw invalidRequest('This promotion code is expired or no longer active.', {
      code: 'coupon_expired',
      param,
    })
  }
  if (code.customer !== null && code.customer !== customer.id) {
    throw invalidRequest(
      'This promotion code cannot be redeemed because it belongs to another customer.',
      { param },
    )
  }
  const {
    first_time_transaction: firstTimeOnly,
    minimum_amount: minimum,
    minimum_amount_currency: minimumCurrency,
  } = code.restrictions
  const hasPaid = Object.values(sandbox.state.charges).some(
    (each) => each.customer === customer.id && each.status === 'succeeded',
  )
  if (firstTimeOnly && hasPaid) {
    throw invalidRequest(
      'This promotion code cannot be redeemed because the associated customer has prior transactions.',
      { param },
    )
  }
  if (minimum !== null && (amount < minimum || currency !== minimumCurrency)) {
    throw invalidRequest(
      'This promotion code cannot be redeemed because the minimum amount is not reached.',
      { param },
    )
  }
  return code
}

/**
 * The discounts that a request asks for, not stored yet: call `redeem` once nothing else can fail.
 */
export const requestedDiscounts = (
  sandbox: Sandbox,
  customer: Customer,
  inputs: DiscountInput[],
  { existing, ...cost }: Cost & { existing: string[] },
): Discount[] =>
  inputs.map((input, index) => {
    const param = `discounts[${index}]`
    if (input.discount !== undefined) {
      const kept = existing.includes(input.discount)
        ? sandbox.state.discounts[input.discount]
        : undefined
      if (!kept) throw noSuch('discount', input.discount, `${param}[discount]`)
      return kept
    }
    if ((input.coupon === undefined) === (input.promotion_code === undefined)) {
      throw invalidRequest('You must provide exactly one of coupon, promotion_code or discount.', {
        param,
      })
    }
    const code =
      input.promotion_code === undefined
        ? null
        : redeemableCode(sandbox, input.promotion_code, customer, cost, `${param}[promotion_code]`)
    const coupon = redeemableCoupon(
      sandbox,
      code?.promotion.coupon ?? input.coupon ?? '',
      customer,
      `${param}[coupon]`,
    )
    const start = sandbox.timeOf(customer.id)
    return {
      id: newId('di'),
      object: 'discount' as const,
      checkout_session: null,
      customer: customer.id,
      customer_account: null,
      end:
        coupon.duration === 'repeating'
          ? addIntervals(start, 'month', coupon.duration_in_months ?? 1)
          : null,
      invoice: null,
      invoice_item: null,
      promotion_code: code?.id ?? null,
      source: { coupon: coupon.id, type: 'coupon' as const },
      start,
      subscription: null,
      subscription_item: null,
    }
  })

/** Removes from a subscription the discounts that are used up or replaced. */
export const dropDiscounts = (
  sandbox: Sandbox,
  subscription: Subscription,
  remaining: string[],
): void => {
  const dropped = subscription.discounts.filter((id) => !remaining.includes(id))
  subscription.discounts = remaining
  for (const id of dropped) {
    const discount = sandbox.state.discounts[id]
    if (discount) sandbox.emit('customer.discount.deleted', discount)
  }
}

/** Stores the new ones among `discounts` for a subscription, and counts the redemptions. */
export const redeem = (sandbox: Sandbox, discounts: Discount[], subscription: string): void => {
  for (const discount of discounts) {
    if (sandbox.state.discounts[discount.id]) continue
    discount.subscription = subscription
    sandbox.state.discounts[discount.id] = discount
    sandbox.emit('customer.discount.created', discount)
    const coupon = sandbox.state.coupons[discount.source.coupon]
    if (coupon) {
      change(sandbox, 'coupon.updated', coupon, (each) => {
        each.times_redeemed += 1
        each.valid = isRedeemable(each, sandbox.now())
      })
    }
    const code = sandbox.state.promotionCodes[discount.promotion_code ?? '']
    if (code) {
      change(sandbox, 'promotion_code.updated', code, (each) => {
        each.times_redeemed += 1
        each.active = isActive(sandbox, each, sandbox.now())
      })
    }
  }
}
