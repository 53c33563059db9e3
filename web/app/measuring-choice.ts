import type { Attribution } from '#core/model/attribution.ts'
import { forgetMeasuring, OPT_OUT_KEY, OPTED_OUT } from '#core/model/tracking-consent.ts'
import type { TrackingRefusal } from '#core/model/tracking-consent.ts'
import { landing } from './landing.ts'
import { readTouches } from './touches.ts'
import { readTrackingRefusals } from './tracking-consent.ts'

const read = (key: string): string | null => {
  try {
    return window.localStorage.getItem(key)
  } catch {
    return null
  }
}

const listeners = new Set<() => void>()

/** Calls back when the choice changes, here or in another tab. Returns what ends it. */
export const watchMeasuring = (changed: () => void): (() => void) => {
  listeners.add(changed)
  window.addEventListener('storage', changed)
  return () => {
    listeners.delete(changed)
    window.removeEventListener('storage', changed)
  }
}

/** Why nothing is measured in this browser now; empty when it is. */
export const readMeasuring = (): readonly TrackingRefusal[] => readTrackingRefusals(landing.features, window.navigator, { read })

/** Where the visitor came from, as far as this browser remembers it. */
export const readKeptTouches = (): Attribution => readTouches({ read })

/**
 * Keeps or withdraws the opt-out; it holds from the next event on, in every tab. Opting out forgets all that measuring
 * kept here. `refused` where the browser lets nothing be kept.
 */
export const chooseMeasuring = (choice: 'on' | 'off'): 'kept' | 'refused' => {
  try {
    if (choice === 'on') window.localStorage.removeItem(OPT_OUT_KEY)
    else {
      window.localStorage.setItem(OPT_OUT_KEY, OPTED_OUT)
      forgetMeasuring({ remove: (key) => window.localStorage.removeItem(key) })
    }
  } catch {
    return 'refused'
  }
  for (const listener of listeners) listener()
  return 'kept'
}
