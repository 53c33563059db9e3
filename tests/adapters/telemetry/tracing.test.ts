import { SpanStatusCode, trace } from '@opentelemetry/api'
import Fastify from 'fastify'
import { describe, expect, onTestFinished, test } from 'vitest'
import { openTracing } from '#adapters/telemetry/open-tracing.ts'
import { statements } from '#adapters/telemetry/statements.ts'
import { traceIdOf } from '#adapters/telemetry/trace-id.ts'
import { readTracing } from '#adapters/telemetry/tracing.ts'
import type { Tracing } from '#adapters/telemetry/tracing.ts'
import { listen } from '#tests/support/listen.ts'
import { startTraceCollector } from '#tests/support/trace-collector.ts'

/** Traces one request that `handle` answers, and returns the outcome. */
const traced = async (
  handle: () => Promise<unknown>,
  more: { share?: number; endpoint?: string } = {},
) => {
  const collector = await startTraceCollector()
  onTestFinished(collector.close)
  const { share = 1, endpoint = collector.url } = more
  const errors: string[] = []
  const tracing = await openTracing(
    { endpoint, headers: {}, share },
    { service: 'test', passesOn: false, onError: (message) => errors.push(message) },
  )
  const app = Fastify()
  tracing?.traceRequests(app)
  let traceId: string | undefined
  app.post('/work', (request) => {
    traceId = traceIdOf(request)
    return handle().then(() => ({}))
  })
  await app.inject({ method: 'POST', url: '/work', payload: { some: 'body' } })
  await app.close()
  await (tracing as Tracing).close()
  return { spans: collector.spans(), sent: collector.bodies().join(), errors, traceId }
}

describe('a trace', () => {
  test('names only the code of a failed statement', async () => {
    const text = 'update users set email = $1'
    const refused = Object.assign(new Error('private@example.com is there'), { code: '23505' })
    const { spans, sent } = await traced(() =>
      statements.tracePromise(() => Promise.reject(refused), { text }).catch(() => null),
    )
    expect(spans.find(({ name }) => name === 'update users')).toMatchObject({
      attributes: { 'db.query.text': text, 'error.type': '23505' },
      status: { code: SpanStatusCode.ERROR },
    })
    expect(sent).not.toContain('private')
  })

  test('records that a request had no answer', async () => {
    const gone = await listen(() => {})
    await gone.close()
    const { spans } = await traced(() => fetch(`${gone.url}/v1/accounts/ab12`).catch(() => null))
    expect(spans.find(({ name }) => name === 'GET 127.0.0.1/v1/accounts/:id')).toMatchObject({
      attributes: { 'error.type': 'Error' },
      status: { code: SpanStatusCode.ERROR },
    })
  })

  test.each([
    ['/v1/customers/cus_QnQuqsRkCWSelf', '/v1/customers/:id'],
    ['/v1/customers/cus_qnquqsrkcwself', '/v1/customers/:id'],
    ['/v1/payment_intents/pi_3Oabc/confirm', '/v1/payment_intents/:id/confirm'],
    ['/v1/users/maya%40example.com', '/v1/users/:id'],
    [
      '/identitytoolkit.test/v1/accounts:sendOobCode',
      '/identitytoolkit.test/v1/accounts:sendOobCode',
    ],
  ])('of a request to %s names %s', async (path, template) => {
    const gone = await listen(() => {})
    await gone.close()
    const { spans, sent } = await traced(() => fetch(`${gone.url}${path}`).catch(() => null))
    expect(spans.map(({ name }) => name)).toContain(`GET 127.0.0.1${template}`)
    expect(sent).not.toMatch(/cus_|pi_|maya/)
  })

  test('holds no message or event that a library adds', async () => {
    const { spans, sent } = await traced(async () => {
      const span = trace.getTracer('library').startSpan('theirs')
      span.recordException(new Error('private'))
      span.setStatus({ code: SpanStatusCode.ERROR, message: 'private' }).end()
    })
    expect(spans.find(({ name }) => name === 'theirs')?.status.code).toBe(SpanStatusCode.ERROR)
    expect(sent).not.toContain('private')
  })

  test('is neither kept nor logged by its id beyond the sampled share', async () => {
    const { spans, traceId } = await traced(async () => {}, { share: 0 })
    expect([spans, traceId]).toEqual([[], undefined])
  })

  test('that the collector refuses is reported, and does not delay a stop', async () => {
    const refusing = await listen((_request, response) => response.writeHead(400).end())
    onTestFinished(refusing.close)
    const { errors } = await traced(async () => {}, { endpoint: refusing.url })
    expect(errors.join()).toContain('Bad Request')
  })
})

describe('the tracing settings', () => {
  const endpoint = 'http://localhost:4318'

  test('are off without a collector', async () => {
    expect(readTracing({})).toEqual({ tracing: null, problems: [] })
    const parts = { service: 'any', passesOn: false, onError: () => {} }
    expect(await openTracing(null, parts)).toBeNull()
  })

  test('are read by the standard names', () => {
    const given = {
      OTEL_EXPORTER_OTLP_ENDPOINT: endpoint,
      OTEL_EXPORTER_OTLP_HEADERS: 'Authorization=Bearer%20secret, x-team = blue',
      OTEL_TRACES_SAMPLER_ARG: '0.25',
    }
    expect(readTracing(given).tracing).toEqual({
      endpoint,
      headers: { authorization: 'Bearer secret', 'x-team': 'blue' },
      share: 0.25,
    })
  })

  test.each([
    ['OTEL_EXPORTER_OTLP_ENDPOINT', 'localhost:4318'],
    ['OTEL_EXPORTER_OTLP_HEADERS', 'secret'],
    ['OTEL_EXPORTER_OTLP_HEADERS', 'name=%zz'],
    ['OTEL_TRACES_SAMPLER_ARG', '2'],
    ['OTEL_TRACES_SAMPLER_ARG', 'all'],
  ])('are refused when %s is %s', (name, value) => {
    const { problems } = readTracing({ OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, [name]: value })
    expect(problems).toEqual([expect.stringContaining(name)])
    expect(problems.join()).not.toContain('secret')
  })
})
