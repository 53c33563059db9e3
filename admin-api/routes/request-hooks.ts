import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { Server } from 'node:net'
import { setImmediate, setTimeout } from 'node:timers/promises'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { traceIdOf } from '../../adapters/telemetry/trace-id.ts'
import { Problem } from '../problem.ts'
import { isSameSecret } from '../same-secret.ts'
import type { App } from './context.ts'

/** The caller's X-Request-Id when it looks like one, else a new one. */
export const requestIdOf = ({ headers }: IncomingMessage): string => {
  const given = headers['x-request-id']
  return typeof given === 'string' && /^[\w-]{8,64}$/.test(given) ? given : randomUUID()
}

/**
 * Headers for responses that are private data: not to be run, framed, sniffed or cached. A route
 * may override them. The site reads them from another origin.
 */
const answerHeaders = {
  'Cache-Control': 'no-store',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  'Cross-Origin-Resource-Policy': 'cross-origin',
  'Referrer-Policy': 'no-referrer',
  'Strict-Transport-Security': 'max-age=31536000; includeSubDomains',
  'X-Content-Type-Options': 'nosniff',
}

export const setAnswerHeaders = (request: FastifyRequest, reply: FastifyReply) =>
  reply.headers(answerHeaders).header('X-Request-Id', request.id)

/**
 * Logs one line per response, by route pattern: no addresses, queries, headers or bodies, so no
 * personal data.
 */
export const requestLog = (app: App) => {
  app.addHook('onResponse', (request, reply, done) => {
    const { method, routeOptions } = request
    request.log.info(
      {
        method,
        route: routeOptions.url ?? 'unknown',
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
        trace: traceIdOf(request),
      },
      'answered',
    )
    done()
  })
}

/**
 * Accepts a DELETE without a body even if its Content-Type is JSON: clients send that header with
 * every call.
 */
export const acceptJsonTypeOfEmptyDelete = (app: App) => {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.addContentTypeParser<string>(
    'application/json',
    { parseAs: 'string' },
    (request, body, done) => {
      if (request.method === 'DELETE' && body === '') done(null, undefined)
      else void parse(request, body, done)
    },
  )
}

const hasConnections = ({ server }: App) =>
  new Promise<boolean>((resolve) => {
    server.getConnections((error, count) => resolve(error === null && count > 0))
  })

/**
 * While the server stops, each response closes its connection: one kept alive would delay the stop.
 * A proxy may send a request over an idle connection at the moment when the server closes it, and
 * must not repeat a POST. So behind a proxy idle connections stay open until each has been used
 * once more, `drainMs` at most; new ones are refused, and the proxy tries another instance.
 */
export const closeConnectionsOnStop = (app: App, drainMs: number) => {
  let stopping = false
  app.addHook('preClose', async () => {
    stopping = true
    if (drainMs === 0) return
    // Accepts the connections that are already waiting before the listening socket closes.
    await setImmediate()
    // `server.close` of Node's HTTP server would also close idle connections.
    Server.prototype.close.call(app.server)
    const end = performance.now() + drainMs
    while (performance.now() < end && (await hasConnections(app))) await setTimeout(20)
  })
  app.addHook('onSend', (_request, reply, _payload, done) => {
    if (stopping) void reply.header('Connection', 'close')
    done()
  })
}

export const webhooksRoute = '/api/v1/iap_subscriptions/stripe/webhooks'

/**
 * Closes a staging environment to callers without its header. Webhooks have their own signature.
 * The route decides, since a URL can be written in many ways. URLs without a route are closed as
 * well.
 */
export const stagingGuard = (app: App, secret: string) => {
  app.addHook('onRequest', async ({ routeOptions: { url: route }, headers }) => {
    const guarded = route === undefined || (route.startsWith('/api/') && route !== webhooksRoute)
    if (!guarded) return
    const given = headers['x-staging-auth']
    if (typeof given !== 'string' || !isSameSecret(given, secret)) {
      throw new Problem(401, 'auth/staging', 'This environment needs its X-Staging-Auth header.')
    }
  })
}
