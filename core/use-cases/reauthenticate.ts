import { internalErrors } from '#core/model/internal-errors.ts'
import { PortUnavailable } from '#core/model/failures.ts'
import { normalPassword } from '#core/model/password-rules.ts'
import type { Ports } from '#core/ports/ports.ts'

/**
 * `code-required`: the password is right, but only signing in with the code too makes the session
 * recent.
 */
export type ReauthenticationOutcome = {
  readonly kind: 'reauthenticated' | 'code-required' | 'wrong-password'
}

/**
 * Checks the password of the current user. Throws when nobody is signed in, and `PortUnavailable`
 * after too many attempts.
 */
export const reauthenticate =
  ({ auth }: Pick<Ports, 'auth'>) =>
  async (password: string): Promise<ReauthenticationOutcome> => {
    const { kind } = await auth.reauthenticate(normalPassword(password))
    if (kind === 'no-user') throw new Error(internalErrors.userNotFound)
    if (kind === 'too-many-requests') throw new PortUnavailable('auth', new Error(kind))
    return { kind }
  }
