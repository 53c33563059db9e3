import type { AppClaimOutcome } from '#core/ports/admin-api.ts'
import type { Ports } from '#core/ports/ports.ts'

/** Makes a link that opens the app with the user's plan, once. */
export const createAppClaim =
  ({ adminApi }: Pick<Ports, 'adminApi'>) =>
  (): Promise<AppClaimOutcome> =>
    adminApi.createAppClaim()
