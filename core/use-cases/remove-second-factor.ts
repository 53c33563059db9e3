import type { RemoveSecondFactorOutcome } from '#core/ports/auth-second-factor.ts'
import type { Ports } from '#core/ports/ports.ts'
import { requireUser } from './support/require-user.ts'
import type { SignedIn } from './support/require-user.ts'

export const removeSecondFactor =
  ({ auth }: Pick<Ports, 'auth'>) =>
  async (id: string): Promise<SignedIn<RemoveSecondFactorOutcome>> =>
    requireUser((await auth.removeSecondFactor(id)).kind)
