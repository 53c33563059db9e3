import { createLocalStorage } from '#adapters/browser/local-storage.ts'
import type { StoragePort } from '#core/ports/storage.ts'

/**
 * A storage, and when it can be read: at once, unless it loads first. Until then it reads null and
 * refuses writes. `opened` never rejects.
 */
export type OpeningStorage = { readonly storage: StoragePort; readonly opened: Promise<void> }

/** The one storage of this page load; everything that keeps something on the device is given it. */
export const createStorage = (): OpeningStorage => ({
  storage: createLocalStorage(() => window.localStorage, window),
  opened: Promise.resolve(),
})
