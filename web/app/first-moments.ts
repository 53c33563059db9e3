import type { AnalyticsEvents } from '#core/model/analytics-events.ts'
import { measuringKeys } from '#core/model/tracking-consent.ts'
import type { StoragePort } from '#core/ports/storage.ts'
import type { Session } from './session.tsx'
import type { FirstMoment, UntoldPage } from './visit.ts'

/** Long enough for the page's own title to be in place, in milliseconds. */
const TITLE_WAIT = 50

export type FirstMomentsParts = {
  readonly session: Session
  readonly storage: Pick<StoragePort, 'read' | 'write'>
  readonly isAllowed: () => boolean
  readonly now: () => number
  /** `document.referrer` of the page load. */
  readonly referrer: string
  readonly page: Pick<Window, 'addEventListener' | 'document' | 'location'>
}

/**
 * Notes what happens from the first moment on and tells the application once it runs. If it never does, the moments wait
 * on the device for the next page, a line of JSON a page. Kept small: it is part of every page.
 */
export const createFirstMoments = ({ session, storage, isAllowed, now, referrer, page }: FirstMomentsParts) => {
  let untold: readonly FirstMoment[] = []
  let opening: { readonly path: string; readonly search: string; readonly time: number } | null = null

  const tell = (moment: FirstMoment) => {
    untold = [...untold, moment]
    session.whenRunning(({ visit }) => {
      untold = untold.filter((each) => each !== moment)
      visit.take(moment)
    })
  }

  const settle = () => {
    if (opening) tell({ ...opening, title: page.document.title })
    opening = null
  }

  page.addEventListener('pagehide', () => {
    settle()
    if (untold.length > 0 && isAllowed()) {
      const told: UntoldPage = { referrer, moments: untold }
      storage.write(measuringKeys.early, `${storage.read(measuringKeys.early) ?? ''}${JSON.stringify(told)}\n`)
      untold = []
    }
  })

  return {
    openRoute: ({ pathname, search }: Pick<Location, 'pathname' | 'search'>) => {
      settle()
      const opened = { path: pathname, search, time: now() }
      opening = opened
      setTimeout(() => {
        if (opening === opened) settle()
      }, TITLE_WAIT)
    },
    followLink: (link: AnalyticsEvents['web_link_clicked']) => {
      settle()
      tell({ link, path: page.location.pathname, time: now() })
    },
  }
}
