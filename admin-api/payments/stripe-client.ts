import { Stripe } from 'stripe'
import type { Registry } from 'prom-client'
import { measureProvider } from '../metrics/provider.ts'
import type { StripeSettings } from '../settings/stripe.ts'

/**
 * The payment provider's SDK, at Stripe's own address or at `apiBase`; its requests are measured in
 * the registry, if one is given.
 */
export const createStripe = (
  { secretKey, apiBase, timeoutMs, maxNetworkRetries }: StripeSettings,
  metrics?: Registry,
): Stripe => {
  const base = apiBase === null ? null : new URL(apiBase)
  return new Stripe(secretKey, {
    timeout: timeoutMs,
    maxNetworkRetries,
    telemetry: false,
    ...(metrics === undefined ? {} : { httpClient: measureProvider(metrics) }),
    ...(base === null
      ? {}
      : {
          host: base.hostname,
          port: base.port || (base.protocol === 'https:' ? 443 : 80),
          protocol: base.protocol === 'https:' ? 'https' : 'http',
        }),
  })
}
