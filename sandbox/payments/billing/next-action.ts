import type { NextAction } from '../objects/intents.ts'
import type { Sandbox } from '../sandbox.ts'

export interface Authentication {
  id: string
  client_secret: string
}

/**
 * The action for the customer to authenticate: in an overlay of Stripe.js, or by a redirect that
 * returns to `returnUrl`.
 */
export const authenticationAction = (
  sandbox: Sandbox,
  intent: Authentication,
  returnUrl: string | null,
): NextAction => {
  const query = new URLSearchParams({ intent: intent.id, client_secret: intent.client_secret })
  const url = `${sandbox.settings.publicUrl()}/3ds/authorize.html?${query}`
  return returnUrl === null
    ? {
        type: 'use_stripe_sdk',
        use_stripe_sdk: { type: 'three_d_secure_redirect', stripe_js: url },
      }
    : {
        type: 'redirect_to_url',
        redirect_to_url: { return_url: returnUrl, url: `${url}&redirect=1` },
      }
}
