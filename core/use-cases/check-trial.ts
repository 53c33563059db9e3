import { tolerateOutage } from '#core/model/failures.ts'
import type { Ports } from '#core/ports/ports.ts'

/** Whether who is signed in would still have a free trial; null while nobody can say. */
export const checkTrial =
  ({ adminApi }: Pick<Ports, 'adminApi'>) =>
  async (): Promise<boolean | null> =>
    (await tolerateOutage(() => adminApi.offers()))?.trialEligible ?? null
