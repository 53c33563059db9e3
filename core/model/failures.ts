/** `site` is the site's own server, from which code is loaded on demand. */
export type PortName =
  'passwords' | 'challenge' | 'auth' | 'payments' | 'admin-api' | 'storage' | 'analytics' | 'site'

/**
 * An outside service could not be reached or failed after every retry. The action can be repeated.
 */
export class PortUnavailable extends Error {
  readonly port: PortName

  constructor(port: PortName, cause: unknown) {
    super(`The ${port} port is unavailable.`, { cause })
    this.name = 'PortUnavailable'
    this.port = port
  }
}

/**
 * The admin API refused the ID token even after it was refreshed: the visitor has to sign in again.
 */
export class SessionExpired extends Error {
  constructor() {
    super('The session has expired.')
    this.name = 'SessionExpired'
  }
}

/** One rejected field, as the admin API names it. `path` is dotted, such as `answers.main-goal`. */
export type FieldError = { readonly path: string; readonly code: string; readonly message: string }

/** Returns the result, or null during an outage: for work that must not hold the visitor up. */
export const tolerateOutage = async <T>(work: () => Promise<T>): Promise<T | null> => {
  try {
    return await work()
  } catch (error) {
    if (error instanceof PortUnavailable) return null
    throw error
  }
}
