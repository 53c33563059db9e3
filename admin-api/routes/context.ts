import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import type { FastifyBaseLogger, FastifyInstance, FastifyRequest, RawServerDefault } from 'fastify'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Stripe } from 'stripe'
import type { Authenticate } from '../auth/authenticate.ts'
import type { CheckChallenge } from '../auth/challenge.ts'
import type { CountLimit } from '../auth/count-limit.ts'
import type { IdentityUsers } from '../auth/identity-users.ts'
import type { Database, OpenDatabase } from '../data/database.ts'
import type { Catalogue } from '../payments/catalogue.ts'
import type { Settings } from '../settings/settings.ts'

export type App = FastifyInstance<
  RawServerDefault,
  IncomingMessage,
  ServerResponse<IncomingMessage>,
  FastifyBaseLogger,
  TypeBoxTypeProvider
>

/** What the routes work with. */
export type Context = {
  readonly settings: Settings
  readonly db: Database
  readonly readStale: OpenDatabase['readStale']
  readonly stripe: Stripe
  readonly catalogue: Catalogue
  readonly authenticate: Authenticate
  readonly identityUsers: IdentityUsers
  /** Null: visitors need no challenge. */
  readonly checkChallenge: CheckChallenge | null
  readonly clock: () => Date
  /**
   * Route options that limit requests per minute and address. `cheaply` is for cheap requests: with
   * several processes, a burst can exceed the limit.
   */
  readonly perMinute: (
    max: number,
    count?: 'exactly' | 'cheaply',
  ) => { rateLimit: { max: number; timeWindow: number; groupId: string } }
  /**
   * A hook that limits requests per hour and address, for all routes with that name. Throws 429
   * `rate/limited`.
   */
  readonly perHour: (name: string, max: number) => (request: FastifyRequest) => Promise<void>
  /**
   * Limits requests per hour and user id, for all routes with that name. Throws 429 `rate/limited`.
   */
  readonly userPerHour: (name: string, max: number) => CountLimit
  /** Limits requests per day and key, for all routes with that name. Throws 429 `rate/limited`. */
  readonly perDay: (name: string, max: number) => CountLimit
}
