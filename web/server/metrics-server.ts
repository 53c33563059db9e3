import type { FastifyInstance } from 'fastify'
import { AggregatorRegistry } from 'prom-client'
import type { Registry } from 'prom-client'
import { createMetricsServer } from '../../adapters/telemetry/metrics.ts'

/** Lets the primary process read the metrics of this worker. */
export const shareMetrics = (registry: Registry): void => {
  AggregatorRegistry.setRegistries([registry])
  // It answers the primary process from now on.
  void new AggregatorRegistry()
}

/** Serves the metrics of all workers together, for the primary process. */
export const createWorkersMetricsServer = (): FastifyInstance => {
  const workers = new AggregatorRegistry()
  const { contentType } = workers
  return createMetricsServer({ contentType, metrics: () => workers.clusterMetrics() })
}
