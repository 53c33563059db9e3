import type { Stripe } from '@stripe/stripe-js'
import { loadStripe } from '@stripe/stripe-js/pure'
import { loadOnce } from '../browser/load-once.ts'
import { loadScript } from '../browser/load-script.ts'
import { within } from '../browser/time-limit.ts'

export type StripeSettings = {
  readonly publishableKey: string
  /** Set: this script defines `window.Stripe` in the place of Stripe's own, as the local sandbox's does. */
  readonly scriptUrl?: string
}

export type LoadStripe = () => Promise<Stripe>

export type LoadStripeParts = {
  readonly settings: () => Promise<StripeSettings>
  readonly document: Document
  /** How long the script may take, in milliseconds. */
  readonly timeout?: number
}

const LOAD_TIMEOUT = 20_000

/** Where the script comes from: Stripe, unless another stands in for it. */
export const scriptOrigin = ({ scriptUrl = 'https://js.stripe.com' }: StripeSettings): string => new URL(scriptUrl).origin

/** Loads Stripe.js once, when first asked. Rejects when it cannot be had; the next call tries again. */
export const createLoadStripe = ({ settings, document, timeout = LOAD_TIMEOUT }: LoadStripeParts): LoadStripe => {
  const load = async (): Promise<Stripe> => {
    const { publishableKey, scriptUrl } = await settings()
    if (scriptUrl) await loadScript(document, scriptUrl)
    const stripe = await loadStripe(publishableKey)
    if (!stripe) throw new Error('Stripe.js needs a browser.')
    return stripe
  }

  return loadOnce(() => within(timeout, load()))
}
