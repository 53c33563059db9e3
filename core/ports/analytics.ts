import type { AnalyticsEvent, Moment } from '#core/model/analytics-events.ts'

/** Takes events without blocking or failing; delivery is the adapter's concern. */
export interface AnalyticsPort {
  /** `moment` is when it happened; now when left out. */
  track(event: AnalyticsEvent, moment?: Moment): void
  /** Drops what has not left yet, and everything kept on the device to tell this visitor from others. */
  forget(): void
}
