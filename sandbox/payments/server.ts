import cors from '@fastify/cors'
import { fastify } from 'fastify'
import type { FastifyInstance } from 'fastify'
import qs from 'qs'
import { registerApi, unrecognizedUrl } from './api.ts'
import { registerBrowserRoutes } from './browser-routes.ts'
import { runDue } from './billing/schedule.ts'
import { StripeError } from './errors.ts'
import { createIdempotency } from './idempotency.ts'
import { newId } from './ids.ts'
import type { Event } from './objects/events.ts'
import { createOutage } from './outage.ts'
import { registerReceipts } from './receipts.ts'
import { newWebhookEndpoint } from './resources/events.ts'
import { createSandbox } from './sandbox.ts'
import { registerSandboxRoutes } from './sandbox-routes.ts'
import { seededState } from './seed.ts'
import { openStore } from './store.ts'
import { createWebhooks } from './webhooks.ts'

export interface PaymentsServerOptions {
  /** Where the state is kept; null keeps it in memory. */
  dataFile?: string | null
  /** Where events go; null sends them only to endpoints registered through the API. */
  webhookUrl?: string | null
  webhookSecret?: string
  secretKey?: string
  publishableKey?: string
  /**
   * Where people and browsers reach the server; by default the address it listens on, as localhost.
   */
  publicUrl?: string
  /** The real time in Unix milliseconds. */
  now?: () => number
  /** The first pause before a webhook is tried again, in milliseconds. */
  webhookRetryAfter?: number
}

const CONFIGURED_ENDPOINT = 'we_sandbox_configured'
const TICK = 1000

const parse = (text: string): Record<string, unknown> =>
  qs.parse(text, {
    depth: 12,
    arrayLimit: 200,
    parameterLimit: 2000,
    plainObjects: false,
    allowPrototypes: false,
  })

/**
 * A payments provider for this machine that the official `stripe` package and Stripe.js's callers
 * talk to. Call `listen` on what it returns; `close` ends deliveries and saves the state.
 */
export const createPaymentsServer = async ({
  dataFile = null,
  webhookUrl = null,
  webhookSecret = 'whsec_sandbox',
  secretKey = 'sk_test_sandbox',
  publishableKey = 'pk_test_sandbox',
  publicUrl,
  now = Date.now,
  webhookRetryAfter = 500,
}: PaymentsServerOptions = {}): Promise<FastifyInstance> => {
  const seconds = () => Math.floor(now() / 1000)
  const store = openStore(dataFile, () => seededState(seconds()))
  const webhooks = createWebhooks({ store, clock: now, retryAfter: webhookRetryAfter })
  const outage = createOutage()
  let answering: Event['request'] | null = null

  const app = fastify({
    bodyLimit: 1024 * 1024,
    forceCloseConnections: true,
    logger: false,
    routerOptions: { querystringParser: parse },
  })

  const localUrl = () => {
    const address = app.server.address()
    return typeof address === 'object' && address
      ? `http://localhost:${address.port}`
      : 'http://localhost'
  }

  const sandbox = createSandbox({
    settings: { secretKey, publishableKey, publicUrl: () => publicUrl ?? localUrl() },
    store,
    clock: now,
    onEvent: (event) => webhooks.send(event),
    request: () => answering ?? { id: null, idempotency_key: null },
  })

  const configureEndpoint = () => {
    delete store.state.webhookEndpoints[CONFIGURED_ENDPOINT]
    if (webhookUrl === null) return
    store.state.webhookEndpoints[CONFIGURED_ENDPOINT] = newWebhookEndpoint(seconds(), {
      id: CONFIGURED_ENDPOINT,
      url: webhookUrl,
      enabled_events: ['*'],
      description: 'The endpoint named in the settings',
      _secret: webhookSecret,
    })
  }

  const reset = () => {
    store.state = seededState(seconds())
    outage.set({ mode: null, status: null, latency: 0 })
    configureEndpoint()
    store.save()
  }

  app.removeContentTypeParser('text/plain')
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    (_request, body, done) => {
      done(null, parse(String(body)))
    },
  )
  await app.register(cors, {
    origin: '*',
    methods: ['GET', 'POST', 'DELETE'],
    exposedHeaders: ['Request-Id'],
  })

  app.setNotFoundHandler((request, reply) => {
    const error = unrecognizedUrl(request)
    void reply
      .status(error.status)
      .header('Request-Id', newId('req', 14))
      .send({ error: error.body })
  })
  app.setErrorHandler((error, _request, reply) => {
    const status =
      error instanceof StripeError
        ? error.status
        : ((error as { statusCode?: number }).statusCode ?? 500)
    if (status >= 500) console.error(error)
    const message = error instanceof Error ? error.message : 'An unknown error occurred.'
    const body =
      error instanceof StripeError
        ? error.body
        : { type: status >= 500 ? 'api_error' : 'invalid_request_error', message }
    void reply.status(status).send({ error: body })
  })

  registerApi(app, {
    sandbox,
    idempotency: createIdempotency(store, now),
    outage,
    clock: now,
    onRequest: (request) => {
      answering = request
    },
  })
  registerSandboxRoutes(app, { sandbox, outage, reset, resend: (event) => webhooks.send(event) })
  registerReceipts(app, sandbox)
  registerBrowserRoutes(app, sandbox)

  configureEndpoint()
  let tick: NodeJS.Timeout | undefined
  // Only once the port is ours, because before that the file may belong to a running sandbox.
  app.addHook('onListen', async () => {
    store.save()
    webhooks.resume()
    tick = setInterval(() => {
      if (runDue(sandbox, null, sandbox.now()) > 0) store.save()
    }, TICK)
    tick.unref()
  })
  app.addHook('preClose', async () => {
    outage.set({ mode: null, status: null, latency: 0 })
    await webhooks.stop()
    if (tick === undefined) return
    clearInterval(tick)
    store.save()
  })
  return app
}
