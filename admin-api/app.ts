import cors from '@fastify/cors'
import { normalizeIP } from '@fastify/rate-limit'
import Fastify, { LogController } from 'fastify'
import type { FastifyBaseLogger } from 'fastify'
import { Registry } from 'prom-client'
import type { Stripe } from 'stripe'
import { serveMetrics } from '../adapters/telemetry/metrics.ts'
import type { Tracing } from '../adapters/telemetry/tracing.ts'
import { authenticator } from './auth/authenticate.ts'
import { createChallengeCheck } from './auth/challenge.ts'
import type { ProviderWatch } from './auth/provider-clock.ts'
import type { IdentityUsers } from './auth/identity-users.ts'
import { createDayLimit, createHourLimit, createUserLimit } from './auth/count-limit.ts'
import type { VerifyToken } from './auth/verify-token.ts'
import type { OpenDatabase } from './data/database.ts'
import { countInDatabase, countInMemory, countTogether } from './data/hits.ts'
import { measureAnswers } from './metrics/answers.ts'
import { createCatalogue } from './payments/catalogue.ts'
import { limitAddresses } from './routes/address-limit.ts'
import { answerErrors, answerFrameworkErrors, answerUnknownRoutes } from './routes/errors.ts'
import { registerAppClaims } from './routes/app-claims.ts'
import { registerDiagnoses } from './routes/diagnoses.ts'
import { registerHealth } from './routes/health.ts'
import { collectRoutes, registerOpenApi } from './routes/openapi.ts'
import { registerMailings } from './routes/mailings.ts'
import { registerMe } from './routes/me.ts'
import { createOperatorGuard } from './routes/operators.ts'
import { registerOffers } from './routes/offers.ts'
import { registerPromotionCodes } from './routes/promotion-codes.ts'
import { registerQuestions } from './routes/questions.ts'
import {
  acceptJsonTypeOfEmptyDelete,
  closeConnectionsOnStop,
  requestIdOf,
  requestLog,
  setAnswerHeaders,
  stagingGuard,
} from './routes/request-hooks.ts'
import { registerSetupIntents } from './routes/setup-intents.ts'
import { registerSubscriptions } from './routes/subscriptions.ts'
import { registerWebhooks } from './routes/webhooks.ts'
import type { App, Context } from './routes/context.ts'
import type { Settings } from './settings/settings.ts'
import { trustProxyOption } from './settings/trusted-proxies.ts'

export type Dependencies = {
  readonly settings: Settings
  readonly database: OpenDatabase
  readonly stripe: Stripe
  readonly verifyToken: VerifyToken
  readonly identityUsers: IdentityUsers
  readonly clock: () => Date
  readonly identityProvider?: ProviderWatch
  readonly logger?: FastifyBaseLogger
  /** The metrics registry that the responses are counted in. */
  readonly metrics?: Registry
  /** Null: nothing is traced. */
  readonly tracing?: Tracing | null
}

const maxBodyBytes = 64 * 1024

/** How long a proxy has to use each of its connections once more while the server stops, in ms. */
const proxyDrainMs = 5000

/**
 * Builds the admin API from the given parts. It does not listen yet, but `inject` works. Closing
 * the app does not close the parts.
 */
export const createApp = async (dependencies: Dependencies): Promise<App> => {
  const {
    settings,
    database,
    stripe,
    verifyToken,
    identityUsers,
    clock,
    identityProvider = { aheadMs: () => null, isReached: () => null },
    logger,
    metrics = new Registry(),
    tracing = null,
  } = dependencies
  const app: App = Fastify({
    ...(logger === undefined ? {} : { loggerInstance: logger }),
    bodyLimit: maxBodyBytes,
    trustProxy: trustProxyOption(settings.trustProxy),
    genReqId: requestIdOf,
    frameworkErrors: answerFrameworkErrors,
    logController: new LogController({ disableRequestLogging: true }),
    requestTimeout: 30_000,
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    ajv: {
      customOptions: {
        removeAdditional: false,
        coerceTypes: false,
        useDefaults: false,
        allErrors: true,
      },
    },
    // The default joins the messages of all errors: thousands of them for a body full of wrong
    // values.
    schemaErrorFormatter: () => new Error('The request is not as its schema says.'),
  })
  app.removeContentTypeParser('text/plain')
  acceptJsonTypeOfEmptyDelete(app)
  // The schemas describe the responses for the OpenAPI page; they do not filter them.
  app.setSerializerCompiler(() => (data) => JSON.stringify(data))
  tracing?.traceRequests(app)
  app.addHook('onRequest', (request, reply, done) => {
    setAnswerHeaders(request, reply)
    done()
  })
  answerErrors(app)
  requestLog(app)
  const drainMs = Math.min(proxyDrainMs, settings.stopTimeoutMs / 2)
  closeConnectionsOnStop(app, settings.trustProxy === 0 ? 0 : drainMs)

  await app.register(cors, {
    origin: [...settings.corsOrigins],
    methods: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
    allowedHeaders: [
      'Authorization',
      'Content-Type',
      'Idempotency-Key',
      'X-Staging-Auth',
      'If-None-Match',
      'X-Request-Id',
      'traceparent',
    ],
    exposedHeaders: ['X-Request-Id', 'ETag', 'Retry-After', 'Date'],
    maxAge: 600,
  })
  const inMemory = countInMemory(clock)
  const [secret] = settings.ledgerKeys
  const exactly = database.isShared ? countInDatabase(database.db, secret) : inMemory
  const cheaply = database.isShared
    ? countTogether(database.db, secret, clock, (error) =>
        app.log.warn({ err: error }, 'requests could not be counted together'),
      )
    : inMemory
  await limitAddresses(app, { exactly, cheaply })
  const describe = collectRoutes(app)
  if (settings.stagingAuth !== null) stagingGuard(app, settings.stagingAuth)

  const context: Context = {
    settings,
    db: database.db,
    readStale: database.readStale,
    stripe,
    catalogue: createCatalogue(stripe, { ttlMs: settings.stripe.catalogueTtlMs, clock }),
    authenticate: authenticator({
      verifyToken,
      identityUsers,
      db: database.db,
      limitUser: createUserLimit(cheaply, settings.rateLimits.user),
      clock,
    }),
    identityUsers,
    checkChallenge: settings.challenge && createChallengeCheck(settings.challenge),
    clock,
    perMinute: (max, count = 'exactly') => ({
      rateLimit: { max, timeWindow: 60_000, groupId: count },
    }),
    perHour: (name, max) => {
      const limit = createHourLimit(exactly, name, max)
      // Counts the addresses of an IPv6 network as one, like the limits per minute.
      return (request) => limit(normalizeIP(request.ip), request.log)
    },
    userPerHour: (name, max) => createHourLimit(exactly, `user ${name}`, max),
    perDay: (name, max) => createDayLimit(exactly, name, max),
  }
  const operators = createOperatorGuard(settings.operatorToken, settings.production)
  answerUnknownRoutes(app)
  registerHealth(app, database, identityProvider)
  measureAnswers(app, metrics)
  if (settings.metricsPort === null) serveMetrics(app, metrics, operators)
  registerQuestions(app, context)
  registerMailings(app, context)
  registerMe(app, context)
  registerDiagnoses(app, context)
  registerAppClaims(app, context)
  registerOffers(app, context)
  registerPromotionCodes(app, context)
  registerSetupIntents(app, context)
  registerSubscriptions(app, context)
  await registerWebhooks(app, context)
  await registerOpenApi(app, describe, operators)
  return app
}
