import { reaction } from 'mobx'
import type { App } from '#core/app.ts'
import { SessionExpired } from '#core/model/failures.ts'
import type { Ports } from '#core/ports/ports.ts'
import { saveAttribution } from '#core/use-cases/save-attribution.ts'
import type { GlobalStore } from './global-store.ts'

type Dependencies = {
  readonly app: Pick<App, 'reportError'>
  readonly ports: Pick<Ports, 'adminApi' | 'storage'>
  readonly global: GlobalStore
  readonly findVisitorId: () => Promise<string | null>
}

/**
 * From now on, saves with each user whether they allow analytics and where they came from. Shows no
 * notices. Returns a function to call when the choice has changed.
 */
export const saveAttributionOfUsers = ({
  app,
  ports,
  global,
  findVisitorId,
}: Dependencies): (() => void) => {
  const saveFor = saveAttribution(ports)
  const saveNow = async () => {
    const { profile } = global
    if (profile === null) return
    try {
      const trackingConsent = await saveFor(profile, findVisitorId)
      if (trackingConsent !== null && global.profile?.id === profile.id)
        global.changeProfile({ ...global.profile, trackingConsent })
    } catch (error) {
      if (!(error instanceof SessionExpired)) app.reportError(error)
    }
  }
  let saving = Promise.resolve()
  // Saves one after the other, so that a changed choice is compared with what was saved last.
  const save = () => {
    saving = saving.then(saveNow)
  }
  reaction(() => global.profile?.id, save, { fireImmediately: true })
  return save
}
