import type { ChallengeSettings } from '../auth/challenge.ts'
import type { OpenEnvironment } from './environment.ts'

const sandboxSecret = 'sandbox'

/** Reads the challenge's settings; null without a secret, which switches challenges off. */
export const readChallenge = (
  environment: OpenEnvironment,
  siteUrl: string,
): ChallengeSettings | null => {
  const { text, url, checked, refuseInProduction } = environment
  const secret = text('RECAPTCHA_SECRET')
  const verifyUrl = url('RECAPTCHA_VERIFY_URL')
  const minScore = checked(
    'RECAPTCHA_MIN_SCORE',
    (value) => /^(0(\.\d+)?|1(\.0+)?)$/.test(value),
    'a number from 0 to 1',
  )
  refuseInProduction(
    secret === sandboxSecret,
    'RECAPTCHA_SECRET must not be the sandbox secret in production.',
  )
  if (secret === null) return null
  return {
    secret,
    verifyUrl: verifyUrl ?? 'https://www.google.com/recaptcha/api/siteverify',
    minScore: Number(minScore ?? '0.5'),
    hostname: URL.canParse(siteUrl) ? new URL(siteUrl).hostname : '',
  }
}
