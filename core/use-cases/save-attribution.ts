import { restoreAttribution, savedFor, withSavedFor } from '#core/model/attribution.ts'
import { tolerateOutage } from '#core/model/failures.ts'
import type { Profile } from '#core/model/profile.ts'
import { analyticsKeys } from '#core/model/tracking-consent.ts'
import type { Ports } from '#core/ports/ports.ts'

/**
 * Saves the visitor's consent to analytics and the stored attribution with the user, once per new
 * touch. `findVisitorId` returns null for visitors who refuse; their consent is withdrawn. Returns
 * the saved consent, or null when nothing was saved. After an outage, the next page load tries
 * again.
 */
export const saveAttribution =
  ({ adminApi, storage }: Pick<Ports, 'adminApi' | 'storage'>) =>
  async (
    { id, trackingConsent }: Pick<Profile, 'id' | 'trackingConsent'>,
    findVisitorId: () => Promise<string | null>,
  ): Promise<boolean | null> => {
    const visitorId = await tolerateOutage(async () => ({ value: await findVisitorId() }))
    if (visitorId === null) return null
    const stored = storage.read(analyticsKeys.attribution)
    const attribution = restoreAttribution(stored)
    // The server's events keep the id of the first browser in which the user consented.
    const isNewChoice = (visitorId.value !== null) !== trackingConsent
    const isUnsaved = savedFor(stored) !== id || isNewChoice
    const isNewTouch = attribution.firstTouch !== null && isUnsaved
    if (!isNewTouch && !isNewChoice) return null
    const outcome = await tolerateOutage(() =>
      adminApi.updateProfile({
        ...(isNewTouch && { attribution }),
        ...(isNewChoice && { visitorId: visitorId.value }),
      }),
    )
    if (outcome?.kind !== 'updated') return null
    // A new touch or an opt-out may have changed it meanwhile.
    if (isNewTouch && storage.read(analyticsKeys.attribution) === stored)
      storage.write(analyticsKeys.attribution, withSavedFor(attribution, id))
    return outcome.profile.trackingConsent
  }
