import { PortUnavailable, SessionExpired } from '#core/model/failures.ts'
import type { App } from '#core/app.ts'
import type { GlobalStore } from './global-store.ts'
import type { NoticesStore } from './notices-store.ts'

/**
 * Runs an action's work and returns its result, or `failed`. If the user has left meanwhile or is
 * leaving, returns `failed` and shows nothing. Otherwise, an outage or an unexpected error shows a
 * notice (with Retry where `retry` is given), except with `in-place`, where the screen itself
 * reports it. An expired session is handled by the shell. Removes the notice of an earlier attempt
 * at the same action. `reassurance` is appended to the notice: it says what a visitor whose money
 * is at stake has to know. A Retry belongs only to its user and its page: with another user signed
 * in, it only removes the notice, and on another page it is not offered.
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
    // Signing out and deleting run while the user is leaving; their results must not be dropped.
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
