import { tolerateOutage } from '#core/model/failures.ts'
import { normalPassword } from '#core/model/password-rules.ts'
import type { Profile } from '#core/model/profile.ts'
import type { AuthUser, Credentials, SignInOutcome } from '#core/ports/auth.ts'
import type { Ports } from '#core/ports/ports.ts'

export type SignedInOutcome =
  | { readonly kind: 'signed-in'; readonly user: AuthUser; readonly profile: Profile | null }
  | Exclude<SignInOutcome, { kind: 'signed-in' }>

export const signIn =
  ({ auth, adminApi }: Pick<Ports, 'auth' | 'adminApi'>) =>
  async ({ email, password }: Credentials): Promise<SignedInOutcome> => {
    const outcome = await auth.signIn({ email: email.trim(), password: normalPassword(password) })
    if (outcome.kind !== 'signed-in') return outcome
    return {
      kind: 'signed-in',
      user: outcome.user,
      profile: await tolerateOutage(() => adminApi.profile()),
    }
  }
