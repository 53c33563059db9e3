import type { AnalyticsEvent } from '#core/model/analytics-events.ts'

/** Takes events without blocking or failing; delivery is the adapter's concern. */
export interface AnalyticsPort {
  track(event: AnalyticsEvent): void
}
