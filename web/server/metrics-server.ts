import type { FastifyInstance } from 'fastify'
import { AggregatorRegistry, Gauge } from 'prom-client'
import type { Registry } from 'prom-client'
import { createMetricsServer } from '../../adapters/telemetry/metrics.ts'

const startTime = 'process_start_time_seconds'

/**
 * Lets the primary process read this worker's metrics. The latest start time of all workers is
 * reported, so that Prometheus notices a replacement.
 */
export const shareMetrics = (registry: Registry): void => {
  registry.removeSingleMetric(startTime)
  registry.registerMetric(
    new Gauge({
      name: startTime,
      help: 'Start time of the newest process since unix epoch in seconds.',
      aggregator: 'max',
      registers: [],
      collect() {
        this.set(Math.round(performance.timeOrigin / 1000))
      },
    }),
  )
  AggregatorRegistry.setRegistries([registry])
  // Creating it registers the listener for the primary process's requests.
  void new AggregatorRegistry()
}

/** Serves the metrics of all workers together, for the primary process. */
export const createWorkersMetricsServer = (): FastifyInstance => {
  const workers = new AggregatorRegistry()
  const { contentType } = workers
  return createMetricsServer({ contentType, metrics: () => workers.clusterMetrics() })
}
