import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Histogram } from 'prom-client'
import type { Registry } from 'prom-client'
import { traceIdOf } from '../../adapters/telemetry/trace-id.ts'
import { isDataPath } from '../gatsby/internals.ts'
import type { PreparePage } from './engines.ts'

/** The caller's X-Request-Id when it looks like one, else a new one. */
export const requestIdOf = ({ headers }: IncomingMessage): string => {
  const given = headers['x-request-id']
  return typeof given === 'string' && /^[\w-]{8,64}$/.test(given) ? given : randomUUID()
}

/** The route for log lines and metrics. Files share one, since each would be a time series. */
const routeOf = ({ routeOptions: { url = 'unknown' } }: FastifyRequest): string => {
  if (isDataPath(url)) return 'page-data'
  return /\.\w+$/.test(url) && url !== '/config.json' ? 'file' : url
}

export type AccessLog = { info(line: object): void }

/**
 * Adds a request id to each response, logs it and measures it, without anything about its visitor.
 */
export const observeAnswers = (
  app: FastifyInstance,
  { log, registry }: { readonly log: AccessLog; readonly registry: Registry },
) => {
  const durations = new Histogram({
    name: 'site_request_duration_seconds',
    help: 'Time from the request to the end of its answer',
    labelNames: ['method', 'route', 'status'] as const,
    buckets: [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [registry],
  })
  app.addHook('onRequest', (request, reply, done) => {
    void reply.header('x-request-id', request.id)
    done()
  })
  app.addHook('onResponse', (request, reply, done) => {
    const { method, id } = request
    const { statusCode: status, elapsedTime } = reply
    const route = routeOf(request)
    durations.observe({ method, route, status }, elapsedTime / 1000)
    const ms = Math.round(elapsedTime)
    log.info({ request: id, method, route, status, ms, trace: traceIdOf(request) })
    done()
  })
}

/** Measures how long pages take: their data, and their HTML. */
export const measureRenders = (prepare: PreparePage, registry: Registry): PreparePage => {
  const durations = new Histogram({
    name: 'site_render_duration_seconds',
    help: 'Time to get the data of a page, or to render its HTML',
    labelNames: ['page', 'part', 'result'] as const,
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [registry],
  })
  const measured = async <Result>(
    page: string,
    part: string,
    work: () => Promise<Result>,
    resultOf: (result: Result) => string = () => 'done',
  ) => {
    const stop = durations.startTimer({ page, part })
    try {
      const result = await work()
      stop({ result: resultOf(result) })
      return result
    } catch (error) {
      stop({ result: 'failed' })
      throw error
    }
  }
  return async (path, request) => {
    const page = await measured(
      path,
      'data',
      () => prepare(path, request),
      ({ headers }) => headers['x-page-data'] ?? 'done',
    )
    return { ...page, renderHtml: () => measured(path, 'html', () => page.renderHtml()) }
  }
}
