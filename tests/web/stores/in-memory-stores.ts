import { stopPersisting } from 'mobx-persist-store'
import { inMemory, origin } from '#tests/support/memory-ports.ts'
import type { InMemory } from '#tests/support/memory-ports.ts'
import { createStores } from '#web/stores/create-stores.ts'
import { persistGlobalStore } from '#web/stores/persist-global-store.ts'

/** A page load: stores over ports in memory. `reload` is the next one on the same device. */
export const aPageLoad = async (ports: InMemory = inMemory()) => {
  const { clock, storage, app } = ports
  const timing = { now: clock.now, sleep: clock.sleep, random: clock.random }
  const stores = createStores({ app, timing, origin })
  const { global } = stores
  await persistGlobalStore(
    global,
    { getItem: storage.read, setItem: (key, value) => void storage.write(key, value), removeItem: storage.remove },
    timing,
  )
  global.initialise(await app.initApp())
  return {
    ...ports,
    ...stores,
    ports,
    reload: () => {
      stopPersisting(global)
      return aPageLoad(ports)
    },
  }
}

export type PageLoad = Awaited<ReturnType<typeof aPageLoad>>

export const ignore = () => {}
