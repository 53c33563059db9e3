import type { AnalyticsEvent, Moment } from '#core/model/analytics-events.ts'
import type { AnalyticsPort } from '#core/ports/analytics.ts'

export type MemoryAnalytics = AnalyticsPort & {
  /** What was delivered, oldest first. */
  readonly events: readonly AnalyticsEvent[]
  /** The moments they were tracked with, in the same order; undefined for an event without one. */
  readonly moments: readonly (Moment | undefined)[]
  /** Withdraws the visitor's consent: events are dropped from now on, not kept for later. */
  forbid(): void
  allow(): void
  /** Makes the collector unavailable: events wait for `restore`. */
  fail(): void
  restore(): void
}

export const createMemoryAnalytics = (): MemoryAnalytics => {
  type Tracked = { readonly event: AnalyticsEvent; readonly moment: Moment | undefined }
  const delivered: Tracked[] = []
  const waiting: Tracked[] = []
  let visitor = 1
  let isAllowed = true
  let isDown = false

  return {
    get events() {
      return delivered.map(({ event }) => event)
    },
    get moments() {
      return delivered.map(({ moment }) => moment)
    },
    track: (event, moment) => {
      if (!isAllowed) return
      const copy = structuredClone({ event, moment })
      if (isDown) waiting.push(copy)
      else delivered.push(copy)
    },
    visitorId: async () =>
      isAllowed ? `00000000-0000-4000-8000-${String(visitor).padStart(12, '0')}` : null,
    forget: () => {
      waiting.splice(0)
      visitor += 1
    },
    forbid: () => {
      isAllowed = false
    },
    allow: () => {
      isAllowed = true
    },
    fail: () => {
      isDown = true
    },
    restore: () => {
      isDown = false
      delivered.push(...waiting.splice(0))
    },
  }
}
