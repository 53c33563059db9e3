import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { ClientRequest, IncomingMessage } from 'node:http'
import { context, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api'
import type { Span, TextMapPropagator } from '@opentelemetry/api'
import { isTracingSuppressed } from '@opentelemetry/core'

type Started = { readonly method: string; readonly url: URL | null }

/**
 * Whether a path segment is a name rather than an id: a resource, a host, or a method as in
 * `accounts:lookup`. Ids have digits, capitals, or many letters after their prefix.
 */
const isName = (part: string): boolean =>
  /^(?:v\d+|[a-z._-]*(?::[a-zA-Z]+)?)$/.test(part) && !/_[a-z]{14}/.test(part)

/**
 * `/v1/customers/cus_1` becomes `/v1/customers/:id`. The query is dropped, since it may hold keys.
 */
const templateOf = ({ pathname }: URL): string =>
  pathname
    .split('/')
    .map((part) => (isName(part) ? part : ':id'))
    .join('/')

/**
 * Traces each outgoing request of traced work as a span, through the diagnostics channels of Node's
 * `http` and of `fetch`. With a propagator, the servers called continue the trace. Returns a
 * function that stops tracing.
 */
export const traceOutgoing = (propagator: TextMapPropagator | null) => {
  const tracer = trace.getTracer('evenkeel')
  const spans = new WeakMap<object, Span>()
  const start = (
    request: object,
    { method, url }: Started,
    setHeader: (name: string, value: string) => void,
  ) => {
    if (url === null || trace.getActiveSpan() === undefined) return
    if (isTracingSuppressed(context.active())) return
    const template = templateOf(url)
    const span = tracer.startSpan(`${method} ${url.hostname}${template}`, {
      kind: SpanKind.CLIENT,
      attributes: {
        'http.request.method': method,
        'server.address': url.hostname,
        'server.port': Number(url.port) || (url.protocol === 'https:' ? 443 : 80),
        'url.template': template,
      },
    })
    spans.set(request, span)
    propagator?.inject(trace.setSpan(context.active(), span), null, {
      set: (_, name, value) => setHeader(name, value),
    })
  }
  const end = (request: object, status: number | null, error?: Error) => {
    const span = spans.get(request)
    if (status !== null) span?.setAttribute('http.response.status_code', status)
    if (error !== undefined) span?.setAttribute('error.type', error.name)
    if (status === null || status >= 400) span?.setStatus({ code: SpanStatusCode.ERROR })
    span?.end()
  }

  type OfHttp = { request: ClientRequest; response: IncomingMessage; error: Error }
  type OfFetch = {
    request: { origin: string; path: string; method: string; addHeader(n: string, v: string): void }
    response: { statusCode: number }
    error: Error
  }
  const channels: Readonly<Record<string, (message: unknown) => void>> = {
    'http.client.request.created': (message) => {
      const { request } = message as OfHttp
      const { method, protocol, host, path } = request
      const url = URL.parse(path, `${protocol}//${String(request.getHeader('host') ?? host)}`)
      start(request, { method, url }, (name, value) => {
        if (!request.headersSent) request.setHeader(name, value)
      })
    },
    'http.client.response.finish': (message) => {
      const { request, response } = message as OfHttp
      end(request, response.statusCode ?? null)
    },
    'http.client.request.error': (message) => {
      const { request, error } = message as OfHttp
      end(request, null, error)
    },
    'undici:request:create': (message) => {
      const { request } = message as OfFetch
      const url = URL.parse(request.path, request.origin)
      start(request, { method: request.method, url }, (name, value) =>
        request.addHeader(name, value),
      )
    },
    'undici:request:headers': (message) => {
      const { request, response } = message as OfFetch
      end(request, response.statusCode)
    },
    'undici:request:error': (message) => {
      const { request, error } = message as OfFetch
      end(request, null, error)
    },
  }
  for (const [name, tell] of Object.entries(channels)) subscribe(name, tell)
  return () => {
    for (const [name, tell] of Object.entries(channels)) unsubscribe(name, tell)
  }
}
