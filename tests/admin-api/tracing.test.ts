import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import crossFetch from 'cross-fetch'
import type { AddressInfo } from 'node:net'
import { expect, inject, onTestFinished, test } from 'vitest'
import { createPaymentsServer } from '#sandbox/payments/server.ts'
import { openTracing } from '#adapters/telemetry/open-tracing.ts'
import { startTraceCollector } from '#tests/support/trace-collector.ts'
import { unsignedToken } from '#tests/support/id-tokens.ts'
import { listen } from '#tests/support/listen.ts'
import { createDatabase } from '#tests/support/postgresql.ts'
import { aSite } from '#tests/web/server/a-site.ts'
import { startTimeout } from './support/harness.ts'
import { runServer } from './support/process.ts'
import { routes } from './support/shop.ts'

const postgresqlUrl = inject('postgresqlUrl')
const traceId = '0af7651916cd43dd8448eb211c80319c'
const token = unsignedToken({ uid: 'private-uid', email: 'private@example.com' })

/** Traces of scheduled jobs that may start while the server runs. */
const scheduled = /^\w+ (__pgboss__send-it|notice-scan|nightly-check)$/

/** Loads a page of the site, which calls the API as a signed-in user who enters a card. */
const visit = async (collectorUrl: string, folder: string) => {
  const identity = await listen((_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json' }).end('{"users":[{}]}')
  })
  const payments = await createPaymentsServer({ webhookUrl: null })
  await payments.listen({ host: '127.0.0.1', port: 0 })
  const { port } = payments.server.address() as AddressInfo
  const server = runServer({
    ...(postgresqlUrl === undefined
      ? { DATA_DIR: folder }
      : { DATABASE_URL: await createDatabase(postgresqlUrl) }),
    LOG_LEVEL: 'info',
    STRIPE_API_BASE: `http://127.0.0.1:${port}`,
    FIREBASE_AUTH_EMULATOR_HOST: identity.url.slice('http://'.length),
    FIREBASE_API_KEY: 'private-key',
    REVOCATION_CHECK_SECONDS: '60',
    SENTRY_DSN: `${collectorUrl.replace('://', '://key@')}/1`,
    OTEL_EXPORTER_OTLP_ENDPOINT: collectorUrl,
    OTEL_EXPORTER_OTLP_HEADERS: 'x-collector=private%20token',
    // Nothing listens there, so the mail stays unsent.
    SMTP_URL: 'smtp://127.0.0.1:9',
    MAIL_FROM: 'hello@evenkeel.example',
  })
  const api = await server.url()
  const lines: object[] = []
  const tracing = await openTracing(
    { endpoint: collectorUrl, headers: {}, share: 1 },
    { service: 'evenkeel-site', passesOn: true, onError: (message) => expect.fail(message) },
  )
  const site = aSite(undefined, {
    tracing,
    log: { info: (line) => lines.push(line) },
    prepare: async () => {
      // With `cross-fetch`, as the pages call it from inside Gatsby's engine.
      const answer = await crossFetch(api + routes.setupIntents, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ billingEmail: 'private@example.com' }),
      })
      expect(answer.status).toBe(201)
      throw new Error('private message')
    },
  })
  await site.get('/sign-up/survey?email=private@example.com', {
    traceparent: `00-${traceId}-b7ad6b7169203331-01`,
    tracestate: 'private=state',
    baggage: 'private=baggage',
    'x-request-id': 'proxy-12345',
  })
  await site.get('/robots.txt')
  await site.get('/company')
  await tracing?.close()
  await fetch(`${api}/health/ready`)
  const asked = await fetch(`${api}/api/v1/mailings/result`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'private@example.com', kind: 'finish_later' }),
  })
  expect(asked.status).toBe(202)
  await expect
    .poll(() => server.text(), { timeout: startTimeout })
    .toContain('a notice could not be sent yet')
  await server.kill('SIGTERM')
  await payments.close()
  await identity.close()
  return { siteLines: lines, apiLines: server.text().split('\n') }
}

test(
  'a request through site, API, database and providers is one trace, with no data about the visitor',
  async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'tracing-'))
    const collector = await startTraceCollector()
    onTestFinished(async () => {
      await collector.close()
      await rm(folder, { recursive: true, force: true })
    })
    const { siteLines, apiLines } = await visit(collector.url, folder)
    const spans = collector.spans()
    const spanOf = (name: string) => spans.find((span) => span.name === name)

    const fullName = ({ service, name }: (typeof spans)[number]) => `${service}: ${name}`
    const parentOf = ({ parentSpanId = '' }: (typeof spans)[number]) => {
      const parent = spans.find(({ spanId }) => spanId === parentSpanId)
      return parent === undefined ? parentSpanId : fullName(parent)
    }
    const tree = spans
      .filter((span) => span.traceId === traceId)
      .map((span) => `${fullName(span)} < ${parentOf(span)}`)
    const page = 'evenkeel-site: GET /sign-up/survey'
    const asked = `evenkeel-site: POST 127.0.0.1${routes.setupIntents}`
    const answered = `evenkeel-api: POST ${routes.setupIntents}`
    const lookup = 'POST 127.0.0.1/identitytoolkit.googleapis.com/v1/accounts:lookup'
    expect(tree).toEqual(
      expect.arrayContaining([
        `${page} < b7ad6b7169203331`,
        `${asked} < ${page}`,
        `${answered} < ${asked}`,
        `evenkeel-api: ${lookup} < ${answered}`,
        `evenkeel-api: POST 127.0.0.1/v1/setup_intents < ${answered}`,
        ...(postgresqlUrl === undefined
          ? []
          : [`evenkeel-api: insert users < ${answered}`, `evenkeel-api: commit < ${answered}`]),
      ]),
    )
    // Probes, files, and work outside of a request or job must not begin a trace.
    const begun = spans.filter(
      (span) =>
        span.traceId !== traceId && span.parentSpanId === undefined && !scheduled.test(span.name),
    )
    expect([...new Set(begun.map(({ name }) => name))].toSorted()).toEqual([
      'GET /company',
      'POST /api/v1/mailings/result',
      'insert notices',
      'process notices',
    ])
    const unsent = apiLines.find((line) => line.includes('could not be sent yet')) ?? '{}'
    expect(spanOf('process notices')).toMatchObject({
      attributes: {
        'messaging.message.id': (JSON.parse(unsent) as { notice?: string }).notice,
        'error.type': 'MailUnavailable',
      },
      status: { code: 2 },
    })

    expect(spanOf('GET /sign-up/survey')).toMatchObject({
      attributes: {
        'http.route': '/sign-up/survey',
        'http.response.status_code': 500,
        'request.id': 'proxy-12345',
      },
      status: { code: 2 },
    })
    expect(String(spanOf('insert users')?.attributes['db.query.text'])).toMatch(
      postgresqlUrl === undefined ? /^undefined$/ : /^insert into "users".*\$1/,
    )

    expect(siteLines[0]).toMatchObject({ request: 'proxy-12345', trace: traceId })
    const apiLine = apiLines.find((line) => line.includes(routes.setupIntents))
    expect(apiLine).toContain(`"trace":"${traceId}"`)

    const sent = collector.bodies().join('\n')
    expect(sent).not.toMatch(/private|eyJ|sk_test|seti_|cus_/i)
    expect(collector.headers('evenkeel-api')['x-collector']).toBe('private token')
  },
  3 * startTimeout,
)
