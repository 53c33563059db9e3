import { internalErrors } from '#core/model/internal-errors.ts'
import { normalPassword } from '#core/model/password-rules.ts'
import type { ChangePasswordOutcome } from '#core/ports/auth.ts'
import type { Ports } from '#core/ports/ports.ts'
import { isEasyToGuess } from './support/is-easy-to-guess.ts'

export type ChangeOfPasswordOutcome = {
  readonly kind: Exclude<ChangePasswordOutcome['kind'], 'no-user'> | 'common-password'
}

/** Gives the account another password. Needs a current user. */
export const changePassword =
  ({ auth, passwords }: Pick<Ports, 'auth' | 'passwords'>) =>
  async (password: string): Promise<ChangeOfPasswordOutcome> => {
    if (await isEasyToGuess(passwords, password)) return { kind: 'common-password' }
    const { kind } = await auth.changePassword(normalPassword(password))
    if (kind === 'no-user') throw new Error(internalErrors.userNotFound)
    return { kind }
  }
