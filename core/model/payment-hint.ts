/**
 * Stored while a payment of the signed-in user is failing; it says neither who nor how much. With
 * it, a document reserves space for the notice before the profile is known.
 */
export const PAYMENT_HINT_KEY = 'evenkeel.payment-due'
export const PAYMENT_HINT = '1'
