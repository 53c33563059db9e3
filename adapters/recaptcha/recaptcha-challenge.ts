import { PortUnavailable } from '#core/model/failures.ts'
import type { ChallengePort } from '#core/ports/challenge.ts'
import { loadOnce } from '../browser/load-once.ts'
import type { RecaptchaParts } from './open-recaptcha.ts'

/**
 * reCAPTCHA v3: no puzzles, a score. Its script is loaded with the first token, and again after a
 * failure.
 */
export const createRecaptchaChallenge = (parts: RecaptchaParts): ChallengePort => {
  const open = loadOnce(async () => (await import('./open-recaptcha.ts')).openRecaptcha(parts))
  return {
    token: async (action) => {
      try {
        return (await (await open())?.(action)) ?? null
      } catch (error) {
        throw new PortUnavailable('challenge', error)
      }
    },
  }
}
