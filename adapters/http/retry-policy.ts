/** Retries after the first attempt. */
const MAX_RETRIES = 3
/** The wait before the first retry, in milliseconds; it doubles from there. */
const BASE_DELAY = 100
/** The largest share of a delay that is added as jitter. */
const JITTER = 0.2

/** How an attempt ended. A `timeout` is our own abort of an attempt that took too long. */
export type AttemptEnd =
  | { readonly kind: 'answer'; readonly status: number }
  | { readonly kind: 'network-error' }
  | { readonly kind: 'timeout' }

/** RFC 9110, section 9.2.2, except TRACE, which no browser sends. */
const idempotentMethods = ['GET', 'HEAD', 'OPTIONS', 'PUT', 'DELETE']

type Repeatable = { readonly method: string; readonly headers: Readonly<Record<string, string>> }

/**
 * Whether a second copy of the request changes nothing. A POST or PATCH may have been carried out
 * before the connection broke, and only a server that is given an idempotency key can tell the copy
 * from a second order.
 */
const isIdempotent = ({ method, headers }: Repeatable): boolean =>
  idempotentMethods.includes(method.toUpperCase()) ||
  Object.keys(headers).some((name) => name.toLowerCase() === 'idempotency-key')

/** Whether to try again after `retries` retries. */
export const shouldRetry = (request: Repeatable, end: AttemptEnd, retries: number): boolean => {
  const mayHelp =
    end.kind === 'network-error' ||
    (end.kind === 'answer' && end.status >= 500 && end.status <= 599)
  return mayHelp && retries < MAX_RETRIES && isIdempotent(request)
}

/** Milliseconds before the nth retry, the first being 1. `random` is uniform in [0, 1). */
export const delayFor = (retry: number, random: number): number =>
  BASE_DELAY * 2 ** (retry - 1) * (1 + JITTER * random)
