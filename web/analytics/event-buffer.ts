import type { AnalyticsEvent, AnalyticsEvents } from '#core/model/analytics-events.ts'
import { analyticsKeys } from '#core/model/tracking-consent.ts'
import type { StoragePort } from '#core/ports/storage.ts'
import type { AppLoader } from '../stores/app-loader.tsx'
import type { PageEvent, PageTracker, UnsentPage } from './page-tracker.ts'

/** How long to wait for the page to set its own title, in milliseconds. */
const TITLE_WAIT = 50

export type EventBufferParts = {
  readonly loader: AppLoader
  readonly storage: Pick<StoragePort, 'read' | 'write'>
  readonly isAllowed: () => boolean
  readonly now: () => number
  /** `document.referrer` of the page load. */
  readonly referrer: string
  readonly page: Pick<Window, 'addEventListener' | 'document' | 'location'>
}

type Opening = Pick<PageEvent, 'path' | 'time'> & {
  readonly search: string
  readonly mayStay: () => boolean
}

/**
 * Buffers page views and events until the application has loaded, then sends them to the page
 * tracker. If it never loads, they wait in the storage for the next page, one line of JSON per
 * page. Small, because it is part of every page.
 */
export const createEventBuffer = ({
  loader,
  storage,
  isAllowed,
  now,
  referrer,
  page,
}: EventBufferParts) => {
  let tracker: PageTracker | null = null
  let unsent: readonly { readonly event: PageEvent; readonly mayStay: () => boolean }[] = []
  let opening: Opening | null = null

  const record = (event: PageEvent, mayStay = () => true) => {
    if (tracker) tracker(event, mayStay())
    else unsent = [...unsent, { event, mayStay }]
  }

  const settle = () => {
    if (opening) {
      const { mayStay, ...opened } = opening
      record({ ...opened, title: page.document.title }, mayStay)
    }
    opening = null
  }

  const track = (event: AnalyticsEvent) =>
    record({ event, path: page.location.pathname, time: now() })

  /**
   * Asks the guards immediately, because the visitor's next action may close the step before the
   * page has set its title.
   */
  const askGuards = (path: string) => {
    let mayStay = true
    loader.whenRunning(({ stores }) => {
      mayStay = stores.global.mayOpen(path)
    })
    return () => mayStay
  }

  page.addEventListener('pagehide', () => {
    settle()
    if (unsent.length > 0 && isAllowed()) {
      const left: UnsentPage = {
        referrer,
        events: unsent.map(({ event, mayStay }) => ({ ...event, mayStay: mayStay() })),
      }
      storage.write(
        analyticsKeys.early,
        `${storage.read(analyticsKeys.early) ?? ''}${JSON.stringify(left)}\n`,
      )
      unsent = []
    }
  })

  return {
    recordPageView: ({ pathname, search }: Pick<Location, 'pathname' | 'search'>) => {
      settle()
      const opened = { path: pathname, search, time: now(), mayStay: askGuards(pathname) }
      opening = opened
      setTimeout(() => {
        if (opening === opened) settle()
      }, TITLE_WAIT)
    },
    /** Records a step within a page, which the router does not see. `path` includes the query. */
    recordStepView: ({ path, title }: { readonly path: string; readonly title: string }) => {
      record({ path, title, search: '', time: now() })
    },
    /** Delivers the page's view first, since the link may leave the page. */
    recordLinkClick: (link: AnalyticsEvents['web_link_clicked']) => {
      settle()
      track({ name: 'web_link_clicked', properties: link })
    },
    track,
    /** From here on, events are delivered immediately. */
    sendTo: (next: PageTracker) => {
      tracker = next
      for (const { event, mayStay } of unsent) tracker(event, mayStay())
      unsent = []
    },
  }
}

export type EventBuffer = ReturnType<typeof createEventBuffer>
