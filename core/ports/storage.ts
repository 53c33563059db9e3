/**
 * A small synchronous key-value store in the visitor's browser. It never throws: a full or
 * forbidden store drops writes. A written value is kept even if the page is left at that moment.
 */
export interface StoragePort {
  read(key: string): string | null
  /** `refused` when the store is full or forbidden; the site works without it. */
  write(key: string, value: string): 'written' | 'refused'
  remove(key: string): void
  /**
   * Calls back with the key that another tab wrote or removed, null when it may be any. Returns a
   * function that stops it.
   */
  watch(listener: (key: string | null) => void): () => void
}
