import { tolerateOutage } from '#core/model/failures.ts'
import type { Profile } from '#core/model/profile.ts'
import type { AuthUser, SecondStepOutcome, SendSignInCodeOutcome } from '#core/ports/auth.ts'
import type { Ports } from '#core/ports/ports.ts'

/** The pause between two text messages, in milliseconds. */
export const CODE_PAUSE = 30_000

export type ConfirmSignInOutcome =
  | { readonly kind: 'signed-in'; readonly user: AuthUser; readonly profile: Profile | null }
  | Exclude<SecondStepOutcome, { kind: 'signed-in' }>

/** Texts a code to the phone that `signIn` has named. */
export const sendSignInCode =
  ({ auth }: Pick<Ports, 'auth'>) =>
  async (): Promise<SendSignInCodeOutcome> => {
    await auth.setUpVerifier()
    return auth.sendSignInCode()
  }

/** Completes a sign-in with the code from the phone. */
export const confirmSignIn =
  ({ auth, adminApi }: Pick<Ports, 'auth' | 'adminApi'>) =>
  async (code: string): Promise<ConfirmSignInOutcome> => {
    const outcome = await auth.confirmSignIn(code.trim())
    if (outcome.kind !== 'signed-in') return outcome
    return {
      kind: 'signed-in',
      user: outcome.user,
      profile: await tolerateOutage(() => adminApi.profile()),
    }
  }
