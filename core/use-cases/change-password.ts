import { internalErrors } from '#core/model/internal-errors.ts'
import type { ChangePasswordOutcome } from '#core/ports/auth.ts'
import type { Ports } from '#core/ports/ports.ts'

export type ChangeOfPasswordOutcome = { readonly kind: Exclude<ChangePasswordOutcome['kind'], 'no-user'> }

/** Gives the account another password. Needs a current user. */
export const changePassword =
  ({ auth }: Pick<Ports, 'auth'>) =>
  async (password: string): Promise<ChangeOfPasswordOutcome> => {
    const { kind } = await auth.changePassword(password)
    if (kind === 'no-user') throw new Error(internalErrors.userNotFound)
    return { kind }
  }
