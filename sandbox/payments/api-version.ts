/** The API version of the sandbox. A test checks that it is the version of the `stripe` package. */
export const API_VERSION = '2026-10-28.endive'

/** The release train Stripe.js reports; `@stripe/stripe-js` warns when it is another. */
export const STRIPE_JS_VERSION = 'endive'
