import type { ItemChange } from '../billing/subscription-changes.ts'
import { invalidRequest, noSuch } from '../errors.ts'
import type { Subscription } from '../objects/subscriptions.ts'
import type { Sandbox } from '../sandbox.ts'
import { subscribable } from './prices.ts'

interface ItemInput {
  id?: string
  price?: string
  quantity?: number
}

/**
 * Reads the changes to a subscription's items from a request's `items`; `path` names that
 * parameter.
 */
export const itemChanges = (
  sandbox: Sandbox,
  subscription: Subscription,
  inputs: ItemInput[],
  path = 'items',
): ItemChange[] =>
  inputs.map((input, index) => {
    const { data } = subscription.items
    const item = input.id === undefined ? undefined : data.find((each) => each.id === input.id)
    if (input.id !== undefined && !item)
      throw noSuch('subscription_item', input.id, `${path}[${index}][id]`)
    if (!item) {
      const [only] = data.length === 1 ? data : []
      throw invalidRequest(
        `The sandbox can't add items to a subscription; name the one to change${only ? ` (${only.id})` : ''}.`,
        { code: 'parameter_missing', param: `${path}[${index}][id]` },
      )
    }
    return {
      item,
      price:
        input.price === undefined
          ? item.price
          : subscribable(sandbox, input.price, `${path}[${index}][price]`),
      quantity: input.quantity ?? item.quantity,
    }
  })

/** The price per period once `changes` are made, in minor units. */
export const costOf = (subscription: Subscription, changes: ItemChange[]) => ({
  amount: subscription.items.data.reduce((sum, item) => {
    const { price, quantity } = changes.find((each) => each.item.id === item.id) ?? item
    return sum + price.unit_amount * quantity
  }, 0),
  currency: subscription.currency,
})
