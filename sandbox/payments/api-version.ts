/**
 * The API version the sandbox speaks; a test holds it to the one the `stripe` package is pinned to.
 */
export const API_VERSION = '2026-10-28.endive'

/** The release train Stripe.js reports; `@stripe/stripe-js` warns when it is another. */
export const STRIPE_JS_VERSION = 'endive'
