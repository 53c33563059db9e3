import { beforeEach, describe, expect, it } from 'vitest'
import type { StoragePort } from '#core/ports/storage.ts'
import type { Eventual } from '#tests/support/remote-port.ts'

export type StorageHarness = {
  /** The visitor's storage, empty at first; asked again, the same one after a reload. */
  open(): Promise<Eventual<StoragePort>>
  /** A storage that the browser forbids. */
  openForbidden(): Promise<Eventual<StoragePort>>
}

/** More characters than any browser keeps for a site. */
const tooMuch = 'x'.repeat(6 * 1024 * 1024)

/** What every storage adapter does. */
export const describeStoragePort = (name: string, makeHarness: () => Promise<StorageHarness> | StorageHarness) =>
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

    it('removes, also repeatedly and what is not there', async () => {
      await storage.write('step', 'first')
      await storage.write('other', 'kept')
      await storage.remove('step')
      await storage.remove('step')
      await storage.remove('never')
      expect(await storage.read('step')).toBeNull()
      expect(await storage.read('other')).toBe('kept')
    })

    it.each(['', 'null', '{"name":"Zoë 🌊"}', '\u0000\n'])('keeps %j to the letter', async (value) => {
      await storage.write('step', value)
      expect(await storage.read('step')).toBe(value)
    })

    it('takes writes to several keys at once', async () => {
      const keys = Array.from({ length: 20 }, (_, index) => `key-${index}`)
      await Promise.all(keys.map((key) => storage.write(key, `of ${key}`)))
      expect(await Promise.all(keys.map((key) => storage.read(key)))).toEqual(keys.map((key) => `of ${key}`))
    })

    it('keeps its values over a reload', async () => {
      await storage.write('step', 'first')
      const reopened = await harness.open()
      expect(await reopened.read('step')).toBe('first')
    })

    it('refuses what does not fit, keeps what was there and goes on', async () => {
      await storage.write('step', 'first')
      expect(await storage.write('step', tooMuch)).toBe('refused')
      expect(await storage.read('step')).toBe('first')
      expect(await storage.write('step', 'second')).toBe('written')
    })

    it('takes and gives nothing, silently, where it is forbidden', async () => {
      const forbidden = await harness.openForbidden()
      expect(await forbidden.write('step', 'first')).toBe('refused')
      expect(await forbidden.read('step')).toBeNull()
      await forbidden.remove('step')
    })
  })
