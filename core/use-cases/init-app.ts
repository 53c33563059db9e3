import { PortUnavailable, SessionExpired } from '#core/model/failures.ts'
import type { Profile } from '#core/model/profile.ts'
import type { AuthUser } from '#core/ports/auth.ts'
import type { Ports } from '#core/ports/ports.ts'

export type InitAppOutcome =
  | { readonly kind: 'anonymous' }
  | { readonly kind: 'signed-in'; readonly user: AuthUser; readonly profile: Profile }
  /** Signed in, but the profile did not arrive in time. The action that needs it tries again. */
  | { readonly kind: 'profile-unavailable'; readonly user: AuthUser }
  | { readonly kind: 'identity-unavailable' }
  | { readonly kind: 'session-expired' }

/** How long the first screen waits for a signed-in user's profile, in milliseconds. */
export const PROFILE_WAIT = 3000

/**
 * Resolves once the auth state is known and, for a signed-in user, the profile is fetched or
 * PROFILE_WAIT has passed. Never rejects for an outage.
 */
export const initApp =
  ({ auth, adminApi, clock }: Pick<Ports, 'auth' | 'adminApi' | 'clock'>) =>
  async (): Promise<InitAppOutcome> => {
    try {
      const user = await auth.currentUser()
      if (user === null) return { kind: 'anonymous' }
      return await Promise.race([
        fetchProfile(adminApi, user),
        clock
          .sleep(PROFILE_WAIT)
          .then((): InitAppOutcome => ({ kind: 'profile-unavailable', user })),
      ])
    } catch (error) {
      if (error instanceof PortUnavailable) return { kind: 'identity-unavailable' }
      throw error
    }
  }

const fetchProfile = async (
  adminApi: Ports['adminApi'],
  user: AuthUser,
): Promise<InitAppOutcome> => {
  try {
    return { kind: 'signed-in', user, profile: await adminApi.profile() }
  } catch (error) {
    if (error instanceof PortUnavailable) return { kind: 'profile-unavailable', user }
    if (error instanceof SessionExpired) return { kind: 'session-expired' }
    throw error
  }
}
