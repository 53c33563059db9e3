import { PortUnavailable, SessionExpired } from '#core/model/failures.ts'
import type { App } from '#core/app.ts'
import type { GlobalStore } from './global-store.ts'
import type { NoticesStore } from './notices-store.ts'

/**
 * Runs an action's work and returns its result, or `failed`. For a user who has left meanwhile, or
 * is leaving, it has failed, and nothing is said. Otherwise, an outage or an unexpected error shows
 * a notice (with Retry where `retry` is given), unless the screen itself says so, `in-place`. An
 * expired session is handled by the shell. Removes the notice of an earlier attempt at the same
 * action. `reassurance` follows in the notice: what a visitor whose money is at stake has to know.
 * A Retry belongs only to its user and its page: with another user signed in, it only removes the
 * notice, and on another page it is not offered.
 */
export type Attempt = <T>(
  action: string,
  work: () => Promise<T>,
  retry?: (() => void) | 'in-place',
  reassurance?: string,
) => Promise<T | 'failed'>

export const createAttempt =
  ({
    app,
    global,
    notices,
  }: {
    app: Pick<App, 'reportError'>
    global: GlobalStore
    notices: NoticesStore
  }): Attempt =>
  async (action, work, retry, reassurance) => {
    notices.startOver(action)
    const userId = global.currentUser?.id
    const page = notices.page()
    // The actions that end the session start while leaving.
    const isLeaving = global.leaving !== null
    const hasLeft = () => userId !== undefined && !isLeaving && !global.isStaying(userId)
    try {
      const result = await work()
      return hasLeft() ? 'failed' : result
    } catch (error) {
      if (hasLeft()) return 'failed'
      if (error instanceof SessionExpired) global.expireSession()
      else {
        if (!(error instanceof PortUnavailable)) app.reportError(error)
        if (retry === 'in-place') return 'failed'
        const again =
          retry &&
          (() => {
            if (global.currentUser?.id === userId) retry()
            else notices.startOver(action)
          })
        notices.somethingWentWrong(action, again, reassurance, page)
      }
      return 'failed'
    }
  }
