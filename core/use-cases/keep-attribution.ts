import { keptBy, markKept, restoreAttribution } from '#core/model/attribution.ts'
import { tolerateOutage } from '#core/model/failures.ts'
import { measuringKeys } from '#core/model/tracking-consent.ts'
import type { Ports } from '#core/ports/ports.ts'

/**
 * Stores with the user where they came from, once for each new touch. The device remembers touches only of visitors who
 * let themselves be measured. What an outage prevents is done at the next start.
 */
export const keepAttribution =
  ({ adminApi, storage }: Pick<Ports, 'adminApi' | 'storage'>) =>
  async (userId: string): Promise<void> => {
    const remembered = storage.read(measuringKeys.touches)
    const attribution = restoreAttribution(remembered)
    if (attribution.firstTouch === null || keptBy(remembered) === userId) return
    const outcome = await tolerateOutage(() => adminApi.updateProfile({ attribution }))
    // A new touch, or an opt-out, may have come meanwhile.
    if (outcome?.kind !== 'updated' || storage.read(measuringKeys.touches) !== remembered) return
    storage.write(measuringKeys.touches, markKept(attribution, userId))
  }
