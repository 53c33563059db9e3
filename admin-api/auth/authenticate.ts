import type { FastifyRequest } from 'fastify'
import type { Database } from '../data/database.ts'
import { ensureUser } from '../data/users.ts'
import type { User } from '../data/users.ts'
import { unauthenticated } from './verify-token.ts'
import type { Caller, VerifyToken } from './verify-token.ts'

export type Authenticated = { readonly caller: Caller; readonly user: User; readonly token: string }

export type Authenticate = {
  /** The signed-in user, created on the first call. Throws 401 `auth/unauthenticated`. */
  required(request: FastifyRequest): Promise<Authenticated>
  /** Null without an Authorization header; a header that is there must be right. */
  optional(request: FastifyRequest): Promise<Authenticated | null>
}

const bearer = /^Bearer +([\w-]+\.[\w-]+\.[\w-]*)$/i

export const authenticator = (verifyToken: VerifyToken, db: Database): Authenticate => {
  const required = async ({ headers }: FastifyRequest): Promise<Authenticated> => {
    const token = bearer.exec(headers.authorization ?? '')?.[1]
    if (token === undefined) throw unauthenticated()
    const caller = await verifyToken(token)
    const user = await ensureUser(db, caller)
    // Its tokens outlive a deleted account by up to an hour.
    if (user === null) throw unauthenticated()
    return { caller, user, token }
  }
  return {
    required,
    optional: async (request) => (request.headers.authorization === undefined ? null : required(request)),
  }
}
