import Fastify from 'fastify'
import type { FastifyInstance, onRequestAsyncHookHandler } from 'fastify'
import type { Registry } from 'prom-client'

/** Serves the registry at `/metrics`, in the form that Prometheus scrapes. */
export const serveMetrics = (
  app: Pick<FastifyInstance, 'get'>,
  registry: Registry,
  guard: onRequestAsyncHookHandler | null,
) => {
  app.get('/metrics', guard === null ? {} : { onRequest: guard }, async (_request, reply) => {
    const body = await registry.metrics()
    return reply.type(registry.contentType).send(body)
  })
}

/** A server of nothing but `/metrics`, open to whoever reaches its port. */
export const createMetricsServer = (registry: Registry): FastifyInstance => {
  const app = Fastify({ forceCloseConnections: true })
  serveMetrics(app, registry, null)
  return app
}
