import Fastify from 'fastify'
import type { FastifyInstance } from 'fastify'
import { AggregatorRegistry } from 'prom-client'
import type { Registry } from 'prom-client'

/** Lets the primary process read the metrics of this worker. */
export const shareMetrics = (registry: Registry): void => {
  AggregatorRegistry.setRegistries([registry])
  // It answers the primary process from now on.
  void new AggregatorRegistry()
}

/** Serves `/metrics` in the form that Prometheus scrapes, open to whoever reaches its port. */
const createMetricsServer = (read: () => Promise<string>, contentType: string): FastifyInstance => {
  const app = Fastify({ forceCloseConnections: true })
  app.get('/metrics', async (_request, reply) => reply.type(contentType).send(await read()))
  return app
}

/** The metrics of this process. */
export const createOwnMetricsServer = (registry: Registry): FastifyInstance =>
  createMetricsServer(() => registry.metrics(), registry.contentType)

/** The metrics of all workers together, for the primary process. */
export const createWorkersMetricsServer = (): FastifyInstance => {
  const workers = new AggregatorRegistry()
  return createMetricsServer(() => workers.clusterMetrics(), workers.contentType)
}
