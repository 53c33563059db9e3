import { isRedeemable } from '../billing/discounts.ts'
import { endpoint, listPage, paging } from '../endpoint.ts'
import { invalidRequest, missingParam, noSuch } from '../errors.ts'
import { newId } from '../ids.ts'
import type { Coupon } from '../objects/promotions.ts'
import {
  atLeast,
  decimal,
  integer,
  isWithin,
  listOf,
  mergeMetadata,
  metadata,
  objectOf,
  oneOf,
  range,
  required,
  text,
} from '../params.ts'
import type { Sandbox } from '../sandbox.ts'

export const newCoupon = (time: number, own: Partial<Coupon>): Coupon => ({
  id: newId('coupon', 8).slice('coupon_'.length),
  object: 'coupon',
  amount_off: null,
  created: time,
  currency: null,
  duration: 'once',
  duration_in_months: null,
  livemode: false,
  max_redemptions: null,
  metadata: {},
  name: null,
  percent_off: null,
  redeem_by: null,
  times_redeemed: 0,
  valid: true,
  ...own,
})

export const findCoupon = (sandbox: Sandbox, id: string, param = 'id'): Coupon => {
  const coupon = sandbox.state.coupons[id]
  if (!coupon) throw noSuch('coupon', id, param)
  return { ...coupon, valid: isRedeemable(coupon, sandbox.now()) }
}

export const couponEndpoints = [
  endpoint(
    'POST',
    '/v1/coupons',
    {
      amount_off: atLeast(1),
      applies_to: objectOf({ products: required(listOf(text)) }),
      currency: text,
      duration: oneOf('forever', 'once', 'repeating'),
      duration_in_months: atLeast(1),
      id: text,
      max_redemptions: atLeast(1),
      metadata,
      name: text,
      percent_off: decimal,
      redeem_by: integer,
    },
    (sandbox, { params }) => {
      if ((params.amount_off === undefined) === (params.percent_off === undefined)) {
        throw invalidRequest('Must provide percent_off or amount_off.', {
          code: 'parameter_missing',
          param: 'percent_off',
        })
      }
      if (
        params.percent_off !== undefined &&
        (params.percent_off <= 0 || params.percent_off > 100)
      ) {
        throw invalidRequest('Percent off must be above 0 and at most 100.', {
          param: 'percent_off',
        })
      }
      if (params.amount_off !== undefined && params.currency === undefined)
        throw missingParam('currency')
      if (params.duration === 'repeating' && params.duration_in_months === undefined)
        throw missingParam('duration_in_months')
      if (params.id !== undefined && sandbox.state.coupons[params.id]) {
        throw invalidRequest('Coupon already exists.', {
          code: 'resource_already_exists',
          param: 'id',
        })
      }
      const { metadata: given, ...own } = params
      const coupon = newCoupon(sandbox.now(), { ...own, metadata: mergeMetadata({}, given) })
      sandbox.state.coupons[coupon.id] = coupon
      sandbox.emit('coupon.created', coupon)
      return coupon
    },
  ),
  endpoint('GET', '/v1/coupons', { ...paging, created: range }, (sandbox, { params }) =>
    listPage(
      '/v1/coupons',
      Object.values(sandbox.state.coupons)
        .filter((each) => params.created === undefined || isWithin(each.created, params.created))
        .map((each) => findCoupon(sandbox, each.id)),
      params,
    ),
  ),
  endpoint('GET', '/v1/coupons/:id', {}, (sandbox, { id }) => findCoupon(sandbox, id)),
]
