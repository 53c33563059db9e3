import { isActive } from '../billing/discounts.ts'
import { endpoint, listPage, paging } from '../endpoint.ts'
import { invalidRequest, missingParam, noSuch } from '../errors.ts'
import { newId } from '../ids.ts'
import type { Coupon, PromotionCode } from '../objects/promotions.ts'
import {
  atLeast,
  flag,
  integer,
  isWithin,
  mergeMetadata,
  metadata,
  objectOf,
  oneOf,
  range,
  required,
  text,
} from '../params.ts'
import { change } from '../sandbox.ts'
import type { Sandbox } from '../sandbox.ts'
import { findCustomer } from './customers.ts'
import { findCoupon } from './coupons.ts'

export const newPromotionCode = (
  time: number,
  own: Partial<PromotionCode> & { coupon: string },
): PromotionCode => {
  const { coupon, ...rest } = own
  return {
    id: newId('promo'),
    object: 'promotion_code',
    active: true,
    code: newId('', 8).slice(1).toUpperCase(),
    created: time,
    customer: null,
    customer_account: null,
    expires_at: null,
    livemode: false,
    max_redemptions: null,
    metadata: {},
    promotion: { coupon, type: 'coupon' },
    restrictions: {
      first_time_transaction: false,
      minimum_amount: null,
      minimum_amount_currency: null,
    },
    times_redeemed: 0,
    ...rest,
  }
}

/** The code as it stands now: one that has expired or is used up is not active. */
const current = (sandbox: Sandbox, code: PromotionCode): PromotionCode => ({
  ...code,
  active: isActive(sandbox, code, sandbox.now()),
})

const findCode = (sandbox: Sandbox, id: string): PromotionCode => {
  const code = sandbox.state.promotionCodes[id]
  if (!code) throw noSuch('promotion code', id)
  return code
}

interface NewCode {
  code?: string
  customer?: string
  expires_at?: number
  max_redemptions?: number
  promotion: { coupon: string }
  restrictions?: { minimum_amount?: number; minimum_amount_currency?: string }
}

/** A code is unique among the active ones of the same customer, or of nobody, whatever its case. */
const refuseTaken = (
  sandbox: Sandbox,
  { id, code, customer }: Pick<PromotionCode, 'code' | 'customer' | 'id'>,
): void => {
  const taken = Object.values(sandbox.state.promotionCodes).some(
    (each) =>
      each.id !== id &&
      each.code.toLowerCase() === code.toLowerCase() &&
      each.customer === customer &&
      current(sandbox, each).active,
  )
  if (!taken) return
  throw invalidRequest(`An active promotion code with \`code: ${code}\` already exists.`, {
    code: 'resource_already_exists',
    param: 'code',
  })
}

/** A code may not allow more than its coupon. */
const checkLimits = (coupon: Coupon, { max_redemptions: most, expires_at: end }: NewCode): void => {
  if (coupon.max_redemptions !== null && most !== undefined && most > coupon.max_redemptions) {
    throw invalidRequest(
      "A promotion code's `max_redemptions` cannot be greater than its coupon's `max_redemptions`.",
      { param: 'max_redemptions' },
    )
  }
  if (coupon.redeem_by !== null && end !== undefined && end > coupon.redeem_by) {
    throw invalidRequest(
      "A promotion code's `expires_at` cannot be after its coupon's `redeem_by`.",
      { param: 'expires_at' },
    )
  }
}

const checkNewCode = (sandbox: Sandbox, input: NewCode): void => {
  const coupon = findCoupon(sandbox, input.promotion.coupon, 'promotion[coupon]')
  if (!coupon.valid)
    throw invalidRequest(`Coupon expired: ${coupon.id}`, {
      code: 'coupon_expired',
      param: 'promotion[coupon]',
    })
  if (input.customer !== undefined) findCustomer(sandbox, input.customer, 'customer')
  if (input.expires_at !== undefined && input.expires_at <= sandbox.now()) {
    throw invalidRequest('Timestamp must be an integer Unix timestamp in the future.', {
      param: 'expires_at',
    })
  }
  const { minimum_amount: minimum, minimum_amount_currency: currency } = input.restrictions ?? {}
  if (minimum !== undefined && currency === undefined)
    throw missingParam('restrictions[minimum_amount_currency]')
  checkLimits(coupon, input)
  if (input.code === undefined) return
  if (!/^[A-Za-z0-9-]+$/.test(input.code)) {
    throw invalidRequest(
      'Promotion codes can only contain letters (a-z, A-Z), digits (0-9) and dashes (-).',
      { param: 'code' },
    )
  }
  refuseTaken(sandbox, { id: '', code: input.code, customer: input.customer ?? null })
}

/** A code that has expired, or is used up, stays inactive. */
const checkReactivation = (sandbox: Sandbox, code: PromotionCode): void => {
  if (!current(sandbox, { ...code, active: true }).active) {
    throw invalidRequest('This promotion code can no longer be made active.', { param: 'active' })
  }
  refuseTaken(sandbox, code)
}

export const promotionCodeEndpoints = [
  endpoint(
    'POST',
    '/v1/promotion_codes',
    {
      active: flag,
      code: text,
      customer: text,
      expires_at: integer,
      max_redemptions: atLeast(1),
      metadata,
      promotion: required(objectOf({ type: required(oneOf('coupon')), coupon: required(text) })),
      restrictions: objectOf({
        first_time_transaction: flag,
        minimum_amount: atLeast(1),
        minimum_amount_currency: text,
      }),
    },
    (sandbox, { params }) => {
      checkNewCode(sandbox, params)
      const { promotion, metadata: given, restrictions, code, ...own } = params
      const promotionCode = newPromotionCode(sandbox.now(), {
        ...own,
        ...(code === undefined ? {} : { code }),
        coupon: promotion.coupon,
        metadata: mergeMetadata({}, given),
        restrictions: {
          first_time_transaction: restrictions?.first_time_transaction ?? false,
          minimum_amount: restrictions?.minimum_amount ?? null,
          minimum_amount_currency: restrictions?.minimum_amount_currency ?? null,
        },
      })
      sandbox.state.promotionCodes[promotionCode.id] = promotionCode
      sandbox.emit('promotion_code.created', promotionCode)
      return promotionCode
    },
  ),
  endpoint(
    'GET',
    '/v1/promotion_codes',
    { ...paging, active: flag, code: text, coupon: text, created: range, customer: text },
    (sandbox, { params }) =>
      listPage(
        '/v1/promotion_codes',
        Object.values(sandbox.state.promotionCodes)
          .map((each) => current(sandbox, each))
          .filter(
            (each) =>
              (params.active === undefined || each.active === params.active) &&
              (params.code === undefined ||
                each.code.toLowerCase() === params.code.toLowerCase()) &&
              (params.coupon === undefined || each.promotion.coupon === params.coupon) &&
              (params.created === undefined || isWithin(each.created, params.created)) &&
              (params.customer === undefined || each.customer === params.customer),
          ),
        params,
      ),
  ),
  endpoint('GET', '/v1/promotion_codes/:id', {}, (sandbox, { id }) =>
    current(sandbox, findCode(sandbox, id)),
  ),
  endpoint(
    'POST',
    '/v1/promotion_codes/:id',
    { active: flag, metadata },
    (sandbox, { params, id }) => {
      const code = findCode(sandbox, id)
      if (params.active === true) checkReactivation(sandbox, code)
      change(sandbox, 'promotion_code.updated', code, (each) => {
        each.active = params.active ?? each.active
        each.metadata = mergeMetadata(each.metadata, params.metadata)
      })
      return current(sandbox, code)
    },
  ),
]
