import type { AnalyticsEvent } from '#core/model/analytics-events.ts'
import type { AnalyticsPort } from '#core/ports/analytics.ts'

export type MemoryAnalytics = AnalyticsPort & {
  /** What was delivered, oldest first. */
  readonly events: readonly AnalyticsEvent[]
  /** Withdraws the visitor's consent: events are dropped from now on, not kept for later. */
  forbid(): void
  allow(): void
  /** The collector is out of reach: events wait for `restore`. */
  fail(): void
  restore(): void
}

export const createMemoryAnalytics = (): MemoryAnalytics => {
  const delivered: AnalyticsEvent[] = []
  const waiting: AnalyticsEvent[] = []
  let isAllowed = true
  let isDown = false

  return {
    get events() {
      return [...delivered]
    },
    track: (event) => {
      if (!isAllowed) return
      const copy = structuredClone(event)
      if (isDown) waiting.push(copy)
      else delivered.push(copy)
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
