import Fastify from 'fastify'
import type { FastifyInstance, onRequestAsyncHookHandler } from 'fastify'
import type { Registry } from 'prom-client'
import type { Settings } from '../settings.ts'

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

/**
 * A server of nothing but `/metrics`, open to whoever reaches its port; null without a port of its
 * own.
 */
export const openMetrics = async (
  { host, metricsPort }: Pick<Settings, 'host' | 'metricsPort'>,
  registry: Registry,
): Promise<{ readonly url: string; close(): Promise<void> } | null> => {
  if (metricsPort === null) return null
  const app = Fastify({ forceCloseConnections: true })
  serveMetrics(app, registry, null)
  const url = await app.listen({ host, port: metricsPort })
  return { url, close: () => app.close() }
}
