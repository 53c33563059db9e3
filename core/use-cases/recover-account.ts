import type { PasswordResetOutcome } from '#core/ports/auth.ts'
import type { Ports } from '#core/ports/ports.ts'
import { isPerson } from './support/is-person.ts'

/** `check-failed`: the check could not confirm that a person is asking. */
export type RecoverAccountOutcome = PasswordResetOutcome | { readonly kind: 'check-failed' }

export const recoverAccount =
  ({ auth }: Pick<Ports, 'auth'>) =>
  async (email: string): Promise<RecoverAccountOutcome> =>
    (await isPerson(auth)) ? auth.sendPasswordReset(email.trim()) : { kind: 'check-failed' }
