import type { Stripe } from '@stripe/stripe-js'
import { loadStripe } from '@stripe/stripe-js/pure'
import { loadOnce } from '../browser/load-once.ts'
import { loadScript } from '../browser/load-script.ts'
import { within } from '../browser/time-limit.ts'

export type StripeSettings = {
  readonly publishableKey: string
  /**
   * When set, this script defines `window.Stripe` instead of Stripe's, as the local sandbox does.
   */
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

/** The origin of the script: Stripe's own unless replaced. */
export const scriptOrigin = ({ scriptUrl = 'https://js.stripe.com' }: StripeSettings): string =>
  new URL(scriptUrl).origin

/**
 * Loads Stripe.js once, at the first call. Rejects when it cannot be loaded; the next call tries
 * again.
 */
export const createLoadStripe = ({
  settings,
  document,
  timeout = LOAD_TIMEOUT,
}: LoadStripeParts): LoadStripe => {
  const load = async (): Promise<Stripe> => {
    const { publishableKey, scriptUrl } = await settings()
    if (scriptUrl) await loadScript(document, scriptUrl)
    const stripe = await loadStripe(publishableKey)
    if (!stripe) throw new Error('Stripe.js needs a browser.')
    return stripe
  }

  return loadOnce(() => within(timeout, load()))
}
