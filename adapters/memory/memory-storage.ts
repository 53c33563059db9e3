import type { StoragePort } from '#core/ports/storage.ts'

export type MemoryStorage = StoragePort & {
  /** From now on the store is out of reach, as in a browser that forbids it: it reads nothing and takes nothing. */
  fail(): void
  restore(): void
  entries(): Readonly<Record<string, string>>
}

/** `capacity` counts the characters of keys and values together, as browsers do. */
export const createMemoryStorage = ({ capacity = 5 * 1024 * 1024 } = {}): MemoryStorage => {
  const values = new Map<string, string>()
  let isForbidden = false

  const sizeWithout = (key: string) =>
    [...values].reduce((size, [name, value]) => (name === key ? size : size + name.length + value.length), 0)

  return {
    read: (key) => (isForbidden ? null : (values.get(key) ?? null)),
    write: (key, value) => {
      if (isForbidden || sizeWithout(key) + key.length + value.length > capacity) return 'refused'
      values.set(key, value)
      return 'written'
    },
    remove: (key) => {
      if (!isForbidden) values.delete(key)
    },
    fail: () => {
      isForbidden = true
    },
    restore: () => {
      isForbidden = false
    },
    entries: () => Object.fromEntries(values),
  }
}
