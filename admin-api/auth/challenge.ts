import { Problem } from '../problem.ts'

/**
 * Whether a token of reCAPTCHA v3 shows that a person is asking to do `action`. A token can be
 * checked once. Throws 503 `challenge/unavailable`.
 */
export type CheckChallenge = (token: string, action: string) => Promise<boolean>

export type ChallengeSettings = {
  readonly secret: string
  readonly verifyUrl: string
  /** From 0, certainly a bot, to 1. */
  readonly minScore: number
  /** The hostname that tokens must come from. */
  readonly hostname: string
}

const TIMEOUT_MS = 5000

const unavailable = (): Problem =>
  new Problem(
    503,
    'challenge/unavailable',
    'We cannot check right now that a person is asking. Please try again.',
    { retryAfter: 5 },
  )

type Verdict = {
  readonly success?: boolean
  readonly score?: number
  readonly action?: string
  readonly hostname?: string
  readonly 'error-codes'?: readonly string[]
}

/** Whether the error is in our settings, not in the visitor's token. */
const isOurError = ({ 'error-codes': codes = [] }: Verdict) =>
  codes.some((code) => /secret|bad-request/.test(code))

/**
 * The request and the verdict are documented at developers.google.com/recaptcha/docs/verify and
 * docs/v3.
 */
export const createChallengeCheck =
  ({ secret, verifyUrl, minScore, hostname }: ChallengeSettings): CheckChallenge =>
  async (response, action) => {
    const answer = await fetch(verifyUrl, {
      method: 'POST',
      body: new URLSearchParams({ secret, response }),
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    }).catch(() => null)
    const verdict = answer?.ok ? ((await answer.json().catch(() => null)) as Verdict | null) : null
    if (verdict === null || isOurError(verdict)) throw unavailable()
    return (
      verdict.success === true &&
      verdict.action === action &&
      verdict.hostname === hostname &&
      (verdict.score ?? 0) >= minScore
    )
  }
