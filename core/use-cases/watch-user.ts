import type { AuthUser } from '#core/ports/auth.ts'
import type { Ports } from '#core/ports/ports.ts'

/**
 * Calls back with the user at each sign-in from now on, in another tab too; with null when the
 * session ends. Returns a function that stops it.
 */
export const watchUser =
  ({ auth }: Pick<Ports, 'auth'>) =>
  (changed: (user: AuthUser | null) => void): (() => void) =>
    auth.onUserChanged(changed)
