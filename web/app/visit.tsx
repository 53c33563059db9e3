import { createContext, useContext } from 'react'
import type { ReactNode } from 'react'
import type { AnalyticsEvent, AnalyticsEvents, Moment } from '#core/model/analytics-events.ts'
import { journeyPrefixes } from '#core/model/routes.ts'
import type { StoragePort } from '#core/ports/storage.ts'
import { keepEarlyEvents } from './early-events.ts'
import type { EarlyEvent } from './early-events.ts'
import { needsApp } from './needs-app.ts'
import type { Session } from './session.tsx'
import { noteTouch, readTouches } from './touches.ts'

/** Long enough for the page's own title to be in place, in milliseconds. */
const TITLE_WAIT = 50

/** What a visitor does on this page load, told to the application once it runs and, if it never does, to the next page. */
export type Visit = {
  /** Remembers where the visitor came from. `search` as in `location.search`. */
  readonly arrive: (search: string) => void
  /** Counts a view of the route, once its title is there and if the guards let this visitor stay. */
  readonly openRoute: (path: string) => void
  /** Counts a view, unless it is of what was viewed last: that is a hash, a re-render or StrictMode, not a move. */
  readonly viewPage: (page: { readonly path: string; readonly title: string }) => void
  readonly followLink: (link: AnalyticsEvents['web_link_clicked']) => void
}

export type VisitParts = {
  readonly session: Session
  readonly storage: StoragePort
  readonly isAllowed: () => boolean
  readonly now: () => Date
  /** `document.referrer` of the page load. */
  readonly referrer: string
  readonly page: Pick<Window, 'addEventListener' | 'document' | 'location'>
}

/** Journeys whose survey counts a view a step: that screen tracks its own. */
const tracksItself = (path: string): boolean =>
  (['sign-up', 'assessment'] as const).some((journey) => path === `${journeyPrefixes[journey]}/survey`)

/** A path of this site, or an address elsewhere; never the query, which may hold a code or an address. */
const sourceOf = (referrer: string, origin: string): string => {
  if (!URL.canParse(referrer)) return ''
  const url = new URL(referrer)
  return url.origin === origin ? url.pathname : url.origin + url.pathname
}

export const createVisit = ({ session, storage, isAllowed, now, referrer, page }: VisitParts): Visit => {
  let waiting: readonly EarlyEvent[] = []
  let opening: { readonly path: string; readonly time: number } | null = null
  let viewed: string | null = null

  const momentAt = (path: string, time = now().getTime()): Moment => ({ time, path, ...readTouches(storage) })

  const tell = (event: AnalyticsEvent, moment: Moment) => {
    const early = { event, moment }
    waiting = [...waiting, early]
    session.whenRunning(({ app }) => {
      waiting = waiting.filter((each) => each !== early)
      app.trackEvent(event, moment)
    })
  }

  const count = (path: string, title: string, time?: number) => {
    if (path === viewed) return
    const properties = { path, title, referrer: viewed ?? sourceOf(referrer, page.location.origin) }
    viewed = path
    tell({ name: 'web_page_viewed', properties }, momentAt(path.split('?')[0] ?? path, time))
  }

  const mayOpen = (path: string): boolean => {
    const state = session.state()
    return state.kind !== 'running' || state.running.stores.global.mayOpen(path)
  }

  const settle = () => {
    const opened = opening
    opening = null
    if (opened && mayOpen(opened.path)) count(opened.path, page.document.title, opened.time)
  }

  page.addEventListener('pagehide', () => {
    settle()
    if (isAllowed()) keepEarlyEvents(storage, waiting)
    waiting = []
  })

  return {
    arrive: (search) => {
      if (isAllowed()) noteTouch(storage, search)
    },
    openRoute: (path) => {
      settle()
      if (tracksItself(path)) return
      const opened = { path, time: now().getTime() }
      opening = opened
      const soon = () =>
        setTimeout(() => {
          if (opening === opened) settle()
        }, TITLE_WAIT)
      if (needsApp(path)) session.whenRunning(soon)
      else soon()
    },
    viewPage: ({ path, title }) => count(path, title),
    followLink: (link) => {
      settle()
      tell({ name: 'web_link_clicked', properties: link }, momentAt(page.location.pathname))
    },
  }
}

const silent: Visit = { arrive: () => {}, openRoute: () => {}, viewPage: () => {}, followLink: () => {} }

/** On the server nothing is visited. */
const VisitContext = createContext(silent)

export const VisitProvider = ({ visit, children }: { visit: Visit; children: ReactNode }) => (
  <VisitContext value={visit}>{children}</VisitContext>
)

export const useVisit = (): Visit => useContext(VisitContext)
