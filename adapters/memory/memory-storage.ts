import type { StoragePort } from '#core/ports/storage.ts'

export type MemoryStorage = StoragePort & {
  /** Makes every read and write fail from now on, as in browsers that forbid storage. */
  fail(): void
  restore(): void
  entries(): Readonly<Record<string, string>>
  /** The same store, as another tab sees it. */
  otherTab(): StoragePort
}

/** `capacity` counts the characters of keys and values together, as browsers do. */
export const createMemoryStorage = ({ capacity = 5 * 1024 * 1024 } = {}): MemoryStorage => {
  const values = new Map<string, string>()
  const tabs = new Set<Set<(key: string | null) => void>>()
  let isForbidden = false

  const sizeWithout = (key: string) =>
    [...values].reduce(
      (size, [name, value]) => (name === key ? size : size + name.length + value.length),
      0,
    )

  const openTab = (): StoragePort => {
    const listeners = new Set<(key: string | null) => void>()
    tabs.add(listeners)
    const tellOthers = (key: string) => {
      for (const tab of tabs) if (tab !== listeners) for (const listener of tab) listener(key)
    }
    return {
      read: (key) => (isForbidden ? null : (values.get(key) ?? null)),
      write: (key, value) => {
        if (isForbidden || sizeWithout(key) + key.length + value.length > capacity) return 'refused'
        const isNew = values.get(key) !== value
        values.set(key, value)
        if (isNew) tellOthers(key)
        return 'written'
      },
      remove: (key) => {
        if (!isForbidden && values.delete(key)) tellOthers(key)
      },
      watch: (listener) => {
        const own = (key: string | null) => listener(key)
        listeners.add(own)
        return () => {
          listeners.delete(own)
        }
      },
    }
  }

  return {
    ...openTab(),
    fail: () => {
      isForbidden = true
    },
    restore: () => {
      isForbidden = false
    },
    entries: () => Object.fromEntries(values),
    otherTab: openTab,
  }
}
