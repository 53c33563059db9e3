import { Stripe } from 'stripe'
import type { Settings } from '../settings.ts'

/** The payment provider's SDK, at Stripe's own address or at `apiBase`. */
export const createStripe = ({
  secretKey,
  apiBase,
  timeoutMs,
  maxNetworkRetries,
}: Settings['stripe']): Stripe => {
  const base = apiBase === null ? null : new URL(apiBase)
  return new Stripe(secretKey, {
    timeout: timeoutMs,
    maxNetworkRetries,
    telemetry: false,
    ...(base === null
      ? {}
      : {
          host: base.hostname,
          port: base.port || (base.protocol === 'https:' ? 443 : 80),
          protocol: base.protocol === 'https:' ? 'https' : 'http',
        }),
  })
}
