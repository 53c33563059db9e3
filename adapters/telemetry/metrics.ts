import Fastify from 'fastify'
import type { FastifyInstance, onRequestAsyncHookHandler } from 'fastify'

/** The used parts of a prom-client registry, which may cover one process or several. */
export type Metrics = { readonly contentType: string; metrics(): Promise<string> }

/** Serves the metrics at `/metrics`, in the form that Prometheus scrapes. */
export const serveMetrics = (
  app: Pick<FastifyInstance, 'get'>,
  metrics: Metrics,
  guard: onRequestAsyncHookHandler | null = null,
) => {
  app.get('/metrics', guard === null ? {} : { onRequest: guard }, async (_request, reply) => {
    const body = await metrics.metrics()
    return reply.type(metrics.contentType).send(body)
  })
}

/** A server that serves only `/metrics`, without authentication. */
export const createMetricsServer = (metrics: Metrics): FastifyInstance => {
  const app = Fastify({ forceCloseConnections: true })
  serveMetrics(app, metrics)
  return app
}
