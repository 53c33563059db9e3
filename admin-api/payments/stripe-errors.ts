import { Stripe } from 'stripe'
import { Problem } from '../problem.ts'

const {
  StripeAPIError,
  StripeAuthenticationError,
  StripeCardError,
  StripeConnectionError,
  StripeError,
  StripeInvalidRequestError,
  StripePermissionError,
  StripeRateLimitError,
} = Stripe.errors

export const paymentsUnavailable = (): Problem =>
  new Problem(
    503,
    'payment/unavailable',
    'The payment provider cannot be reached right now. Please try again.',
    { retryAfter: 2 },
  )

export const isMissing = (error: unknown): boolean =>
  error instanceof StripeInvalidRequestError && error.code === 'resource_missing'

export const isCardError = (error: unknown): error is InstanceType<typeof StripeCardError> =>
  error instanceof StripeCardError

/** Whether the provider understood the request and refused it, so that nothing was created. */
export const isRefusal = (
  error: unknown,
): error is InstanceType<typeof StripeInvalidRequestError> =>
  error instanceof StripeInvalidRequestError

/** Whether our key is wrong, revoked or lacks a permission. */
export const isKeyRefused = (error: unknown): boolean =>
  error instanceof StripeAuthenticationError || error instanceof StripePermissionError

/** Whether the customer's address is not enough to calculate the tax. */
export const isTaxLocationInvalid = (error: unknown): boolean =>
  error instanceof StripeInvalidRequestError && error.code === 'customer_tax_location_invalid'

export type ProviderError = InstanceType<typeof StripeError>

/** Whether it is an error of the provider's SDK: an error response, or no response. */
export const isProviderError = (error: unknown): error is ProviderError =>
  error instanceof StripeError

/** The provider's id of our request, for its own log. */
export const providerRequestId = (error: unknown): string | undefined =>
  isProviderError(error) ? error.requestId : undefined

/** Whether another request with the same idempotency key is still pending. */
export const isKeyInUse = (error: unknown): boolean =>
  error instanceof StripeError && error.statusCode === 409

/** Whether the failure is a replay of the key's first response. */
export const isReplayed = (error: unknown): boolean =>
  error instanceof StripeError && error.headers?.['idempotent-replayed'] === 'true'

/** Whether a 5xx is a replay, so that retrying with the same key is pointless. */
export const isRememberedFailure = (error: unknown): boolean =>
  error instanceof StripeError && (error.statusCode ?? 0) >= 500 && isReplayed(error)

/** Turns outages into 503 `payment/unavailable`, and returns everything else unchanged. */
export const translateOutage = (error: unknown): unknown =>
  error instanceof StripeConnectionError ||
  error instanceof StripeAPIError ||
  error instanceof StripeRateLimitError
    ? paymentsUnavailable()
    : error
