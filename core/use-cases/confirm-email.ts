import type { ConfirmEmailOutcome } from '#core/ports/auth.ts'
import type { Ports } from '#core/ports/ports.ts'

/** Confirms an email by what the link of its verification mail carries. Needs no session. */
export const confirmEmail =
  ({ auth }: Pick<Ports, 'auth'>) =>
  (code: string): Promise<ConfirmEmailOutcome> =>
    auth.confirmEmail(code)
