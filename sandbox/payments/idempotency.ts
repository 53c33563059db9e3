import { createHash } from 'node:crypto'
import { invalidRequest, StripeError } from './errors.ts'
import type { RememberedAnswer, Store } from './store.ts'

const KEPT_FOR = 24 * 3600 * 1000

export const fingerprintOf = (method: string, path: string, params: unknown): string =>
  createHash('sha256')
    .update(JSON.stringify([method, path, params]))
    .digest('hex')

export interface Idempotency {
  /**
   * Claims a key. Returns the response to replay when the key was used for the same request before.
   * Throws 400 when it was used for another one, and 409 while that is still being answered.
   */
  claim(key: string, fingerprint: string): RememberedAnswer | null
  /** Stores the response for replays; a request that never began (null) releases its key. */
  release(key: string, answer: RememberedAnswer | null): void
}

const otherRequest = (key: string) =>
  new StripeError(400, {
    type: 'idempotency_error',
    message:
      'Keys for idempotent requests can only be used with the same parameters they were first used with. ' +
      `Try using a key other than '${key}' if you meant to execute a different request.`,
  })

export const createIdempotency = (store: Store, clock: () => number): Idempotency => {
  const inProgress = new Map<string, string>()

  return {
    claim: (key, fingerprint) => {
      if (key.length > 255) throw invalidRequest('Idempotency keys can be at most 255 characters.')
      const running = inProgress.get(key)
      if (running !== undefined && running !== fingerprint) throw otherRequest(key)
      if (running !== undefined) {
        throw new StripeError(409, {
          type: 'invalid_request_error',
          code: 'idempotency_key_in_use',
          message:
            'There is currently another in-progress request using this Idempotent Key (that probably means you ' +
            `submitted twice, and the other request is still going through): ${key}. Please try again later.`,
        })
      }
      const remembered = store.state.idempotencyKeys[key]
      if (remembered && clock() - remembered.at < KEPT_FOR) {
        if (remembered.fingerprint !== fingerprint) throw otherRequest(key)
        return remembered
      }
      inProgress.set(key, fingerprint)
      return null
    },
    release: (key, answer) => {
      inProgress.delete(key)
      if (answer) store.state.idempotencyKeys[key] = answer
    },
  }
}
