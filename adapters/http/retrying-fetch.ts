import { delayFor, shouldRetry } from './retry-policy.ts'
import type { AttemptEnd } from './retry-policy.ts'

export type HttpRequest = {
  readonly method: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
}

/** A response whose body has been read to the end. */
export type HttpAnswer = {
  readonly status: number
  readonly header: (name: string) => string | null
  readonly text: string
}

export type RetryingFetch = (url: string, request: HttpRequest) => Promise<HttpAnswer>

export type RetryingFetchOptions = {
  readonly fetch: typeof globalThis.fetch
  readonly sleep: (milliseconds: number) => Promise<void>
  /** Uniform in [0, 1). */
  readonly random: () => number
  /** Milliseconds for each attempt, its body included. */
  readonly timeout?: number
}

type Attempt =
  | { readonly end: AttemptEnd & { readonly kind: 'answer' }; readonly answer: HttpAnswer }
  | { readonly end: Exclude<AttemptEnd, { kind: 'answer' }>; readonly error: unknown }

/**
 * A fetch that repeats idempotent requests after network errors and 5xx answers. Returns the last
 * attempt's response, whatever its status, or rejects with its error.
 */
export const createRetryingFetch = ({
  fetch,
  sleep,
  random,
  timeout = 10_000,
}: RetryingFetchOptions): RetryingFetch => {
  const attempt = async (url: string, request: HttpRequest): Promise<Attempt> => {
    const signal = AbortSignal.timeout(timeout)
    try {
      const response = await fetch(url, { ...request, signal })
      const text = await response.text()
      const answer = {
        status: response.status,
        header: (name: string) => response.headers.get(name),
        text,
      }
      return { end: { kind: 'answer', status: response.status }, answer }
    } catch (cause) {
      return signal.aborted
        ? {
            end: { kind: 'timeout' },
            error: new Error(`No answer within ${timeout} ms.`, { cause }),
          }
        : { end: { kind: 'network-error' }, error: cause }
    }
  }

  const attemptFrom = async (
    retries: number,
    url: string,
    request: HttpRequest,
  ): Promise<HttpAnswer> => {
    const result = await attempt(url, request)
    if (shouldRetry(request, result.end, retries)) {
      await sleep(delayFor(retries + 1, random()))
      return attemptFrom(retries + 1, url, request)
    }
    if ('answer' in result) return result.answer
    throw result.error
  }

  return (url, request) => attemptFrom(0, url, request)
}
