import { makePersistable, stopPersisting } from 'mobx-persist-store'
import { PERSISTED_STATE } from '#core/model/persisted-state-key.ts'
import { PERSISTED_STATE_VERSION } from '#core/model/persisted-state.ts'
import type { StoragePort } from '#core/ports/storage.ts'
import type { GlobalStore } from './global-store.ts'
import { readStoredState, restorers } from './stored-state.ts'
import type { Timing } from './timing.ts'

const keep = <T>(value: T): T => value

/**
 * Restores the stored state and then persists every change. Stored data that is invalid, outdated
 * or of another version is replaced by the defaults. Returns a function that adopts the state
 * stored by another tab since, and stores nothing itself.
 */
export const persistGlobalStore = async (
  store: GlobalStore,
  storage: Pick<StoragePort, 'read' | 'write' | 'remove'>,
  timing: Timing,
): Promise<() => void> => {
  const restore = () => restorers(timing.now(), timing.random())
  let isRereading = false
  await makePersistable<GlobalStore, 'abTesting' | 'signUpData' | 'userData'>(store, {
    name: PERSISTED_STATE,
    version: PERSISTED_STATE_VERSION,
    storage: {
      getItem: storage.read,
      setItem: (key, value: string) => {
        if (!isRereading) storage.write(key, value)
      },
      removeItem: storage.remove,
    },
    properties: [
      { key: 'abTesting', serialize: keep, deserialize: (value) => restore().abTesting(value) },
      { key: 'signUpData', serialize: keep, deserialize: (value) => restore().signUpData(value) },
      { key: 'userData', serialize: keep, deserialize: (value) => restore().userData(value) },
    ],
  })
  return () => {
    const state = readStoredState(storage.read(PERSISTED_STATE), timing.now(), timing.random())
    // A tab with another version now owns the stored state; this page keeps its own in memory.
    if (state === null) return stopPersisting(store)
    isRereading = true
    store.adopt(state)
    isRereading = false
  }
}
