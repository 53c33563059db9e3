import { Problem } from '../problem.ts'

/** The identity provider's own record of a user. */
export type IdentityUsers = {
  /**
   * Deletes the user whose fresh ID token it is; one that is gone already is fine.
   * Throws 403 `auth/requires-recent-login` or 503 `auth/unavailable`.
   */
  delete(idToken: string): Promise<void>
}

export const requiresRecentLogin = (): Problem =>
  new Problem(403, 'auth/requires-recent-login', 'Please enter your password again to do this.')

const unavailable = (): Problem =>
  new Problem(503, 'auth/unavailable', 'Your sign-in can not be deleted right now. Please try again.', { retryAfter: 5 })

type Options = { readonly apiKey: string; readonly emulatorHost: string | null; readonly timeoutMs?: number }

/** Google Identity Toolkit, or the Auth emulator's. The user's own token is all the permission it needs. */
export const createIdentityUsers = ({ apiKey, emulatorHost, timeoutMs = 10_000 }: Options): IdentityUsers => {
  const base = emulatorHost === null ? 'https://' : `http://${emulatorHost}/`
  const address = `${base}identitytoolkit.googleapis.com/v1/accounts:delete?key=${encodeURIComponent(apiKey)}`

  return {
    delete: async (idToken) => {
      const answer = await fetch(address, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ idToken }),
        signal: AbortSignal.timeout(timeoutMs),
      }).catch(() => null)
      if (answer === null) throw unavailable()
      if (answer.ok) return
      const body = (await answer.json().catch(() => ({}))) as { error?: { message?: string } }
      const message = body.error?.message ?? ''
      if (message.startsWith('USER_NOT_FOUND')) return
      throw message.startsWith('CREDENTIAL_TOO_OLD_LOGIN_AGAIN') ? requiresRecentLogin() : unavailable()
    },
  }
}
