import { createLocalStorage } from '#adapters/browser/local-storage.ts'
import { landing } from './landing.ts'
import { watchLinks } from './link-click.ts'
import type { Session } from './session.tsx'
import { isTrackingAllowed } from './tracking-consent.ts'
import { createVisit } from './visit.tsx'
import type { Visit } from './visit.tsx'

/** The visit of this page load, which begins before the application does. */
export const startVisit = (session: Session): Visit => {
  const storage = createLocalStorage(() => window.localStorage)
  const visit = createVisit({
    session,
    storage,
    isAllowed: () => isTrackingAllowed(landing.flags, window.navigator, storage),
    now: () => new Date(),
    referrer: landing.referrer,
    page: window,
  })
  visit.arrive(landing.search)
  watchLinks(window, visit.followLink)
  return visit
}
