import { createLocalStorage } from '#adapters/browser/local-storage.ts'
import type { StoragePort } from '#core/ports/storage.ts'

/** The one storage of this page load; everything that keeps something on the device is given it. */
export const createStorage = (): StoragePort =>
  createLocalStorage(() => window.localStorage, window)
