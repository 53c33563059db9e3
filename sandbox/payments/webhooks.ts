/**
 * Delivers signed events to webhook endpoints, and retries until the endpoint accepts them or the
 * last attempt fails.
 */
import { createHmac } from 'node:crypto'
import { newId } from './ids.ts'
import type { Event, WebhookEndpoint } from './objects/events.ts'
import type { Delivery, Store } from './store.ts'

export interface WebhookOptions {
  store: Store
  /**
   * The real time in Unix milliseconds: receivers compare the signature's time with their own
   * clock.
   */
  clock: () => number
  /**
   * The first pause before a retry, in milliseconds; doubles with each retry, up to five minutes.
   */
  retryAfter: number
}

export interface Webhooks {
  /** Queues an event for every endpoint that wants it. */
  send(event: Event): void
  /** Resumes the deliveries that were pending when the state was saved. */
  resume(): void
  /** Stops sending; resolves once nothing is in flight. */
  stop(): Promise<void>
}

const MOST_ATTEMPTS = 40
const MOST_IN_FLIGHT = 8
const LONGEST_PAUSE = 300_000
const ANSWER_WITHIN = 10_000

/** The `Stripe-Signature` header for a payload sent at `seconds`. */
const signatureOf = (payload: string, secret: string, seconds: number): string =>
  `t=${seconds},v1=${createHmac('sha256', secret).update(`${seconds}.${payload}`).digest('hex')}`

const wants = (endpoint: WebhookEndpoint, type: string): boolean =>
  endpoint.status === 'enabled' &&
  (endpoint.enabled_events.includes('*') || endpoint.enabled_events.includes(type))

export const createWebhooks = ({ store, clock, retryAfter }: WebhookOptions): Webhooks => {
  const timers = new Map<string, NodeJS.Timeout>()
  const inFlight = new Map<string, Promise<void>>()
  const due: string[] = []
  const aborting = new AbortController()

  const schedule = (delivery: Delivery): void => {
    if (aborting.signal.aborted) return
    const timer = setTimeout(
      () => {
        timers.delete(delivery.id)
        due.push(delivery.id)
        sendNext()
      },
      Math.max(0, delivery.nextAttemptAt - clock()),
    )
    timers.set(delivery.id, timer)
  }

  const finish = (delivery: Delivery, status: 'delivered' | 'failed'): void => {
    delivery.status = status
    const event = store.state.events[delivery.event]
    if (event) event.pending_webhooks = Math.max(0, event.pending_webhooks - 1)
  }

  const post = async (
    delivery: Delivery,
    event: Event,
    secret: string,
  ): Promise<{ status: number | null; error: string | null }> => {
    const payload = JSON.stringify(event, null, 2)
    try {
      const response = await fetch(delivery.url, {
        method: 'POST',
        headers: {
          'Content-Type': 'application/json; charset=utf-8',
          'Stripe-Signature': signatureOf(payload, secret, Math.floor(clock() / 1000)),
          'User-Agent': 'Stripe/1.0 (+https://stripe.com/docs/webhooks)',
        },
        body: payload,
        redirect: 'manual',
        signal: AbortSignal.any([aborting.signal, AbortSignal.timeout(ANSWER_WITHIN)]),
      })
      await response.body?.cancel()
      return { status: response.status, error: response.ok ? null : `answered ${response.status}` }
    } catch (error) {
      const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
      return {
        status: null,
        error: cause instanceof Error ? cause.message || cause.name : String(cause),
      }
    }
  }

  const attempt = async (delivery: Delivery): Promise<void> => {
    const event = store.state.events[delivery.event]
    const endpoint = store.state.webhookEndpoints[delivery.endpoint]
    if (!event || !endpoint) return finish(delivery, 'failed')
    const at = clock()
    const { status, error } = await post(delivery, event, endpoint._secret)
    if (aborting.signal.aborted && error !== null) return
    delivery.attempts.push({ at, status, error })
    if (error === null) {
      finish(delivery, 'delivered')
    } else if (delivery.attempts.length >= MOST_ATTEMPTS) {
      finish(delivery, 'failed')
    } else {
      delivery.nextAttemptAt =
        clock() + Math.min(LONGEST_PAUSE, retryAfter * 2 ** (delivery.attempts.length - 1))
      schedule(delivery)
    }
    store.save()
  }

  const sendNext = (): void => {
    while (inFlight.size < MOST_IN_FLIGHT && !aborting.signal.aborted) {
      const delivery = store.state.deliveries[due.shift() ?? '']
      if (!delivery) {
        if (due.length === 0) return
        continue
      }
      const running = attempt(delivery).finally(() => {
        inFlight.delete(delivery.id)
        sendNext()
      })
      inFlight.set(delivery.id, running)
    }
  }

  return {
    send: (event) => {
      for (const endpoint of Object.values(store.state.webhookEndpoints)) {
        if (!wants(endpoint, event.type)) continue
        const delivery: Delivery = {
          id: newId('whd'),
          event: event.id,
          type: event.type,
          endpoint: endpoint.id,
          url: endpoint.url,
          status: 'pending',
          attempts: [],
          nextAttemptAt: clock(),
        }
        event.pending_webhooks += 1
        store.state.deliveries[delivery.id] = delivery
        schedule(delivery)
      }
    },
    resume: () => {
      for (const delivery of Object.values(store.state.deliveries)) {
        if (delivery.status === 'pending') schedule(delivery)
      }
    },
    stop: async () => {
      aborting.abort()
      for (const timer of timers.values()) clearTimeout(timer)
      await Promise.all(inFlight.values())
    },
  }
}
