import type { Attribution } from '#core/model/attribution.ts'
import { clearAnalyticsData, OPT_OUT_KEY, OPTED_OUT } from '#core/model/tracking-consent.ts'
import type { TrackingRefusal } from '#core/model/tracking-consent.ts'
import type { StoragePort } from '#core/ports/storage.ts'
import { landing } from './landing.ts'
import { readAttribution } from './stored-attribution.ts'
import { readTrackingRefusals } from './tracking-consent.ts'

const listeners = new Set<() => void>()

/**
 * Calls back when the choice changes here, and when another tab changes the storage. Returns a
 * function that stops it.
 */
export const watchTrackingChoice = (
  storage: Pick<StoragePort, 'watch'>,
  changed: () => void,
): (() => void) => {
  const own = () => changed()
  listeners.add(own)
  const stop = storage.watch(own)
  return () => {
    listeners.delete(own)
    stop()
  }
}

/** The reasons why analytics is off in this browser; empty when it is on. */
export const currentTrackingRefusals = (
  storage: Pick<StoragePort, 'read'>,
): readonly TrackingRefusal[] => readTrackingRefusals(landing.features, window.navigator, storage)

/** The attribution stored in this browser. */
export const storedAttribution = (storage: Pick<StoragePort, 'read'>): Attribution =>
  readAttribution(storage)

/**
 * Stores or withdraws the opt-out, effective from the next event on, in every tab. Opting out
 * deletes all analytics data of this browser. `refused` when the browser stores nothing.
 */
export const setTrackingOptOut = (
  storage: StoragePort,
  isOptedOut: boolean,
): 'stored' | 'refused' => {
  if (!isOptedOut) storage.remove(OPT_OUT_KEY)
  else {
    if (storage.write(OPT_OUT_KEY, OPTED_OUT) === 'refused') return 'refused'
    clearAnalyticsData(storage)
  }
  if ((storage.read(OPT_OUT_KEY) === null) === isOptedOut) return 'refused'
  for (const changed of listeners) changed()
  return 'stored'
}
