import type { StoragePort } from '#core/ports/storage.ts'
import { createFirstMoments } from './first-moments.ts'
import type { FirstMoments } from './first-moments.ts'
import { landing } from './landing.ts'
import { watchLinks } from './link-click.ts'
import type { Session } from './session.tsx'
import { isTrackingAllowed } from './tracking-consent.ts'

/** Notes the first moments of this page load, which begins before the application does. */
export const watchFirstMoments = (session: Session, storage: StoragePort): FirstMoments => {
  const moments = createFirstMoments({
    session,
    storage,
    isAllowed: () => isTrackingAllowed(landing.features, window.navigator, storage),
    now: Date.now,
    referrer: landing.referrer,
    page: window,
  })
  watchLinks(window, moments.followLink)
  return moments
}
