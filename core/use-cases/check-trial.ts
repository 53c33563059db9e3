import { tolerateOutage } from '#core/model/failures.ts'
import type { Ports } from '#core/ports/ports.ts'

/** Whether the signed-in user would still have a free trial; null while that is unknown. */
export const checkTrial =
  ({ adminApi }: Pick<Ports, 'adminApi'>) =>
  async (): Promise<boolean | null> =>
    (await tolerateOutage(() => adminApi.offers()))?.trialEligible ?? null
