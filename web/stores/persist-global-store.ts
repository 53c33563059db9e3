import { hydrateStore, makePersistable } from 'mobx-persist-store'
import { PERSISTED_STATE } from '#core/model/persisted-state-key.ts'
import {
  PERSISTED_STATE_VERSION,
  restoreAbTesting,
  restoreSignUpData,
  restoreUserData,
} from '#core/model/persisted-state.ts'
import type { StoragePort } from '#core/ports/storage.ts'
import type { GlobalStore } from './global-store.ts'
import type { Timing } from './timing.ts'

const keep = <T>(value: T): T => value

/**
 * Restores the stored state and then persists every change. Stored data that is invalid, outdated
 * or of another version is replaced by the defaults.
 */
export const persistGlobalStore = async (
  store: GlobalStore,
  storage: Pick<StoragePort, 'read' | 'write' | 'remove'>,
  timing: Timing,
): Promise<void> => {
  await makePersistable<GlobalStore, 'abTesting' | 'signUpData' | 'userData'>(store, {
    name: PERSISTED_STATE,
    version: PERSISTED_STATE_VERSION,
    storage: {
      getItem: storage.read,
      setItem: (key, value: string) => void storage.write(key, value),
      removeItem: storage.remove,
    },
    properties: [
      {
        key: 'abTesting',
        serialize: keep,
        deserialize: (value) => restoreAbTesting(value, timing.random()),
      },
      {
        key: 'signUpData',
        serialize: keep,
        deserialize: (value) => restoreSignUpData(value, timing.now()),
      },
      { key: 'userData', serialize: keep, deserialize: restoreUserData },
    ],
  })
}

/** Restores what another tab has stored meanwhile. */
export const rereadGlobalStore = (store: GlobalStore): Promise<void> => hydrateStore(store)
