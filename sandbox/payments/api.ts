/** The HTTP side of every API route: keys, outages, idempotency, parameters, the response. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { accessOf } from './access.ts'
import type { Access } from './access.ts'
import { API_VERSION } from './api-version.ts'
import { runDue } from './billing/schedule.ts'
import type { Endpoint } from './endpoint.ts'
import { ENDPOINTS } from './endpoints.ts'
import { invalidRequest, StripeError } from './errors.ts'
import { fingerprintOf } from './idempotency.ts'
import type { Idempotency } from './idempotency.ts'
import { newId } from './ids.ts'
import type { Event } from './objects/events.ts'
import type { Outage } from './outage.ts'
import { listOf, text } from './params.ts'
import { visibleTo } from './public-fields.ts'
import { checkExpand, render } from './rendering.ts'
import type { Sandbox } from './sandbox.ts'
import type { RememberedAnswer } from './store.ts'

export interface ApiOptions {
  sandbox: Sandbox
  idempotency: Idempotency
  outage: Outage
  /** The real time in Unix milliseconds. */
  clock: () => number
  /** Called with the request being answered while its work runs, and with null afterwards. */
  onRequest: (request: Event['request'] | null) => void
}

const SINGULAR: Record<string, string> = {
  charges: 'charge',
  coupons: 'coupon',
  customers: 'customer',
  disputes: 'dispute',
  events: 'event',
  invoices: 'invoice',
  lines: 'line_item',
  payment_intents: 'payment_intent',
  payment_methods: 'payment_method',
  prices: 'price',
  products: 'product',
  promotion_codes: 'promotion_code',
  refunds: 'refund',
  setup_attempts: 'setup_attempt',
  setup_intents: 'setup_intent',
  subscription_schedules: 'subscription_schedule',
  subscriptions: 'subscription',
}

/**
 * Checks `expand` against the kind of object that a route returns. In lists, paths start with
 * `data.`.
 */
const checkExpandOf = ({ method, path }: Endpoint, expand: string[]): void => {
  const segments = path.split('/')
  const resource = segments.findLast((segment) => SINGULAR[segment] !== undefined) ?? ''
  const isList = method === 'GET' && segments.at(-1) === resource
  const paths = isList
    ? expand.map((each) => (each.startsWith('data.') ? each.slice('data.'.length) : `list.${each}`))
    : expand
  checkExpand(SINGULAR[resource] ?? '', paths)
}

const headerOf = (request: FastifyRequest, name: string): string | undefined => {
  const value = request.headers[name]
  return typeof value === 'string' && value !== '' ? value : undefined
}

const failure = (sandbox: Sandbox, error: StripeError, access: Access) => ({
  error: visibleTo(access, render(sandbox.state, error.body)),
})

const asStripeError = (error: unknown): StripeError => {
  if (error instanceof StripeError) return error
  console.error(error)
  return new StripeError(500, {
    type: 'api_error',
    message: 'An unknown error occurred in the payments sandbox.',
  })
}

const refuseJson = (request: FastifyRequest): void => {
  if (headerOf(request, 'content-type')?.startsWith('application/json')) {
    throw invalidRequest(
      'Request bodies have to be sent as application/x-www-form-urlencoded, not as JSON.',
    )
  }
}

const paramsOf = (request: FastifyRequest): Record<string, unknown> => ({
  ...(request.query as Record<string, unknown>),
  ...(request.body as Record<string, unknown> | undefined),
})

export const registerApi = (
  app: FastifyInstance,
  { sandbox, idempotency, outage, clock, onRequest }: ApiOptions,
): void => {
  const answer = (
    endpoint: Endpoint,
    raw: Record<string, unknown>,
    id: string,
    authorization: string | undefined,
  ) => {
    const { key, expand, ...params } = raw
    const access = accessOf(sandbox.settings, authorization, key, endpoint.isPublic)
    const expanded = expand === undefined ? [] : listOf(text)(expand, 'expand')
    checkExpandOf(endpoint, expanded)
    const work = endpoint.prepare(sandbox, params, id, access)
    return () => visibleTo(access, render(sandbox.state, work(), expanded))
  }

  /**
   * Performs a request that holds its idempotency key, and returns the response to store. Throws
   * before the work begins, so that nothing is stored, in an outage and for refused parameters.
   */
  const perform = async (
    endpoint: Endpoint,
    request: FastifyRequest,
    about: { requestId: string; key: string | undefined; fingerprint: string; access: Access },
  ): Promise<RememberedAnswer> => {
    await outage.pass()
    const { id = '' } = request.params as { id?: string }
    const work = answer(endpoint, paramsOf(request), id, headerOf(request, 'authorization'))
    const remember = (status: number, body: unknown): RememberedAnswer => ({
      fingerprint: about.fingerprint,
      requestId: about.requestId,
      status,
      body,
      at: clock(),
    })
    onRequest({ id: about.requestId, idempotency_key: about.key ?? null })
    try {
      runDue(sandbox, null, sandbox.now())
      return remember(200, work())
    } catch (error) {
      const stripeError = asStripeError(error)
      return remember(stripeError.status, failure(sandbox, stripeError, about.access))
    } finally {
      onRequest(null)
    }
  }

  const handle = async (endpoint: Endpoint, request: FastifyRequest, reply: FastifyReply) => {
    const requestId = newId('req', 14)
    const key = endpoint.method === 'POST' ? headerOf(request, 'idempotency-key') : undefined
    void reply.headers({ 'Request-Id': requestId, 'Stripe-Version': API_VERSION })
    if (key !== undefined) void reply.header('Idempotency-Key', key)
    try {
      refuseJson(request)
      const access = accessOf(
        sandbox.settings,
        headerOf(request, 'authorization'),
        paramsOf(request)['key'],
        endpoint.isPublic,
      )
      const fingerprint = fingerprintOf(
        request.method,
        request.url.split('?', 1)[0] ?? '',
        paramsOf(request),
      )
      const replay = key === undefined ? null : idempotency.claim(key, fingerprint)
      if (replay) {
        void reply.headers({ 'Idempotent-Replayed': 'true', 'Original-Request': replay.requestId })
        return await reply.status(replay.status).send(replay.body)
      }
      let remembered: RememberedAnswer | null = null
      try {
        remembered = await perform(endpoint, request, { requestId, key, fingerprint, access })
      } finally {
        if (key !== undefined) idempotency.release(key, remembered)
      }
      if (endpoint.method !== 'GET') sandbox.store.save()
      return await reply.status(remembered.status).send(remembered.body)
    } catch (error) {
      const stripeError = asStripeError(error)
      // Filtered as for a publishable key, because the request may not have been authenticated.
      return reply.status(stripeError.status).send(failure(sandbox, stripeError, 'publishable'))
    }
  }

  for (const each of ENDPOINTS) {
    app.route({
      method: each.method,
      url: each.path,
      handler: (request, reply) => handle(each, request, reply),
    })
  }
}

/** The answer to an unknown URL. */
export const unrecognizedUrl = (request: FastifyRequest): StripeError =>
  new StripeError(404, {
    type: 'invalid_request_error',
    message:
      `Unrecognized request URL (${request.method}: ${request.url.split('?', 1)[0]}). Please see https://stripe.com/docs ` +
      'or we can help at https://support.stripe.com/.',
  })
