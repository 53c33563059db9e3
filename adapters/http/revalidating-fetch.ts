import type { HttpAnswer, HttpRequest, RetryingFetch } from './retrying-fetch.ts'

export type RevalidatingFetchOptions = {
  readonly fetch: RetryingFetch
  readonly now: () => Date
  /** Milliseconds for which a response is fresh. */
  readonly lifetime: number
  /**
   * Milliseconds after that for which it is still returned immediately, and revalidated in the
   * background.
   */
  readonly staleWhileRevalidate: number
}

type Kept = { readonly answer: HttpAnswer; readonly etag: string | null; readonly until: number }

/**
 * Caches good answers to anonymous GETs and revalidates them by ETag once they are stale. A
 * recently stale answer is returned immediately and revalidated in the background; an older one is
 * awaited. Concurrent requests for a URL share one fetch. While the server is down, the last good
 * answer is returned. Rejects as `fetch` does when there is none.
 */
export const createRevalidatingFetch = ({
  fetch,
  now,
  lifetime,
  staleWhileRevalidate,
}: RevalidatingFetchOptions): RetryingFetch => {
  const kept = new Map<string, Kept>()
  const asking = new Map<string, Promise<HttpAnswer>>()

  const keep = (url: string, answer: HttpAnswer): HttpAnswer => {
    kept.set(url, { answer, etag: answer.header('etag'), until: now().getTime() + lifetime })
    return answer
  }

  const ask = async (url: string, request: HttpRequest): Promise<HttpAnswer> => {
    const last = kept.get(url)
    const headers = { ...request.headers, ...(last?.etag && { 'If-None-Match': last.etag }) }
    try {
      const answer = await fetch(url, { ...request, headers })
      if (answer.status === 200) return keep(url, answer)
      if (last && (answer.status === 304 || answer.status >= 500)) return keep(url, last.answer)
      return answer
    } catch (error) {
      if (last) return keep(url, last.answer)
      throw error
    }
  }

  return (url, request) => {
    if (request.method !== 'GET' || 'Authorization' in request.headers) return fetch(url, request)
    const last = kept.get(url)
    const time = now().getTime()
    if (last && time < last.until) return Promise.resolve(last.answer)
    const shared = asking.get(url) ?? ask(url, request).finally(() => asking.delete(url))
    asking.set(url, shared)
    return last && time < last.until + staleWhileRevalidate ? Promise.resolve(last.answer) : shared
  }
}
