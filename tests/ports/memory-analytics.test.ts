import { createMemoryAnalytics } from '#adapters/memory/memory-analytics.ts'
import { describeAnalyticsPort } from './analytics-port.ts'

describeAnalyticsPort('memory', () => {
  const analytics = createMemoryAnalytics()
  return {
    analytics,
    events: async () =>
      analytics.events.map(({ name, properties }, index) => {
        const { time, path } = analytics.moments[index] ?? {}
        return { name, properties, time, path }
      }),
    forbid: analytics.forbid,
    allow: analytics.allow,
    fail: analytics.fail,
    restore: analytics.restore,
  }
})
