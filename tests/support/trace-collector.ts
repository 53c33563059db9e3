import type { IncomingHttpHeaders } from 'node:http'
import { listen } from './listen.ts'

type Value = { readonly stringValue?: string; readonly intValue?: number }
type Attribute = { readonly key: string; readonly value: Value }

type SentSpan = {
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId?: string
  readonly name: string
  readonly attributes: readonly Attribute[]
  readonly status: { readonly code: number; readonly message?: string }
}

/** The JSON of OTLP/HTTP. */
type Sent = {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: readonly Attribute[] }
    readonly scopeSpans: readonly { readonly spans: readonly SentSpan[] }[]
  }[]
}

const valuesOf = (attributes: readonly Attribute[]) =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, value.stringValue ?? value.intValue]))

/** A collector of traces on a free port; requests for other paths are accepted and dropped. */
export const startTraceCollector = async () => {
  const received: { readonly body: string; readonly headers: IncomingHttpHeaders }[] = []
  const { url, close } = await listen((request, response) => {
    let body = ''
    request.on('data', (chunk: Buffer) => (body += chunk.toString()))
    request.on('end', () => {
      if (request.url === '/v1/traces') received.push({ body, headers: request.headers })
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
    })
  })
  return {
    url,
    close,
    bodies: () => received.map(({ body }) => body),
    /** The headers of the first request from a service. */
    headers: (service: string): IncomingHttpHeaders =>
      received.find(({ body }) => body.includes(service))?.headers ?? {},
    spans: () =>
      received
        .flatMap(({ body }) => (JSON.parse(body) as Sent).resourceSpans)
        .flatMap(({ resource, scopeSpans }) =>
          scopeSpans.flatMap(({ spans }) =>
            spans.map((span) => ({
              ...span,
              service: valuesOf(resource.attributes)['service.name'],
              attributes: valuesOf(span.attributes),
            })),
          ),
        ),
  }
}
