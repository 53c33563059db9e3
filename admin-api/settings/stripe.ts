import { isHttpUrl } from './environment.ts'
import type { OpenEnvironment } from './environment.ts'

export type StripeSettings = {
  readonly secretKey: string
  readonly webhookSecret: string
  /** The address of the payment API; null for Stripe's own. */
  readonly apiBase: string | null
  readonly timeoutMs: number
  readonly maxNetworkRetries: number
  /** How long products and prices are reused, in milliseconds. */
  readonly catalogueTtlMs: number
  /** For how many days access continues while a payment fails. */
  readonly graceDays: number
  /** Whether the provider calculates the tax in orders. */
  readonly automaticTax: boolean
}

/**
 * The limit for a call with its retries. With the pauses between them, 12.5 s at most, it ends
 * within the minute for which a request can hold the lock on a subscription.
 */
const longestCallMs = 45_000

const sandboxKey = 'sk_test_sandbox'
const sandboxWebhookSecret = 'whsec_sandbox'

export const readStripe = (environment: OpenEnvironment): StripeSettings => {
  const { problems, production, text, checked, integer, isOn, required, refuseInProduction } =
    environment
  const timeoutMs = integer('STRIPE_TIMEOUT_MS', 10_000, 100, longestCallMs)
  const maxNetworkRetries = integer('STRIPE_MAX_NETWORK_RETRIES', 2, 0, 5)
  if (timeoutMs * (maxNetworkRetries + 1) > longestCallMs)
    problems.push(
      `STRIPE_TIMEOUT_MS, for one attempt and STRIPE_MAX_NETWORK_RETRIES more, must not exceed ${longestCallMs} in total.`,
    )
  const secretKey = required('STRIPE_SECRET_KEY', sandboxKey)
  const apiBase = checked('STRIPE_API_BASE', isHttpUrl, 'an http or https URL')
  refuseInProduction(
    text('STRIPE_SECRET_KEY') === sandboxKey,
    'STRIPE_SECRET_KEY must not be the sandbox key in production.',
  )
  refuseInProduction(
    text('STRIPE_WEBHOOK_SECRET') === sandboxWebhookSecret,
    'STRIPE_WEBHOOK_SECRET must not be the sandbox secret in production.',
  )
  refuseInProduction(apiBase !== null, 'STRIPE_API_BASE must not be set in production.')
  if (!production && secretKey === sandboxKey && apiBase === null)
    problems.push('STRIPE_API_BASE must be set when STRIPE_SECRET_KEY is the sandbox key.')
  return {
    secretKey,
    webhookSecret: required('STRIPE_WEBHOOK_SECRET', sandboxWebhookSecret),
    apiBase,
    timeoutMs,
    maxNetworkRetries,
    catalogueTtlMs: integer('CATALOGUE_TTL_MS', 60_000, 0, 3_600_000),
    graceDays: integer('GRACE_DAYS', 7, 0, 60),
    automaticTax: isOn('STRIPE_AUTOMATIC_TAX', false),
  }
}
