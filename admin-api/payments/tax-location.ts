import type { Stripe } from 'stripe'
import { invalid } from '../problem.ts'
import type { Problem } from '../problem.ts'
import { isTaxLocationInvalid } from './stripe-errors.ts'

export const noTaxLocation = (): Problem =>
  invalid([
    {
      path: 'paymentMethodId',
      code: 'payment-method/no-location',
      message: 'The card needs a billing address that the tax can be worked out from.',
    },
  ])

/**
 * Copies the card's billing address to its customer, because the provider calculates the tax from
 * it. The address stays with the provider. False when no tax can be calculated from the address:
 * then the customer keeps the previous one.
 */
export const locateCustomer = async (
  stripe: Stripe,
  customer: string,
  paymentMethod: string,
): Promise<boolean> => {
  const { billing_details: billing } = await stripe.paymentMethods.retrieve(paymentMethod)
  const parts = Object.entries(billing.address ?? {}).filter(([, value]) => value !== null)
  try {
    await stripe.customers.update(customer, {
      address: Object.fromEntries(parts) as Stripe.AddressParam,
      tax: { validate_location: 'immediately' },
    })
    return true
  } catch (error) {
    if (isTaxLocationInvalid(error)) return false
    throw error
  }
}
