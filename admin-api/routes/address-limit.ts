import { callbackify } from 'node:util'
import rateLimit from '@fastify/rate-limit'
import type { FastifyRateLimitOptions, FastifyRateLimitStore, FastifyRateLimitStoreCtor } from '@fastify/rate-limit'
import type { CountHit } from '../data/hits.ts'
import { limited } from '../problem.ts'
import type { App } from './context.ts'

type Route = { readonly routeInfo?: { readonly method?: string | string[]; readonly url?: string } }
type Done = Parameters<FastifyRateLimitStore['incr']>[1]

/** @fastify/rate-limit's store over our own count, which processes may share. */
const storeOf = (countHit: CountHit): FastifyRateLimitStoreCtor => {
  class Store implements FastifyRateLimitStore {
    readonly scope: string

    constructor(_options: FastifyRateLimitOptions, scope = '') {
      this.scope = scope
    }

    incr(address: string, done: Done, windowMs = 60_000): void {
      callbackify(countHit)(`${this.scope} ${address}`, windowMs, (error, hit) => {
        done(error, hit === undefined ? undefined : { current: hit.count, ttl: hit.ttlMs })
      })
    }

    child(options: FastifyRateLimitOptions & Route): FastifyRateLimitStore {
      return new Store(options, `${String(options.routeInfo?.method)} ${options.routeInfo?.url ?? ''}`)
    }
  }
  return Store as FastifyRateLimitStoreCtor
}

/** Lets routes limit how often an address may ask. When hits can't be counted, nobody is refused. */
export const limitAddresses = async (app: App, countHit: CountHit): Promise<void> => {
  await app.register(rateLimit, {
    global: false,
    skipOnError: true,
    store: storeOf(countHit),
    errorResponseBuilder: (_request, { ttl }) => limited(ttl),
  })
}
