import { Problem } from '../problem.ts'
import { requiresRecentLogin } from './recent-login.ts'

/** The identity provider's own record of a user. */
export type IdentityUsers = {
  /**
   * Deletes the owner of a fresh ID token, who may be gone already. `unanswered`: the provider was
   * asked and may have deleted them. Throws 403 `auth/requires-recent-login` when the user still
   * exists, or 503 `auth/unavailable` when this call deleted nothing.
   */
  delete(idToken: string): Promise<Deletion>
  /**
   * Returns the standing of the user of a valid ID token. Answers are cached; `unknown` during an
   * outage.
   */
  standing(idToken: string): Promise<Standing>
}

export type Deletion = 'deleted' | 'unanswered'

/**
 * `revoked`: disabled or signed out everywhere since the token was made; `missing`: the user no
 * longer exists.
 */
export type Standing = 'good' | 'revoked' | 'missing' | 'unknown'

const unavailable = (): Problem =>
  new Problem(
    503,
    'auth/unavailable',
    'Your sign-in cannot be deleted right now. Please try again.',
    { retryAfter: 5 },
  )

type Options = {
  readonly apiKey: string
  readonly emulatorHost: string | null
  /** Longer than the 10 s that fetch waits for a connection. */
  readonly timeoutMs?: number
  /** How long a user's status is cached, in milliseconds. 0: the provider is never asked. */
  readonly activeStatusTtlMs?: number
}

const standings: Readonly<Record<string, Standing>> = {
  USER_DISABLED: 'revoked',
  TOKEN_EXPIRED: 'revoked',
  INVALID_ID_TOKEN: 'revoked',
  USER_NOT_FOUND: 'missing',
}

/**
 * Whether a request failed before a connection was made, so that the server cannot have received
 * it.
 */
const isUnsent = (error: unknown): boolean => {
  const { cause } = error as { cause?: { code?: unknown; syscall?: unknown } }
  return (
    // Node tried several addresses and could connect to none.
    cause instanceof AggregateError ||
    cause?.syscall === 'connect' ||
    cause?.syscall === 'getaddrinfo' ||
    cause?.code === 'UND_ERR_CONNECT_TIMEOUT'
  )
}

const standingTimeoutMs = 2000
const outageTtlMs = 5000
const mostKnown = 10_000

const messageOf = async (answer: Response): Promise<string> => {
  const body = (await answer.json().catch(() => ({}))) as { error?: { message?: string } }
  return body.error?.message ?? ''
}

/**
 * Google Identity Toolkit, or the Auth emulator. The user's own token is the only permission
 * needed.
 */
export const createIdentityUsers = ({
  apiKey,
  emulatorHost,
  timeoutMs = 12_000,
  activeStatusTtlMs = 0,
}: Options): IdentityUsers => {
  const base = emulatorHost === null ? 'https://' : `http://${emulatorHost}/`
  const address = (action: string) =>
    `${base}identitytoolkit.googleapis.com/v1/accounts:${action}?key=${encodeURIComponent(apiKey)}`
  const ask = (action: string, idToken: string, withinMs: number) =>
    fetch(address(action), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ idToken }),
      redirect: 'error',
      signal: AbortSignal.timeout(withinMs),
    })

  const askStanding = async (idToken: string): Promise<Standing> => {
    const answer = await ask('lookup', idToken, standingTimeoutMs).catch(() => null)
    if (answer === null) return 'unknown'
    if (answer.ok) {
      const { users = [] } = (await answer.json().catch(() => ({}))) as {
        users?: { disabled?: boolean }[]
      }
      return users[0]?.disabled === true ? 'revoked' : 'good'
    }
    return standings[/^[A-Z_]+/.exec(await messageOf(answer))?.[0] ?? ''] ?? 'unknown'
  }
  const tryDeletion = async (idToken: string): Promise<Deletion | 'unsent' | 'failed'> => {
    let answer: Response
    try {
      answer = await ask('delete', idToken, timeoutMs)
    } catch (error) {
      return isUnsent(error) ? 'unsent' : 'unanswered'
    }
    if (answer.ok) return 'deleted'
    const message = await messageOf(answer)
    if (message.startsWith('USER_NOT_FOUND')) return 'deleted'
    if (message.startsWith('CREDENTIAL_TOO_OLD_LOGIN_AGAIN')) throw requiresRecentLogin()
    return 'failed'
  }
  const known = new Map<string, { readonly standing: Promise<Standing>; readonly until: number }>()

  return {
    delete: async (idToken) => {
      const first = await tryDeletion(idToken)
      if (first === 'deleted') return 'deleted'
      if (first === 'unsent') throw unavailable()
      // After a lost answer or an error, a second request shows what the first one did.
      const second = await tryDeletion(idToken)
      if (second === 'deleted') return 'deleted'
      if (first === 'failed' && second !== 'unanswered') throw unavailable()
      return 'unanswered'
    },
    standing: async (idToken) => {
      if (activeStatusTtlMs === 0) return 'good'
      const now = Date.now()
      const kept = known.get(idToken)
      if (kept !== undefined && kept.until > now) return kept.standing
      known.delete(idToken)
      if (known.size >= mostKnown) known.delete(known.keys().next().value!)
      const standing = askStanding(idToken)
      known.set(idToken, { standing, until: now + activeStatusTtlMs })
      if ((await standing) === 'unknown')
        known.set(idToken, { standing, until: now + Math.min(activeStatusTtlMs, outageTtlMs) })
      return standing
    },
  }
}
