import { createMemoryStorage } from '#adapters/memory/memory-storage.ts'
import { describeStoragePort } from './storage-port.ts'

describeStoragePort('memory', () => {
  const storage = createMemoryStorage()
  return {
    open: async () => storage,
    openTab: async () => storage.otherTab(),
    watch: async () => {
      const keys: (string | null)[] = []
      const stop = storage.watch((key) => keys.push(key))
      return { heard: async () => [...keys], stop: async () => stop() }
    },
    writeWhileLeaving: async (key, value) => void storage.write(key, value),
    openForbidden: async () => {
      const forbidden = createMemoryStorage()
      forbidden.fail()
      return forbidden
    },
  }
})
