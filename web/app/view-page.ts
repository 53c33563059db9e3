import { stepPath } from '#core/model/journeys.ts'
import type { Session } from './session.tsx'

/** Long enough for the page's own title to be in place, in milliseconds. */
const TITLE_WAIT = 50

type Place = { readonly pathname: string; readonly href?: string }

/** Journeys whose survey counts a view a step: that screen tracks its own. */
const tracksItself = (path: string): boolean =>
  (['sign-up', 'assessment'] as const).some((journey) => path === stepPath(journey, 'survey'))

/** Tracks a page view for each route. */
export const viewPage = (session: Session, location: Place, previous: Place | null) => {
  const path = location.pathname
  if (tracksItself(path)) return
  setTimeout(() => {
    const page = { path, title: document.title, referrer: previous?.href ?? document.referrer }
    session.whenRunning(({ app }) => app.viewPage(page))
  }, TITLE_WAIT)
}
