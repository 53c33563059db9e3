import { createMemoryStorage } from '#adapters/memory/memory-storage.ts'
import { describeStoragePort } from './storage-port.ts'

describeStoragePort('memory', () => {
  const storage = createMemoryStorage()
  return {
    open: async () => storage,
    openForbidden: async () => {
      const forbidden = createMemoryStorage()
      forbidden.fail()
      return forbidden
    },
  }
})
