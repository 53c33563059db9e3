import { tolerateOutage } from '#core/model/failures.ts'
import { normalPassword } from '#core/model/password-rules.ts'
import type { ResetPasswordOutcome } from '#core/ports/auth-mail.ts'
import type { Ports } from '#core/ports/ports.ts'
import { isEasyToGuess } from './support/is-easy-to-guess.ts'

export type ResetPasswordInput = {
  /** The code in the mail's link. */
  readonly code: string
  readonly password: string
  /** The email of the account. */
  readonly email: string
}

/**
 * Sets a new password with the code from a mail. The provider ends the account's sessions, so this
 * device signs out if the account is signed in here.
 */
export const resetPassword =
  ({ auth, passwords }: Pick<Ports, 'auth' | 'passwords'>) =>
  async ({
    code,
    password,
    email,
  }: ResetPasswordInput): Promise<ResetPasswordOutcome | { readonly kind: 'common-password' }> => {
    if (await isEasyToGuess(passwords, password)) return { kind: 'common-password' }
    const outcome = await auth.resetPassword(code, normalPassword(password))
    if (outcome.kind !== 'reset') return outcome
    const user = await tolerateOutage(() => auth.currentUser())
    if (user?.email === email) await auth.signOut()
    return outcome
  }
