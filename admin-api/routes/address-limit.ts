import { callbackify } from 'node:util'
import rateLimit from '@fastify/rate-limit'
import type {
  FastifyRateLimitOptions,
  FastifyRateLimitStore,
  FastifyRateLimitStoreCtor,
} from '@fastify/rate-limit'
import type { CountHit } from '../data/hits.ts'
import { limited } from '../problem.ts'
import type { App } from './context.ts'

type Counts = { readonly exactly: CountHit; readonly cheaply: CountHit }
type Route = {
  readonly groupId?: string
  readonly routeInfo?: { readonly method?: string | string[]; readonly url?: string }
}
type Done = Parameters<FastifyRateLimitStore['incr']>[1]

/** A store for @fastify/rate-limit on our own counter, which several processes can share. */
const storeOf = (counts: Counts): FastifyRateLimitStoreCtor => {
  class Store implements FastifyRateLimitStore {
    readonly scope: string
    readonly count: CountHit

    constructor(_options: FastifyRateLimitOptions, scope = '', count = counts.exactly) {
      this.scope = scope
      this.count = count
    }

    incr(address: string, done: Done, windowMs = 60_000): void {
      callbackify(this.count)(`${this.scope} ${address}`, windowMs, (error, hit) => {
        done(error, hit === undefined ? undefined : { current: hit.count, ttl: hit.ttlMs })
      })
    }

    child(options: FastifyRateLimitOptions & Route): FastifyRateLimitStore {
      const count = options.groupId === 'cheaply' ? counts.cheaply : counts.exactly
      const method = String(options.routeInfo?.method)
      // Fastify answers HEAD with the route for GET, at the same cost, so both share a limit.
      const scope = method === 'HEAD' ? 'GET' : method
      return new Store(options, `${scope} ${options.routeInfo?.url ?? ''}`, count)
    }
  }
  return Store as FastifyRateLimitStoreCtor
}

/** Adds rate limits by address to routes. When hits cannot be counted, nobody is refused. */
export const limitAddresses = async (app: App, counts: Counts): Promise<void> => {
  await app.register(rateLimit, {
    global: false,
    skipOnError: true,
    store: storeOf(counts),
    errorResponseBuilder: (_request, { ttl }) => limited(ttl),
  })
}
