import { invalidRequest } from '../errors.ts'
import type { Price } from '../objects/catalog.ts'
import type { Sandbox } from '../sandbox.ts'
import { findPrice } from './catalog.ts'

/** A price that a subscription may have: active and recurring. */
export const subscribable = (sandbox: Sandbox, id: string, param: string): Price => {
  const price = findPrice(sandbox.state, id, param)
  if (!price.active)
    throw invalidRequest(
      `The price specified is inactive. This field only accepts active prices.`,
      { param },
    )
  if (!price.recurring) {
    throw invalidRequest(
      'The price specified is set to `type=one_time` but this field only accepts prices with `type=recurring`.',
      { param },
    )
  }
  return price
}
