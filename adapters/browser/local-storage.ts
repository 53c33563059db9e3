import type { StoragePort } from '#core/ports/storage.ts'

/**
 * `getStorage` may throw, as reading `window.localStorage` does where the visitor forbids it.
 * `page` is the window.
 */
export const createLocalStorage = (
  getStorage: () => Storage,
  page: Pick<Window, 'addEventListener' | 'removeEventListener'>,
): StoragePort => {
  const attempt = <T>(work: (storage: Storage) => T, otherwise: T): T => {
    try {
      return work(getStorage())
    } catch {
      return otherwise
    }
  }

  return {
    read: (key) => attempt((storage) => storage.getItem(key), null),
    write: (key, value) =>
      attempt((storage) => {
        storage.setItem(key, value)
        return 'written'
      }, 'refused'),
    remove: (key) => attempt((storage) => storage.removeItem(key), undefined),
    watch: (listener) => {
      const onStorage = ({ key }: StorageEvent) => listener(key)
      page.addEventListener('storage', onStorage)
      return () => page.removeEventListener('storage', onStorage)
    },
  }
}
