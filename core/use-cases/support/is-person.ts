import type { Ports } from '#core/ports/ports.ts'

/** Keeps bots from what sends mail to strangers: whether the invisible check takes whoever asks for a person. */
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
