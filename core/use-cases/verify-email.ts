import { emailConfirmedPath } from '#core/model/journeys.ts'
import { tolerateOutage } from '#core/model/failures.ts'
import type { Profile } from '#core/model/profile.ts'
import type { AccountJourney } from '#core/model/routes.ts'
import type { AuthUser, SendOutcome } from '#core/ports/auth.ts'
import type { Ports } from '#core/ports/ports.ts'

/** How often verify-email checks while it is visible, and for how long, in milliseconds. */
export const VERIFICATION_POLL = { every: 3000, until: 10 * 60_000 } as const

export type CheckEmailVerifiedOutcome =
  | { readonly kind: 'verified'; readonly user: AuthUser; readonly profile: Profile | null }
  | { readonly kind: 'not-yet'; readonly user: AuthUser }
  | { readonly kind: 'signed-out' }

/**
 * Asks the provider whether the email is confirmed; if so, renews the ID token, which carries that
 * claim.
 */
export const checkEmailVerified =
  ({ auth, adminApi }: Pick<Ports, 'auth' | 'adminApi'>) =>
  async (): Promise<CheckEmailVerifiedOutcome> => {
    const user = await auth.reload()
    if (user === null) return { kind: 'signed-out' }
    if (!user.emailVerified) return { kind: 'not-yet', user }
    await auth.idToken({ fresh: true })
    return { kind: 'verified', user, profile: await tolerateOutage(() => adminApi.profile()) }
  }

export const resendVerification =
  ({ auth }: Pick<Ports, 'auth'>) =>
  ({ journey, origin }: { journey: AccountJourney; origin: string }): Promise<SendOutcome> =>
    auth.sendEmailVerification(origin + emailConfirmedPath(journey))
