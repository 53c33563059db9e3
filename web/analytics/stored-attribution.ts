import { attribute, restoreAttribution, touchOf } from '#core/model/attribution.ts'
import type { Attribution } from '#core/model/attribution.ts'
import { analyticsKeys } from '#core/model/tracking-consent.ts'
import type { StoragePort } from '#core/ports/storage.ts'

/** Reads first and last touch from the storage. */
export const readAttribution = (storage: Pick<StoragePort, 'read'>): Attribution =>
  restoreAttribution(storage.read(analyticsKeys.attribution))

/**
 * Stores the attribution of a URL, for visitors who allow analytics. `search` as in
 * `location.search`.
 */
export const recordTouch = (storage: Pick<StoragePort, 'read' | 'write'>, search: string): void => {
  const query = new URLSearchParams(search)
  const touch = touchOf((name) => query.get(name))
  const before = readAttribution(storage)
  if (touch && JSON.stringify(touch) !== JSON.stringify(before.lastTouch)) {
    storage.write(analyticsKeys.attribution, JSON.stringify(attribute(before, touch)))
  }
}
