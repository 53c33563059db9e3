/** A small synchronous key-value store kept on the visitor's device. It never throws: a full or forbidden store forgets. */
export interface StoragePort {
  read(key: string): string | null
  /** `refused` when the store is full or forbidden: the site goes on without. */
  write(key: string, value: string): 'written' | 'refused'
  remove(key: string): void
}
