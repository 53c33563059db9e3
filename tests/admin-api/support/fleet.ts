import type { AddressInfo } from 'node:net'
import { Stripe } from 'stripe'
import { createPaymentsServer } from '#sandbox/payments/server.ts'
import { findFreePorts } from '#sandbox/ports.ts'
import { unsignedToken } from '#tests/support/id-tokens.ts'
import type { TokenClaims } from '#tests/support/id-tokens.ts'
import { runServer } from './process.ts'
import type { ServerProcess } from './process.ts'
import { freshCard, routes } from './shop.ts'
import type { Card } from './shop.ts'

export type Answer = {
  readonly status: number
  readonly body: { readonly data?: Record<string, unknown>; readonly code?: string }
}
export type Call = {
  readonly as?: TokenClaims
  readonly body?: object
  readonly headers?: Readonly<Record<string, string>>
}

type Options = {
  readonly databaseUrl: string
  readonly size: number
  readonly environment?: Readonly<Record<string, string>>
  /** Whether the payments sandbox sends its webhooks to the first process. */
  readonly webhooks?: boolean
}

/** Several processes of the API on one PostgreSQL, with a payments sandbox. */
export const startFleet = async ({
  databaseUrl,
  size,
  environment = {},
  webhooks = false,
}: Options) => {
  const ports = await findFreePorts(size)
  const payments = await createPaymentsServer({
    webhookUrl: webhooks ? `http://localhost:${ports[0]}${routes.webhooks}` : null,
    webhookRetryAfter: 100,
  })
  await payments.listen({ host: '127.0.0.1', port: 0 })
  const paymentsPort = (payments.server.address() as AddressInfo).port
  const stripe = new Stripe('sk_test_sandbox', {
    host: '127.0.0.1',
    port: paymentsPort,
    protocol: 'http',
    telemetry: false,
    maxNetworkRetries: 0,
  })

  const start = (port: number): ServerProcess =>
    runServer({
      DATABASE_URL: databaseUrl,
      ADMIN_API_PORT: String(port),
      STRIPE_API_BASE: `http://127.0.0.1:${paymentsPort}`,
      LOG_LEVEL: 'error',
      CATALOGUE_TTL_MS: '60000',
      RATE_LIMIT_PUBLIC_PER_MINUTE: '1000000',
      RATE_LIMIT_PROMOTION_PER_MINUTE: '1000000',
      RATE_LIMIT_USER_PER_MINUTE: '1000000',
      RATE_LIMIT_PAYMENT_PER_HOUR: '1000000',
      RATE_LIMIT_SETUP_INTENT_PER_MINUTE: '1000000',
      RATE_LIMIT_SETUP_INTENT_PER_HOUR: '1000000',
      ...environment,
    })
  const processes = ports.map(start)
  const urls = await Promise.all(processes.map((each) => each.url()))

  /** Rejects when the connection breaks. */
  const call = async (
    member: number,
    method: string,
    path: string,
    { as, body, headers = {} }: Call = {},
  ): Promise<Answer> => {
    const answer = await fetch(urls[member % size]! + path, {
      method,
      headers: {
        ...(as === undefined ? {} : { authorization: `Bearer ${unsignedToken(as)}` }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(30_000),
    })
    const text = await answer.text()
    return { status: answer.status, body: text === '' ? {} : (JSON.parse(text) as Answer['body']) }
  }

  return {
    urls,
    paymentsUrl: `http://127.0.0.1:${paymentsPort}`,
    stripe,
    call,
    /** Whether all processes are running. */
    isWhole: (): boolean =>
      processes.every(({ child }) => child.exitCode === null && child.signalCode === null),
    /** What the processes logged as errors, a line of JSON each. */
    errors: (): string[] =>
      processes.flatMap((each) => each.text().split('\n')).filter((line) => line.startsWith('{')),
    /** Confirms a SetupIntent with a card, as the site does with the provider. */
    confirm: async (setupIntentId: string): Promise<Card> => {
      const intent = await stripe.setupIntents.confirm(setupIntentId, {
        payment_method: freshCard(),
      })
      return {
        setupIntentId,
        setupIntentClientSecret: String(intent.client_secret),
        paymentMethodId: String(intent.payment_method),
      }
    },
    /** Delays every request to the payment provider by this many milliseconds. */
    setLatency: async (ms: number): Promise<void> => {
      await fetch(`http://127.0.0.1:${paymentsPort}/_sandbox/outage`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ latency: ms }),
      })
    },
    /** Kills a process as a power cut would, and starts another. */
    crash: async (member: number): Promise<void> => {
      await processes[member]!.kill('SIGKILL')
      processes[member] = start(ports[member]!)
      await processes[member].url()
    },
    pids: (): readonly number[] => processes.map(({ child }) => child.pid ?? 0),
    /** Stops a process as an operator does, and starts another. */
    restart: async (member: number): Promise<void> => {
      await processes[member]!.kill('SIGTERM')
      processes[member] = start(ports[member]!)
      await processes[member].url()
    },
    stop: async (): Promise<void> => {
      await Promise.all(processes.map((each) => each.kill('SIGTERM')))
      await payments.close()
    },
  }
}

export type Fleet = Awaited<ReturnType<typeof startFleet>>
