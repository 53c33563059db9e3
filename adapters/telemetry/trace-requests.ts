import {
  context,
  defaultTextMapGetter,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api'
import type { Context } from '@opentelemetry/api'
import { W3CTraceContextPropagator } from '@opentelemetry/core'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { setTraceId } from './trace-id.ts'

const propagator = new W3CTraceContextPropagator()

/** Takes only `traceparent` from the caller: nothing else that they send reaches a span. */
const parentOf = ({ headers: { traceparent } }: FastifyRequest): Context =>
  propagator.extract(ROOT_CONTEXT, { traceparent }, defaultTextMapGetter)

/** Whether the request is worth tracing: not a health probe, a metrics scrape or a file. */
const isWork = ({ routeOptions: { url } }: FastifyRequest): boolean =>
  url === undefined || !/^\/(?:health|metrics)|\.(?!json$)\w+$/.test(url)

/** Makes each request a span, in which it is handled. To be called before any hook is added. */
export const traceRequests = (app: FastifyInstance) => {
  const tracer = trace.getTracer('evenkeel')
  const contexts = new WeakMap<FastifyRequest, Context>()
  app.addHook('onRequest', (request, _reply, done) => {
    if (!isWork(request)) return done()
    const { method, routeOptions, id } = request
    const route = routeOptions.url ?? 'unknown'
    const parent = parentOf(request)
    const span = tracer.startSpan(
      `${method} ${route}`,
      {
        kind: SpanKind.SERVER,
        attributes: { 'http.request.method': method, 'http.route': route, 'request.id': id },
      },
      parent,
    )
    const traced = trace.setSpan(parent, span)
    contexts.set(request, traced)
    if (span.isRecording()) setTraceId(request, span.spanContext().traceId)
    context.with(traced, done)
  })
  // Parsing the body runs hooks in the connection's context, so the request's is restored.
  app.addHook('preValidation', (request, _reply, done) =>
    context.with(contexts.get(request) ?? ROOT_CONTEXT, done),
  )
  const end = (request: FastifyRequest, status: number | null) => {
    const span = trace.getSpan(contexts.get(request) ?? ROOT_CONTEXT)
    if (status !== null) span?.setAttribute('http.response.status_code', status)
    if (status === null || status >= 500) span?.setStatus({ code: SpanStatusCode.ERROR })
    span?.end()
  }
  app.addHook('onResponse', (request, { statusCode }, done) => {
    end(request, statusCode)
    done()
  })
  app.addHook('onRequestAbort', (request, done) => {
    end(request, null)
    done()
  })
}
