import { createLocalStorage } from '#adapters/browser/local-storage.ts'
import type { StoragePort } from '#core/ports/storage.ts'

/**
 * A storage, and a promise that resolves once it can be used. Before that, the storage reads null
 * and refuses writes. `opened` never rejects, and resolves within a few seconds in any case.
 */
export type OpeningStorage = { readonly storage: StoragePort; readonly opened: Promise<void> }

/** The one storage of this page load, shared by everything that persists data in the browser. */
export const createStorage = (): OpeningStorage => ({
  storage: createLocalStorage(() => window.localStorage, window),
  opened: Promise.resolve(),
})
