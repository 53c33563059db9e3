import { AggregatorRegistry, collectDefaultMetrics, Registry } from 'prom-client'
import { describe, expect, it } from 'vitest'
import { shareMetrics } from '#web/server/metrics-server.ts'

describe('the metrics of several processes', () => {
  it('give the newest start time, which changes when a process is replaced', async () => {
    const registry = new Registry()
    collectDefaultMetrics({ register: registry })
    shareMetrics(registry)
    const metrics = await registry.getMetricsAsJSON()
    const later = metrics.map((metric) => ({
      ...metric,
      values: metric.values.map((each) => ({ ...each, value: each.value + 60 })),
    }))
    const together = AggregatorRegistry.aggregate([metrics, later] as never)
    const started = Math.round(performance.timeOrigin / 1000)
    const value = Number(/^process_start_time_seconds (\d+)$/m.exec(await together.metrics())?.[1])
    expect(Math.abs(value - started - 60)).toBeLessThanOrEqual(2)
  })
})
