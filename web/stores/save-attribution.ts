import { reaction } from 'mobx'
import type { App } from '#core/app.ts'
import { SessionExpired } from '#core/model/failures.ts'
import type { GlobalStore } from './global-store.ts'

type Dependencies = {
  readonly app: Pick<App, 'saveAttribution' | 'reportError'>
  readonly global: GlobalStore
}

/** From now on: stores with each user who is known where they came from. Quiet. */
export const saveAttributionOfUsers = ({ app, global }: Dependencies): void => {
  const keep = async (userId: string) => {
    try {
      await app.saveAttribution(userId)
    } catch (error) {
      if (!(error instanceof SessionExpired)) app.reportError(error)
    }
  }
  reaction(
    () => global.profile?.id,
    (userId) => {
      if (userId) void keep(userId)
    },
    { fireImmediately: true },
  )
}
