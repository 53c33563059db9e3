import type { AuthUser } from '#core/ports/auth.ts'
import type { Ports } from '#core/ports/ports.ts'

/**
 * Calls back with whoever is signed in from now on, in another tab too; null when the session ends.
 * Returns the way to stop.
 */
export const watchUser =
  ({ auth }: Pick<Ports, 'auth'>) =>
  (changed: (user: AuthUser | null) => void): (() => void) =>
    auth.onUserChanged(changed)
