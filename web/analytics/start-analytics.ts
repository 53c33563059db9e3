import type { App } from '#core/app.ts'
import { clearAnalyticsData } from '#core/model/tracking-consent.ts'
import type { AnalyticsPort } from '#core/ports/analytics.ts'
import type { Ports } from '#core/ports/ports.ts'
import type { GlobalStore } from '../stores/global-store.ts'
import { saveAttributionOfUsers } from '../stores/save-attribution.ts'
import type { EventBuffer } from './event-buffer.ts'
import { trackLateAccounts } from './late-account.ts'
import { landing } from './landing.ts'
import { watchTrackingChoice } from './tracking-choice.ts'
import { recordTouch } from './stored-attribution.ts'
import { createPageTracker, takeUnsentPages } from './page-tracker.ts'
import { measureWebVitals } from './web-vitals.ts'

export type StartAnalyticsParts = {
  readonly app: Pick<App, 'reportError'>
  readonly ports: Pick<Ports, 'adminApi' | 'storage'>
  readonly analytics: AnalyticsPort
  readonly events: Pick<EventBuffer, 'sendTo' | 'track'>
  readonly global: GlobalStore
  readonly isAllowed: () => boolean
}

/**
 * Sends the buffered events of this and earlier pages to analytics, and then each new event
 * immediately.
 */
export const startAnalytics = ({
  app,
  ports,
  analytics,
  events,
  global,
  isAllowed,
}: StartAnalyticsParts): void => {
  const { storage } = ports
  if (!isAllowed()) {
    clearAnalyticsData(storage)
    analytics.forget()
  }
  const trackerFrom = (referrer: string) =>
    createPageTracker({
      track: analytics.track,
      storage,
      isAllowed,
      referrer,
      origin: window.location.origin,
    })
  for (const { referrer, events: unsent } of takeUnsentPages(storage)) {
    const track = trackerFrom(referrer)
    for (const { mayStay, ...event } of unsent) track(event, mayStay)
  }
  if (isAllowed()) recordTouch(storage, landing.search)
  const track = trackerFrom(landing.referrer)
  events.sendTo(track)
  if (isAllowed())
    void measureWebVitals({
      load: () => import('web-vitals'),
      page: window,
      tell: (properties, path) =>
        track({ event: { name: 'web_vitals_measured', properties }, path, time: Date.now() }),
    }).catch(() => {
      // Without the library there is nothing to report.
    })
  trackLateAccounts({ global, track: events.track })
  const saveChoice = saveAttributionOfUsers({
    app,
    ports,
    global,
    findVisitorId: analytics.visitorId,
  })
  let wasAllowed = isAllowed()
  watchTrackingChoice(storage, () => {
    if (!isAllowed()) analytics.forget()
    if (isAllowed() === wasAllowed) return
    wasAllowed = !wasAllowed
    saveChoice()
  })
}
