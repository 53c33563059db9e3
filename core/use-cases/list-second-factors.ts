import type { SecondFactor } from '#core/ports/auth-second-factor.ts'
import type { Ports } from '#core/ports/ports.ts'

/** The phones that receive the codes for signing in. */
export const listSecondFactors =
  ({ auth }: Pick<Ports, 'auth'>) =>
  (): Promise<readonly SecondFactor[]> =>
    auth.secondFactors()
