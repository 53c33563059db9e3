import { reaction } from 'mobx'
import { storedUser } from '#core/model/user-data.ts'
import type { AuthUser } from '#core/ports/auth.ts'
import type { RunningApp } from './app-loader.tsx'
import { saveLocalDiagnoses } from './save-local-diagnoses.ts'

const idOf = (user: AuthUser | null): string | null => user?.id ?? null

/**
 * Finds out who is signed in, and follows when that changes in other tabs, even while the profile
 * is being fetched. Never rejects: a failure is a state that the shell shows with Retry.
 */
export const followUser = async ({ app, stores }: RunningApp): Promise<void> => {
  const { global, notices } = stores
  /** The latest user reported since the last check; undefined when there was no change. */
  let heard: AuthUser | null | undefined
  let finding: Promise<void> | null = null

  const find = async (): Promise<void> => {
    heard = undefined
    const { userData } = global
    try {
      const outcome = await app.initApp()
      const found = 'user' in outcome ? outcome.user : null
      if (heard !== undefined && idOf(heard) !== idOf(found)) return await find()
      // What another tab has stored since the request was sent may be newer than the answer.
      const stored =
        outcome.kind === 'signed-in' &&
        global.userData !== userData &&
        storedUser(global.userData, outcome.user)
      global.applyInit(stored ? { ...outcome, ...stored } : outcome)
      // A cached profile may lack results that another device has saved since.
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
    // Pages still show the former user's data, so they close before the next user comes in.
    if (global.currentUser) global.leaveUser()
    if (user && !finding) void findUser()
  }

  app.watchUser((user) => {
    heard = user
    if (!global.isEntering) follow(user)
  })
  // Applies a change in another tab that happened while this one was signing somebody in.
  reaction(
    () => global.currentUser,
    (user) => {
      if (user && heard !== undefined) follow(heard)
    },
  )
  await findUser()
}
