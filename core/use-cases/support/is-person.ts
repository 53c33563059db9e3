import type { Ports } from '#core/ports/ports.ts'

/**
 * Returns whether the invisible reCAPTCHA passes. Keeps bots from sending mail to strangers.
 */
export const isPerson = async (auth: Ports['auth']): Promise<boolean> => {
  await auth.setUpVerifier()
  const { kind } = await auth.checkPerson()
  switch (kind) {
    case 'passed':
      return true
    case 'failed':
      return false
  }
}
