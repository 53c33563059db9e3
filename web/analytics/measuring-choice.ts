import type { Attribution } from '#core/model/attribution.ts'
import { forgetMeasuring, OPT_OUT_KEY, OPTED_OUT } from '#core/model/tracking-consent.ts'
import type { TrackingRefusal } from '#core/model/tracking-consent.ts'
import type { StoragePort } from '#core/ports/storage.ts'
import { landing } from './landing.ts'
import { readTouches } from './stored-touches.ts'
import { readTrackingRefusals } from './tracking-consent.ts'

const listeners = new Set<() => void>()

/** Calls back when the choice changes, here or in another tab. Returns what ends it. */
export const watchMeasuring = (
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
export const readMeasuring = (storage: Pick<StoragePort, 'read'>): readonly TrackingRefusal[] =>
  readTrackingRefusals(landing.features, window.navigator, storage)

/** The attribution stored in this browser. */
export const readKeptTouches = (storage: Pick<StoragePort, 'read'>): Attribution =>
  readTouches(storage)

/**
 * Keeps or withdraws the opt-out; it holds from the next event on, in every tab. Opting out forgets all that measuring
 * kept here. `refused` where the browser lets nothing be kept.
 */
export const chooseMeasuring = (storage: StoragePort, choice: 'on' | 'off'): 'kept' | 'refused' => {
  if (choice === 'on') storage.remove(OPT_OUT_KEY)
  else {
    if (storage.write(OPT_OUT_KEY, OPTED_OUT) === 'refused') return 'refused'
    forgetMeasuring(storage)
  }
  if ((storage.read(OPT_OUT_KEY) === null) !== (choice === 'on')) return 'refused'
  for (const changed of listeners) changed()
  return 'kept'
}
