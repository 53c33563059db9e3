/**
 * Stored while a payment of whoever is signed in is failing; it says neither who nor how much. With
 * it, a document leaves room for the notice before the profile is known.
 */
export const PAYMENT_HINT_KEY = 'evenkeel.payment-due'
export const PAYMENT_HINT = '1'
