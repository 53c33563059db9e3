import { AnalyticsUnavailable } from './analytics-port.ts'
import type { AnalyticsPort, OutgoingEvent } from './analytics-port.ts'

export type MemoryAnalytics = AnalyticsPort & {
  /** The events counted, oldest first. */
  readonly counted: readonly OutgoingEvent[]
  /** Sets how the service answers from now on. */
  behave(as: 'accepting' | 'refusing' | 'unavailable'): void
}

/** The analytics port in memory. */
export const createMemoryAnalytics = (): MemoryAnalytics => {
  const counted: OutgoingEvent[] = []
  let behaviour: Parameters<MemoryAnalytics['behave']>[0] = 'accepting'
  return {
    counted,
    behave: (as) => {
      behaviour = as
    },
    send: async (event) => {
      if (behaviour === 'unavailable') throw new AnalyticsUnavailable(null)
      if (behaviour === 'refusing') return 'refused'
      const isRepeated = counted.some(
        ({ id, visitorId }) => id === event.id && visitorId === event.visitorId,
      )
      if (!isRepeated) counted.push(event)
      return 'sent'
    },
  }
}
