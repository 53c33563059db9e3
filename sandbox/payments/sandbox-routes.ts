/**
 * The sandbox's own routes, for people, the console and tests: state, webhooks, clock, outage,
 * reset. JSON.
 */
import type { FastifyInstance } from 'fastify'
import { closeDispute, openDispute } from './billing/disputes.ts'
import { advanceClock } from './billing/schedule.ts'
import { invalidRequest, noSuch } from './errors.ts'
import type { DisputeReason } from './objects/disputes.ts'
import type { Event } from './objects/events.ts'
import type { Outage } from './outage.ts'
import { render } from './rendering.ts'
import { findCharge, findDispute } from './resources/charges.ts'
import type { Sandbox } from './sandbox.ts'
import type { RetriesEnd } from './store.ts'

export interface SandboxRoutesOptions {
  sandbox: Sandbox
  outage: Outage
  reset: () => void
  /** Sends an event to its endpoints once more. */
  resend: (event: Event) => void
}

const newestFirst = <T extends object>(sandbox: Sandbox, records: Record<string, T>) =>
  Object.values(records)
    .toReversed()
    .map((each) => render(sandbox.state, each))

const clockOf = (sandbox: Sandbox) => ({
  now: sandbox.now(),
  iso: new Date(sandbox.now() * 1000).toISOString(),
  offset: sandbox.state.clockOffset,
})

/** What an account's owner chooses in Stripe's dashboard. */
const settingsOf = ({ state: { retriesEnd } }: Sandbox) => ({ retriesEnd })

const advanceBody = {
  type: 'object',
  additionalProperties: false,
  properties: {
    seconds: { type: 'integer', minimum: 0 },
    to: { anyOf: [{ type: 'integer' }, { type: 'string' }] },
  },
} as const

const resendBody = {
  type: 'object',
  additionalProperties: false,
  required: ['event'],
  properties: { event: { type: 'string' } },
} as const

const outageBody = {
  type: 'object',
  additionalProperties: false,
  properties: {
    status: { enum: [500, 503, null] },
    mode: { enum: ['fail', 'hang', null] },
    latency: { type: 'integer', minimum: 0, maximum: 60_000 },
  },
} as const

const settingsBody = {
  type: 'object',
  additionalProperties: false,
  properties: { retriesEnd: { enum: ['cancel', 'past_due', 'unpaid'] } },
} as const

const disputeBody = {
  type: 'object',
  additionalProperties: false,
  required: ['charge'],
  properties: {
    charge: { type: 'string' },
    reason: {
      enum: [
        'duplicate',
        'fraudulent',
        'general',
        'product_not_received',
        'subscription_canceled',
      ] satisfies DisputeReason[],
    },
  },
} as const

const decisionBody = {
  type: 'object',
  additionalProperties: false,
  required: ['status'],
  properties: { status: { enum: ['lost', 'won'] } },
} as const

interface OutageBody {
  status?: 500 | 503 | null
  mode?: 'fail' | 'hang' | null
  latency?: number
}

const targetOf = (
  sandbox: Sandbox,
  { seconds, to }: { seconds?: number; to?: number | string },
): number => {
  if ((seconds === undefined) === (to === undefined))
    throw invalidRequest('Give either `seconds` or `to`.')
  const target =
    seconds === undefined
      ? typeof to === 'number'
        ? to
        : Math.floor(Date.parse(to ?? '') / 1000)
      : sandbox.now() + seconds
  if (!Number.isFinite(target))
    throw invalidRequest('`to` is a Unix time in seconds or a date in ISO 8601.')
  if (target < sandbox.now())
    throw invalidRequest('The clock only goes forward; reset the sandbox to start over.')
  return target
}

export const registerSandboxRoutes = (
  app: FastifyInstance,
  { sandbox, outage, reset, resend }: SandboxRoutesOptions,
): void => {
  app.get('/_sandbox/health', () => ({ status: 'ok' }))

  app.get('/_sandbox/state', () => ({
    clock: clockOf(sandbox),
    customers: newestFirst(sandbox, sandbox.state.customers),
    subscriptions: newestFirst(sandbox, sandbox.state.subscriptions),
    invoices: newestFirst(sandbox, sandbox.state.invoices),
    paymentIntents: newestFirst(sandbox, sandbox.state.paymentIntents),
    setupIntents: newestFirst(sandbox, sandbox.state.setupIntents),
    paymentMethods: newestFirst(sandbox, sandbox.state.paymentMethods),
    promotionCodes: newestFirst(sandbox, sandbox.state.promotionCodes),
  }))

  app.get('/_sandbox/webhooks', () => ({
    endpoints: newestFirst(sandbox, sandbox.state.webhookEndpoints),
    deliveries: Object.values(sandbox.state.deliveries).toReversed(),
  }))

  app.post<{ Body: { event: string } }>(
    '/_sandbox/webhooks/resend',
    { schema: { body: resendBody } },
    ({ body }) => {
      const event = sandbox.state.events[body.event]
      if (!event) throw noSuch('event', body.event)
      resend(event)
      sandbox.store.save()
      return { event: event.id }
    },
  )

  app.post('/_sandbox/reset', () => {
    reset()
    return { clock: clockOf(sandbox) }
  })

  app.get('/_sandbox/clock', () => clockOf(sandbox))

  app.post<{ Body: { seconds?: number; to?: number | string } }>(
    '/_sandbox/clock/advance',
    { schema: { body: advanceBody } },
    ({ body }) => {
      const done = advanceClock(sandbox, targetOf(sandbox, body))
      sandbox.store.save()
      return { ...clockOf(sandbox), done }
    },
  )

  app.get('/_sandbox/settings', () => settingsOf(sandbox))

  app.post<{ Body: { retriesEnd?: RetriesEnd } }>(
    '/_sandbox/settings',
    { schema: { body: settingsBody } },
    ({ body }) => {
      sandbox.state.retriesEnd = body.retriesEnd ?? sandbox.state.retriesEnd
      sandbox.store.save()
      return settingsOf(sandbox)
    },
  )

  app.post<{ Body: { charge: string; reason?: DisputeReason } }>(
    '/_sandbox/disputes',
    { schema: { body: disputeBody } },
    ({ body }) => {
      const charge = findCharge(sandbox, body.charge)
      const dispute = openDispute(sandbox, charge, body.reason ?? 'fraudulent')
      sandbox.store.save()
      return dispute
    },
  )

  app.post<{ Params: { id: string }; Body: { status: 'lost' | 'won' } }>(
    '/_sandbox/disputes/:id/close',
    { schema: { body: decisionBody } },
    ({ params, body }) => {
      const dispute = findDispute(sandbox, params.id)
      closeDispute(sandbox, dispute, body.status)
      sandbox.store.save()
      return dispute
    },
  )

  app.get('/_sandbox/outage', () => outage.state())

  app.post<{ Body: OutageBody }>(
    '/_sandbox/outage',
    { schema: { body: outageBody } },
    ({ body }) => {
      const { status = null, latency = 0 } = body
      outage.set({
        mode: body.mode === undefined && status !== null ? 'fail' : (body.mode ?? null),
        status,
        latency,
      })
      return outage.state()
    },
  )
}
