import type { SecondFactor } from '#core/ports/auth-second-factor.ts'
import type { Ports } from '#core/ports/ports.ts'

/** The phones that signing in asks for a code from. */
export const listSecondFactors =
  ({ auth }: Pick<Ports, 'auth'>) =>
  (): Promise<readonly SecondFactor[]> =>
    auth.secondFactors()
