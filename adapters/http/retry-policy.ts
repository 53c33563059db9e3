/** Retries after the first attempt. */
export const MAX_RETRIES = 3
/** The wait before the first retry, in milliseconds; it doubles from there. */
export const BASE_DELAY = 100
/** The largest share of a delay that chance adds to it. */
export const JITTER = 0.2

/** How an attempt ended. A `timeout` is our own abort of an attempt that took too long. */
export type AttemptEnd =
  | { readonly kind: 'answer'; readonly status: number }
  | { readonly kind: 'network-error' }
  | { readonly kind: 'timeout' }

/** RFC 9110, section 9.2.2, less TRACE, which no browser sends. */
const idempotentMethods = ['GET', 'HEAD', 'OPTIONS', 'PUT', 'DELETE']

/** Whether to try once more, `retries` of them having been made. */
export const shouldRetry = (method: string, end: AttemptEnd, retries: number): boolean => {
  const mayHelp = end.kind === 'network-error' || (end.kind === 'answer' && end.status >= 500 && end.status <= 599)
  return mayHelp && retries < MAX_RETRIES && idempotentMethods.includes(method.toUpperCase())
}

/** Milliseconds before the nth retry, the first being 1. `random` is uniform in [0, 1). */
export const delayFor = (retry: number, random: number): number =>
  BASE_DELAY * 2 ** (retry - 1) * (1 + JITTER * random)
