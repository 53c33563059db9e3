import type { AnalyticsEvent, Moment } from '#core/model/analytics-events.ts'
import { journeyPrefixes } from '#core/model/routes.ts'
import { isFlag, isNumber, isRecord, isText } from '#core/model/shape.ts'
import type { Check } from '#core/model/shape.ts'
import { analyticsKeys } from '#core/model/tracking-consent.ts'
import type { StoragePort } from '#core/ports/storage.ts'
import { recordTouch, readAttribution } from './stored-attribution.ts'

/** A page view, step view or event. `time` is in Unix milliseconds. */
export type PageEvent = { readonly path: string; readonly time: number } & (
  { readonly search: string; readonly title: string } | { readonly event: AnalyticsEvent }
)

/**
 * The events of a page that was left before the application loaded, and whether the guards let the
 * visitor stay.
 */
export type UnsentPage = {
  readonly referrer: string
  readonly events: readonly (PageEvent & { readonly mayStay: boolean })[]
}

/**
 * Receives the visitor's page views and events on this page load. A page that a guard redirects is
 * not a view, nor is a repeat of the last one, which comes from a re-render or StrictMode.
 */
export type PageTracker = (event: PageEvent, mayStay?: boolean) => void

export type PageTrackerParts = {
  readonly track: (event: AnalyticsEvent, moment: Moment) => void
  readonly storage: StoragePort
  readonly isAllowed: () => boolean
  /** `document.referrer` of the page load. */
  readonly referrer: string
  /** The site's own scheme and host. */
  readonly origin: string
}

/** The survey pages, whose screens track a view of each step themselves. */
const surveys: readonly string[] = [
  `${journeyPrefixes['sign-up']}/survey`,
  `${journeyPrefixes.assessment}/survey`,
]

/** A path of this site or an external URL, without the query, which may hold a code or an email. */
const sourceOf = (referrer: string, origin: string): string => {
  const address = /^(https?:\/\/[^/?#]+)([^?#]*)/.exec(referrer)
  if (!address) return ''
  const [, host = '', path = ''] = address
  return host === origin ? path : host + path
}

export const createPageTracker = ({
  track,
  storage,
  isAllowed,
  referrer,
  origin,
}: PageTrackerParts): PageTracker => {
  let viewed: string | null = null

  const contextOf = (path: string, time: number): Moment => ({
    time,
    path,
    ...readAttribution(storage),
  })

  const view = (path: string, title: string, time: number) => {
    if (path === viewed) return
    const properties = { path, title, referrer: viewed ?? sourceOf(referrer, origin) }
    viewed = path
    track({ name: 'web_page_viewed', properties }, contextOf(path.split('?')[0] ?? path, time))
  }

  return (event, mayStay = true) => {
    const { path, time } = event
    if ('event' in event) return track(event.event, contextOf(path, time))
    if (isAllowed()) recordTouch(storage, event.search)
    if (!surveys.includes(path) && mayStay) view(path, event.title, time)
  }
}

const isPageEvent: Check = (value) =>
  isRecord(value) &&
  isText(value.path) &&
  isNumber()(value.time) &&
  isFlag(value.mayStay) &&
  (isRecord(value.event)
    ? isText(value.event.name) && isRecord(value.event.properties)
    : isText(value.search) && isText(value.title))

const parse = (line: string): UnsentPage[] => {
  try {
    const page = JSON.parse(line) as UnsentPage
    return isText(page.referrer)
      ? [{ referrer: page.referrer, events: page.events.filter(isPageEvent) }]
      : []
  } catch {
    return []
  }
}

/** Returns the unsent events of earlier pages, once. */
export const takeUnsentPages = (
  storage: Pick<StoragePort, 'read' | 'remove'>,
): readonly UnsentPage[] => {
  const lines = storage.read(analyticsKeys.early)?.split('\n') ?? []
  storage.remove(analyticsKeys.early)
  return lines.flatMap(parse)
}
