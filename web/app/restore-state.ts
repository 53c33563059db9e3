import { PERSISTED_STATE } from '#core/model/persisted-state.ts'
import { HINT_KEY } from '#core/model/session-hint.ts'
import type { StoragePort } from '#core/ports/storage.ts'
import { saveLocalDiagnoses } from '../stores/save-local-diagnoses.ts'
import { persistGlobalStore, rereadGlobalStore } from '../stores/persist-global-store.ts'
import type { Timing } from '../stores/timing.ts'
import type { RunningApp } from '../stores/app-loader.tsx'

/**
 * Finds out who is signed in. Never rejects: a failure is a state that the shell shows with Retry.
 * An answer overtaken by another sign-in or sign-out is ignored.
 */
const findUser = async (running: RunningApp, isOvertaken = () => false): Promise<void> => {
  const { app, stores } = running
  const { global, notices } = stores
  notices.startOver('findUser')
  try {
    const outcome = await app.initApp()
    if (isOvertaken()) return
    global.applyInit(outcome)
    // A profile of an earlier start may lack what another device has saved since.
    if (!global.initFailure) void saveLocalDiagnoses(stores)
  } catch (error) {
    app.reportError(error)
    global.failInit()
  }
  if (global.initFailure)
    notices.somethingWentWrong('findUser', () => void findUser(running), undefined, null)
}

/** What is needed of the window. */
export type RestoredTab = {
  addEventListener(type: 'pageshow', listener: (event: PageTransitionEvent) => void): void
  readonly location: { reload(): void }
}

/**
 * Catches up with other tabs, of which a page hears nothing in the back-forward cache. It reloads
 * when its user is not signed in any more, or when it had none and somebody has signed in since.
 */
const catchUp = async (
  { stores: { global } }: RunningApp,
  storage: StoragePort,
  tab: RestoredTab,
): Promise<void> => {
  if (global.isEntering || storage.read(PERSISTED_STATE) === null) return
  await rereadGlobalStore(global)
  const { currentUser, signUpData } = global
  const isSameUser = currentUser
    ? signUpData.accountId === currentUser.id
    : storage.read(HINT_KEY) === null
  if (!isSameUser) tab.location.reload()
}

/** Restores the persisted state, finds out who is signed in, and syncs with other tabs. */
export const restoreState = async (
  running: RunningApp,
  { storage, timing, tab }: { storage: StoragePort; timing: Timing; tab?: RestoredTab },
): Promise<void> => {
  const { global } = running.stores
  await persistGlobalStore(
    global,
    {
      getItem: storage.read,
      setItem: (key, value) => void storage.write(key, value),
      removeItem: storage.remove,
    },
    timing,
  )
  // Before the user is known: a sign-out in another tab must not be missed meanwhile, or what it
  // has reset would be written again.
  storage.watch((key) => {
    if (key === PERSISTED_STATE && storage.read(key) !== null) void rereadGlobalStore(global)
  })
  tab?.addEventListener('pageshow', ({ persisted }) => {
    if (persisted) void catchUp(running, storage, tab)
  })
  await findUser(running)
  let changes = 0
  running.app.watchUser((user) => {
    const change = ++changes
    if (global.isEntering || (user?.id ?? null) === (global.currentUser?.id ?? null)) return
    // Whatever the pages show or hold is the former user's: they close before the next one comes
    // in.
    if (global.currentUser) global.leaveUser()
    if (user) void findUser(running, () => change !== changes)
  })
}
