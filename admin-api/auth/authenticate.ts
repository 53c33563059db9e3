import type { FastifyRequest } from 'fastify'
import type { Database } from '../data/database.ts'
import { ensureUser } from '../data/users.ts'
import type { OnEmailChange, User } from '../data/users.ts'
import { Problem } from '../problem.ts'
import { logSecurityEvent } from '../security-events.ts'
import type { IdentityUsers } from './identity-users.ts'
import type { CountLimit } from './count-limit.ts'
import { isRecent } from './recent-login.ts'
import { unauthenticated } from './verify-token.ts'
import type { Caller, VerifyToken } from './verify-token.ts'

export type Identified = { readonly caller: Caller; readonly token: string }
export type Authenticated = Identified & { readonly user: User }

export type Authenticate = {
  /**
   * Returns the token's owner, who may not have a row yet. Throws 401 `auth/unauthenticated` or 429
   * `rate/limited`.
   */
  caller(request: FastifyRequest): Promise<Identified>
  /**
   * Returns the refusal of a caller whose account was deleted. An interrupted deletion may have
   * left their identity behind; if the sign-in is recent, it is deleted now, so that they can sign
   * up again.
   */
  deleted(request: FastifyRequest, identified: Identified): Problem
  /** Returns the signed-in user, created on the first call. Throws as `caller` does. */
  required(request: FastifyRequest): Promise<Authenticated>
  /**
   * Returns the caller who is deleting their account. `user` is null when an earlier attempt
   * deleted everything but its response was lost; `mustBeRecent` is false when it deleted the
   * identity, so that nobody can sign in again. Throws as `caller` does.
   */
  leaving(
    request: FastifyRequest,
  ): Promise<Identified & { readonly user: User | null; readonly mustBeRecent: boolean }>
  /** Null without an Authorization header; a header that is sent must be valid. */
  optional(request: FastifyRequest): Promise<Authenticated | null>
}

type Parts = {
  readonly verifyToken: VerifyToken
  readonly identityUsers: IdentityUsers
  readonly limitUser: CountLimit
  readonly db: Database
  readonly clock: () => Date
}

const isUnauthenticated = (error: unknown): boolean =>
  error instanceof Problem && error.code === 'auth/unauthenticated'

const noteEmailChange =
  ({ log }: FastifyRequest, { authUid }: Caller): OnEmailChange =>
  (kind) =>
    logSecurityEvent(log, { kind, actor: authUid })

const bearer = /^Bearer +([\w-]+\.[\w-]+\.[\w-]*)$/i

export const authenticator = ({
  verifyToken,
  identityUsers,
  limitUser,
  db,
  clock,
}: Parts): Authenticate => {
  const identify = async (
    { headers, log }: FastifyRequest,
    mayBeMissing: boolean,
  ): Promise<Identified & { readonly isMissing: boolean }> => {
    const token = bearer.exec(headers.authorization ?? '')?.[1]
    if (token === undefined) throw unauthenticated()
    const caller = await verifyToken(token).catch((error: unknown) => {
      if (isUnauthenticated(error))
        logSecurityEvent(log, { kind: 'token-refused', actor: null, reason: 'invalid' })
      else log.error({ err: error }, 'sign-ins cannot be checked')
      throw error
    })
    await limitUser(caller.authUid, log)
    const standing = await identityUsers.standing(token)
    if (standing === 'revoked' || (standing === 'missing' && !mayBeMissing)) {
      logSecurityEvent(log, {
        kind: 'token-refused',
        actor: caller.authUid,
        reason: standing === 'revoked' ? 'revoked' : 'deleted',
      })
      throw unauthenticated()
    }
    // The token is signed and fresh, so an outage at the identity provider locks nobody out.
    if (standing === 'unknown') log.warn('the identity provider could not be asked about a user')
    return { caller, token, isMissing: standing === 'missing' }
  }
  const deleted: Authenticate['deleted'] = ({ log }, { caller, token }) => {
    logSecurityEvent(log, { kind: 'token-refused', actor: caller.authUid, reason: 'deleted' })
    // The provider refuses to delete with an older sign-in.
    if (isRecent(caller, clock()))
      void identityUsers
        .delete(token)
        .catch((error: unknown) => log.warn({ err: error }, 'an identity was left behind'))
    return unauthenticated()
  }
  const required: Authenticate['required'] = async (request) => {
    const identified = await identify(request, false)
    const user = await ensureUser(
      db,
      identified.caller,
      noteEmailChange(request, identified.caller),
    )
    // The tokens of a deleted account stay valid for up to an hour.
    if (user === null) throw deleted(request, identified)
    return { ...identified, user }
  }
  return {
    caller: (request) => identify(request, false),
    deleted,
    required,
    leaving: async (request) => {
      const { isMissing, ...identified } = await identify(request, true)
      return {
        ...identified,
        mustBeRecent: !isMissing,
        user: await ensureUser(db, identified.caller, noteEmailChange(request, identified.caller)),
      }
    },
    optional: async (request) =>
      request.headers.authorization === undefined ? null : required(request),
  }
}
