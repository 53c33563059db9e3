import { restoreAttribution, savedFor, withSavedFor } from '#core/model/attribution.ts'
import { tolerateOutage } from '#core/model/failures.ts'
import { analyticsKeys } from '#core/model/tracking-consent.ts'
import type { Ports } from '#core/ports/ports.ts'

/**
 * Saves the stored attribution with the user, once per new touch. There is none for visitors who
 * refuse tracking. What an outage prevents is done at the next start.
 */
export const saveAttribution =
  ({ adminApi, storage }: Pick<Ports, 'adminApi' | 'storage'>) =>
  async (userId: string): Promise<void> => {
    const stored = storage.read(analyticsKeys.attribution)
    const attribution = restoreAttribution(stored)
    if (attribution.firstTouch === null || savedFor(stored) === userId) return
    const outcome = await tolerateOutage(() => adminApi.updateProfile({ attribution }))
    // A new touch or an opt-out may have changed it meanwhile.
    if (outcome?.kind !== 'updated' || storage.read(analyticsKeys.attribution) !== stored) return
    storage.write(analyticsKeys.attribution, withSavedFor(attribution, userId))
  }
