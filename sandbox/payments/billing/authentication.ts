/** Decides when a card asks for 3-D Secure. */
import type { PaymentMethod } from '../objects/payment-methods.ts'
import { behaviourOf } from './payment-methods.ts'

export const paymentNeedsAuthentication = (
  paymentMethod: PaymentMethod,
  offSession: boolean,
): boolean => {
  const { authentication } = behaviourOf(paymentMethod)
  if (authentication === undefined) return false
  if (authentication === 'always' || !offSession) return true
  return authentication === 'unless-set-up' && !paymentMethod._authenticated
}

export const setupNeedsAuthentication = (paymentMethod: PaymentMethod): boolean => {
  const { authentication } = behaviourOf(paymentMethod)
  return authentication === 'always' || authentication === 'unless-set-up'
}
