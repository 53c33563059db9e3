import { createRemoteJWKSet, errors, jwtVerify, UnsecuredJWT } from 'jose'
import type { JWTPayload, JWTVerifyGetKey } from 'jose'
import { Problem } from '../problem.ts'

/** Who is calling, as the identity provider's ID token says. */
export type Caller = {
  readonly authUid: string
  readonly email: string
  readonly emailVerified: boolean
  /** When the user last signed in. */
  readonly authTime: Date
  /** When the token was issued. */
  readonly issuedAt: Date
}

export type VerifyToken = (token: string) => Promise<Caller>

type VerifierOptions = {
  readonly projectId: string
  readonly emulatorHost: string | null
  /** Defaults to Google's published keys. */
  readonly keys?: JWTVerifyGetKey
  readonly now?: () => Date
  /**
   * Called when a genuine token is refused because its times are far from our clock, with how far
   * our clock seems ahead, in milliseconds.
   */
  readonly onSkew?: (aheadMs: number) => void
}

/**
 * How many verified tokens are cached: their signatures are not checked again until they expire.
 */
const mostKnown = 10_000

export const googleKeys =
  'https://www.googleapis.com/service_accounts/v1/jwk/securetoken@system.gserviceaccount.com'

export const unauthenticated = (): Problem =>
  new Problem(401, 'auth/unauthenticated', 'A valid ID token is needed. Please sign in again.')

const callerOf = (claims: JWTPayload, now: Date): Caller => {
  const firebase = claims['firebase'] as { sign_in_provider?: unknown } | undefined
  const email = claims['email']
  const { auth_time: authTime, iat: issuedAt } = claims
  const usable =
    typeof claims.sub === 'string' &&
    claims.sub !== '' &&
    claims.sub.length <= 128 &&
    typeof email === 'string' &&
    email !== '' &&
    typeof issuedAt === 'number' &&
    typeof authTime === 'number' &&
    authTime * 1000 <= now.getTime() + 60_000 &&
    firebase?.sign_in_provider !== 'anonymous'
  if (!usable) throw unauthenticated()
  return {
    authUid: claims.sub as string,
    email: email as string,
    emailVerified: claims['email_verified'] === true,
    authTime: new Date(authTime * 1000),
    issuedAt: new Date(issuedAt * 1000),
  }
}

/** A recently expired token is normal: the tab may have been asleep. */
const longExpiredMs = 60 * 60 * 1000

/** How far our clock seems ahead of the token's times, in milliseconds; null when they agree. */
const aheadOf = ({ iat = 0, exp = Infinity }: JWTPayload, now: number): number | null => {
  if (iat * 1000 > now) return now - iat * 1000
  return now - exp * 1000 > longExpiredMs ? now - exp * 1000 : null
}

/** A refused token is the caller's error; keys that cannot be fetched are ours. */
const translate = (error: unknown): unknown => {
  if (error instanceof Problem) return error
  const outage =
    error instanceof errors.JWKSTimeout ||
    error instanceof errors.JWKSInvalid ||
    !(error instanceof errors.JOSEError) ||
    error.constructor === errors.JOSEError
  return outage
    ? new Problem(
        503,
        'auth/unavailable',
        'Signing in cannot be checked right now. Please try again.',
        { retryAfter: 5 },
        error,
      )
    : unauthenticated()
}

/**
 * Checks Firebase ID tokens: RS256 by Google's keys, or, with an emulator host, the emulator's
 * unsigned ones. Throws 401 `auth/unauthenticated` (anonymous-provider tokens included) or 503
 * `auth/unavailable`.
 */
export const createTokenVerifier = ({
  projectId,
  emulatorHost,
  keys,
  now = () => new Date(),
  onSkew = () => {},
}: VerifierOptions): VerifyToken => {
  const expected = { issuer: `https://securetoken.google.com/${projectId}`, audience: projectId }
  const getKey =
    keys ??
    createRemoteJWKSet(new URL(googleKeys), {
      timeoutDuration: 5000,
      cacheMaxAge: 6 * 60 * 60 * 1000,
    })

  const claimsOf = async (token: string): Promise<JWTPayload> => {
    const options = { ...expected, currentDate: now() }
    if (emulatorHost === null) {
      const { payload } = await jwtVerify(token, getKey, {
        ...options,
        algorithms: ['RS256'],
        requiredClaims: ['exp', 'iat', 'sub'],
      })
      return payload
    }
    const { payload } = UnsecuredJWT.decode(token, options)
    if (payload.exp === undefined) throw unauthenticated()
    return payload
  }

  const known = new Map<string, { readonly caller: Caller; readonly until: number }>()

  return async (token) => {
    const verified = known.get(token)
    if (verified !== undefined && verified.until > now().getTime()) return verified.caller
    known.delete(token)
    let claims: JWTPayload | null = null
    try {
      claims = await claimsOf(token)
      const caller = callerOf(claims, now())
      if (known.size >= mostKnown) known.delete(known.keys().next().value!)
      known.set(token, { caller, until: (claims.exp ?? 0) * 1000 })
      return caller
    } catch (error) {
      const genuine = error instanceof errors.JWTExpired ? error.payload : claims
      const aheadMs = genuine && aheadOf(genuine, now().getTime())
      if (aheadMs !== null) onSkew(aheadMs)
      throw translate(error)
    }
  }
}
