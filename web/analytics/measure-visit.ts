import type { App } from '#core/app.ts'
import { forgetMeasuring } from '#core/model/tracking-consent.ts'
import type { AnalyticsPort } from '#core/ports/analytics.ts'
import type { StoragePort } from '#core/ports/storage.ts'
import type { GlobalStore } from '../stores/global-store.ts'
import { keepAttributionOfUsers } from '../stores/keep-attribution.ts'
import type { EventBuffer } from './event-buffer.ts'
import { landing } from './landing.ts'
import { watchMeasuring } from './measuring-choice.ts'
import { noteTouch } from './stored-touches.ts'
import { createVisit, takeUnsentPages } from './visit.ts'

export type MeasureVisitParts = {
  readonly app: Pick<App, 'keepAttribution' | 'reportError'>
  readonly analytics: AnalyticsPort
  readonly storage: StoragePort
  readonly events: Pick<EventBuffer, 'sendTo'>
  readonly global: GlobalStore
  readonly isAllowed: () => boolean
}

/**
 * Sends the buffered events of this and earlier pages to analytics, and from now on each event at
 * once.
 */
export const measureVisit = ({
  app,
  analytics,
  storage,
  events,
  global,
  isAllowed,
}: MeasureVisitParts): void => {
  if (!isAllowed()) {
    forgetMeasuring(storage)
    analytics.forget()
  }
  const visitFrom = (referrer: string) =>
    createVisit({
      track: analytics.track,
      storage,
      isAllowed,
      referrer,
      origin: window.location.origin,
    })
  for (const { referrer, moments } of takeUnsentPages(storage)) {
    const visit = visitFrom(referrer)
    for (const { mayStay, ...moment } of moments) visit(moment, mayStay)
  }
  if (isAllowed()) noteTouch(storage, landing.search)
  events.sendTo(visitFrom(landing.referrer))
  keepAttributionOfUsers({ app, global })
  watchMeasuring(storage, () => {
    if (!isAllowed()) analytics.forget()
  })
}
