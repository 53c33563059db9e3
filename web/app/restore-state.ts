import { reaction } from 'mobx'
import { PERSISTED_STATE } from '#core/model/persisted-state.ts'
import { HINT_KEY } from '#core/model/session-hint.ts'
import type { AuthUser } from '#core/ports/auth.ts'
import type { StoragePort } from '#core/ports/storage.ts'
import { saveLocalDiagnoses } from '../stores/save-local-diagnoses.ts'
import { persistGlobalStore, rereadGlobalStore } from '../stores/persist-global-store.ts'
import type { Timing } from '../stores/timing.ts'
import type { RunningApp } from '../stores/app-loader.tsx'

const idOf = (user: AuthUser | null): string | null => user?.id ?? null

/**
 * Finds out who is signed in, and follows changes of that in other tabs: from the start, as one may
 * come while the profile is fetched. Never rejects: a failure is a state that the shell shows with
 * Retry.
 */
const followUser = async ({ app, stores }: RunningApp): Promise<void> => {
  const { global, notices } = stores
  /** The latest change that was heard of since the user was last asked for. */
  let heard: AuthUser | null | undefined
  let finding: Promise<void> | null = null

  const find = async (): Promise<void> => {
    heard = undefined
    try {
      const outcome = await app.initApp()
      const found = 'user' in outcome ? outcome.user : null
      if (heard !== undefined && idOf(heard) !== idOf(found)) return await find()
      global.applyInit(outcome)
      // A profile of an earlier start may lack what another device has saved since.
      if (!global.initFailure) void saveLocalDiagnoses(stores)
    } catch (error) {
      app.reportError(error)
      global.failInit()
    }
  }

  const findUser = async () => {
    notices.startOver('findUser')
    finding ??= find()
    await finding
    finding = null
    if (global.initFailure)
      notices.somethingWentWrong('findUser', () => void findUser(), undefined, null)
  }

  const follow = (user: AuthUser | null) => {
    if (idOf(user) === idOf(global.currentUser)) return
    // Whatever the pages show or hold is the former user's: they close before the next one comes
    // in.
    if (global.currentUser) global.leaveUser()
    if (user && !finding) void findUser()
  }

  app.watchUser((user) => {
    heard = user
    if (!global.isEntering) follow(user)
  })
  // What another tab changed while this one signed somebody in.
  reaction(
    () => global.currentUser,
    (user) => {
      if (user && heard !== undefined) follow(heard)
    },
  )
  await findUser()
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
  await followUser(running)
}
