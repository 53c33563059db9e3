import { PortUnavailable } from '#core/model/failures.ts'

const outages: readonly string[] = [
  'auth/network-request-failed',
  'auth/timeout',
  'auth/internal-error',
]

/**
 * The SDK turns whatever message a failing server sends into a code: "The service is currently
 * unavailable." becomes `auth/the-service-is-currently-unavailable.`.
 */
const serverFailure = /unavailable|backend-error|internal-error|deadline-exceeded/

const ended: readonly string[] = [
  'auth/user-token-expired',
  'auth/user-disabled',
  'auth/user-not-found',
  'auth/invalid-user-token',
  'auth/invalid-refresh-token',
]

const throttled: Readonly<Record<string, 'too-many-requests'>> = {
  'auth/too-many-requests': 'too-many-requests',
  'auth/quota-exceeded': 'too-many-requests',
}

/** The SDK's code; empty for an error that is not the SDK's. */
export const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''

/** Whether the account was deleted or disabled, or its session revoked. */
export const hasSessionEnded = (error: unknown): boolean => ended.includes(codeOf(error))

/**
 * The port's outcome for the SDK's code. Throws `PortUnavailable` for an outage and rethrows
 * anything else.
 */
export const outcomeOf = <Kind extends string>(
  error: unknown,
  kinds: Readonly<Record<string, Kind>>,
): { readonly kind: Kind | 'too-many-requests' } => {
  const code = codeOf(error)
  const kind = kinds[code] ?? throttled[code]
  if (kind === undefined) return throwPortError(error)
  return { kind }
}

/** Whether no answer came: the service may have done what it was asked. */
export const isOutage = (error: unknown): boolean => {
  const code = codeOf(error)
  return outages.includes(code) || (code.startsWith('auth/') && serverFailure.test(code))
}

export const throwPortError = (error: unknown): never => {
  throw isOutage(error) ? new PortUnavailable('auth', error) : error
}
