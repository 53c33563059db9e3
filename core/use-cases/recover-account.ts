import type { PasswordResetOutcome } from '#core/ports/auth.ts'
import type { Ports } from '#core/ports/ports.ts'

export const recoverAccount =
  ({ auth }: Pick<Ports, 'auth'>) =>
  (email: string): Promise<PasswordResetOutcome> =>
    auth.sendPasswordReset(email.trim())
