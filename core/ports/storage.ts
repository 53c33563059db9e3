/**
 * A small synchronous key-value store kept on the visitor's device. It never throws: a full or forbidden store forgets.
 * What is written stays, even if the page is left in the same moment.
 */
export interface StoragePort {
  read(key: string): string | null
  /** `refused` when the store is full or forbidden: the site goes on without. */
  write(key: string, value: string): 'written' | 'refused'
  remove(key: string): void
  /** Called when another tab wrote or removed the key; null stands for any of them. Returns the way to stop. */
  watch(listener: (key: string | null) => void): () => void
}
