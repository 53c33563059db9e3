import type { Ports } from '#core/ports/ports.ts'

/** Calls back whenever the session ends, in another tab too. Returns the way to stop. */
export const watchSignOut =
  ({ auth }: Pick<Ports, 'auth'>) =>
  (signedOut: () => void): (() => void) =>
    auth.onUserChanged((user) => {
      if (user === null) signedOut()
    })
