import { beforeEach, describe, expect, it } from 'vitest'
import type { StoragePort } from '#core/ports/storage.ts'
import type { Eventual } from '#tests/support/remote-port.ts'

export type StorageHarness = {
  /** The visitor's storage, empty at first; when called again, the same one after a reload. */
  open(): Promise<Eventual<StoragePort>>
  /** The same visitor's storage in another tab. */
  openTab(): Promise<Eventual<StoragePort>>
  /** Collects the keys that the first tab's `watch` reports from now on. */
  watch(): Promise<{ heard(): Promise<readonly (string | null)[]>; stop(): Promise<void> }>
  /** Writes while the first tab is left, in its `pagehide`. */
  writeWhileLeaving(key: string, value: string): Promise<void>
  /** A storage to which the browser denies access. */
  openForbidden(): Promise<Eventual<StoragePort>>
}

/** More characters than any browser keeps for a site. */
const tooMuch = 'x'.repeat(6 * 1024 * 1024)

/** What every storage adapter does. */
export const describeStoragePort = (
  name: string,
  makeHarness: () => Promise<StorageHarness> | StorageHarness,
) =>
  describe(`${name} as storage port`, () => {
    let harness: StorageHarness
    let storage: Eventual<StoragePort>

    beforeEach(async () => {
      harness = await makeHarness()
      storage = await harness.open()
    })

    it('overwrites what was written before', async () => {
      expect(await storage.write('step', 'first')).toBe('written')
      expect(await storage.write('step', 'second')).toBe('written')
      expect(await storage.write('step', 'second')).toBe('written')
      expect(await storage.read('step')).toBe('second')
    })

    it('reads null for what was never written', async () => {
      expect(await storage.read('step')).toBeNull()
    })

    it('removes a key, even repeatedly or when it does not exist', async () => {
      await storage.write('step', 'first')
      await storage.write('other', 'kept')
      await storage.remove('step')
      await storage.remove('step')
      await storage.remove('never')
      expect(await storage.read('step')).toBeNull()
      expect(await storage.read('other')).toBe('kept')
    })

    it.each(['', 'null', '{"name":"Zoë 🌊"}', '\u0000\n'])('keeps %j unchanged', async (value) => {
      await storage.write('step', value)
      expect(await storage.read('step')).toBe(value)
    })

    it('accepts writes to several keys at once', async () => {
      const keys = Array.from({ length: 20 }, (_, index) => `key-${index}`)
      await Promise.all(keys.map((key) => storage.write(key, `of ${key}`)))
      expect(await Promise.all(keys.map((key) => storage.read(key)))).toEqual(
        keys.map((key) => `of ${key}`),
      )
    })

    it('keeps its values across a reload', async () => {
      await storage.write('step', 'first')
      const reopened = await harness.open()
      expect(await reopened.read('step')).toBe('first')
    })

    it('shows immediately what another tab wrote or removed', async () => {
      const other = await harness.openTab()
      await other.write('step', 'of the other tab')
      await expect.poll(() => storage.read('step')).toBe('of the other tab')
      await storage.remove('step')
      await expect.poll(() => other.read('step')).toBeNull()
    })

    it('notifies of writes and removals by other tabs, not by its own, until it is stopped', async () => {
      const other = await harness.openTab()
      const { heard, stop } = await harness.watch()
      await storage.write('own', 'first')
      await other.write('step', 'first')
      await other.write('step', 'second')
      await other.remove('step')
      await other.remove('step')
      await expect.poll(heard).toEqual(['step', 'step', 'step'])
      await stop()
      await other.write('step', 'third')
      await expect.poll(() => storage.read('step')).toBe('third')
      expect(await heard()).toEqual(['step', 'step', 'step'])
    })

    it('keeps what is written as the page is left', async () => {
      await harness.writeWhileLeaving('step', 'last')
      const reopened = await harness.open()
      expect(await reopened.read('step')).toBe('last')
    })

    it('refuses what exceeds the quota, keeps the old value and continues to work', async () => {
      await storage.write('step', 'first')
      expect(await storage.write('step', tooMuch)).toBe('refused')
      expect(await storage.read('step')).toBe('first')
      expect(await storage.write('step', 'second')).toBe('written')
    })

    it('reads and writes nothing, without an error, when storage is forbidden', async () => {
      const forbidden = await harness.openForbidden()
      expect(await forbidden.write('step', 'first')).toBe('refused')
      expect(await forbidden.read('step')).toBeNull()
      await forbidden.remove('step')
    })
  })
