import type { AnalyticsEvent, Moment } from '#core/model/analytics-events.ts'

/** Accepts events without blocking or failing; delivery is the adapter's concern. */
export interface AnalyticsPort {
  /** `moment` is when it happened; defaults to now. */
  track(event: AnalyticsEvent, moment?: Moment): void
  /** The random id that events of this browser carry; null when none is sent. */
  visitorId(): Promise<string | null>
  /** Drops unsent events, and everything stored to identify this browser. */
  forget(): void
}
