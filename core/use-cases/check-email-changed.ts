import { tolerateOutage } from '#core/model/failures.ts'
import { isSameEmail } from '#core/model/pending-email.ts'
import type { Profile } from '#core/model/profile.ts'
import type { AuthUser } from '#core/ports/auth.ts'
import type { Ports } from '#core/ports/ports.ts'

export type CheckEmailChangedOutcome =
  | { readonly kind: 'changed'; readonly user: AuthUser; readonly profile: Profile | null }
  | { readonly kind: 'not-yet' | 'signed-out' }

/**
 * Asks the provider whether the new address was confirmed; if so, renews the ID token, which
 * carries the address.
 */
export const checkEmailChanged =
  ({ auth, adminApi }: Pick<Ports, 'auth' | 'adminApi'>) =>
  async (email: string): Promise<CheckEmailChangedOutcome> => {
    const user = await auth.reload()
    if (user === null) return { kind: 'signed-out' }
    if (!isSameEmail(email, user.email)) return { kind: 'not-yet' }
    await auth.idToken({ fresh: true })
    return { kind: 'changed', user, profile: await tolerateOutage(() => adminApi.profile()) }
  }
