import type { HttpAnswer, HttpRequest, RetryingFetch } from './retrying-fetch.ts'

export type RevalidatingFetchOptions = {
  readonly fetch: RetryingFetch
  readonly now: () => Date
  /** Milliseconds for which an answer is used without asking whether it still holds. */
  readonly lifetime: number
  /** Milliseconds after that for which it is still given at once, while it is asked beside whether it holds. */
  readonly staleWhileRevalidate: number
}

type Kept = { readonly answer: HttpAnswer; readonly etag: string | null; readonly until: number }

/**
 * Keeps good answers to GETs that tell nobody's identity, and asks by their ETag whether they still hold once their lifetime is over:
 * who comes soon after waits for nothing, who comes later for the answer. Requests for the same URL share one question. While the other side cannot be reached or fails, the last good answer
 * stands. Rejects as `fetch` does when there is none.
 */
export const createRevalidatingFetch = ({ fetch, now, lifetime, staleWhileRevalidate }: RevalidatingFetchOptions): RetryingFetch => {
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
