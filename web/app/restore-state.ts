import { hasSameUser } from '#core/model/data-owner.ts'
import { PERSISTED_STATE } from '#core/model/persisted-state-key.ts'
import { HINT_KEY } from '#core/model/session-hint.ts'
import type { StoragePort } from '#core/ports/storage.ts'
import { followUser } from '../stores/follow-user.ts'
import { persistGlobalStore } from '../stores/persist-global-store.ts'
import type { Timing } from '../stores/timing.ts'
import type { RunningApp } from '../stores/app-loader.tsx'

/** The parts of `window` that are used. */
export type RestoredTab = {
  addEventListener(type: 'pageshow', listener: (event: PageTransitionEvent) => void): void
  readonly location: { reload(): void }
}

/**
 * Catches up with other tabs when the page returns from the back-forward cache, where it misses
 * their changes. Reloads the page if its user is no longer signed in, or if it had none and
 * somebody has signed in since.
 */
const catchUp = (
  { stores: { global } }: RunningApp,
  reread: () => void,
  storage: StoragePort,
  tab: RestoredTab,
) => {
  if (global.isEntering || storage.read(PERSISTED_STATE) === null) return
  reread()
  const { currentUser: user, signUpData: data } = global
  const isSignedIn = storage.read(HINT_KEY) !== null
  if (!hasSameUser({ user, data, isSignedIn })) tab.location.reload()
}

/** Restores the persisted state, finds out who is signed in, and syncs with other tabs. */
export const restoreState = async (
  running: RunningApp,
  { storage, timing, tab }: { storage: StoragePort; timing: Timing; tab?: RestoredTab },
): Promise<void> => {
  const { global } = running.stores
  const reread = await persistGlobalStore(global, storage, timing)
  // Watches storage before the user is known: a tab that missed a sign-out in another one would
  // write back the data that the sign-out has reset.
  storage.watch((key) => {
    const isIts = key === PERSISTED_STATE || key === null
    if (isIts && storage.read(PERSISTED_STATE) !== null) reread()
  })
  tab?.addEventListener('pageshow', ({ persisted }) => {
    if (persisted) catchUp(running, reread, storage, tab)
  })
  await followUser(running)
}
