import type { AnalyticsEvent, Moment } from '#core/model/analytics-events.ts'
import type { Ports } from '#core/ports/ports.ts'

/** Passes on what happened on the page itself, such as a view or a followed link; `moment` when it was earlier. */
export const trackEvent =
  ({ analytics }: Pick<Ports, 'analytics'>) =>
  (event: AnalyticsEvent, moment?: Moment): void =>
    analytics.track(event, moment)
