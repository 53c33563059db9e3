import { createServer } from 'node:http'
import { fastify } from 'fastify'
import { Stripe } from 'stripe'
import { startServer } from '#admin-api/server.ts'
import { readSettings } from '#admin-api/settings/settings.ts'
import type { DatabaseSettings } from '#admin-api/settings/database.ts'
import type { ChallengeAction } from '#core/ports/challenge.ts'
import { addRecaptcha, sandboxChallenge } from '#sandbox/console/recaptcha.ts'
import { createPaymentsServer } from '#sandbox/payments/server.ts'
import { referenceStates } from './reference-states.ts'
import type { ReferenceClock } from './reference-states.ts'
import { createReferenceVisitor, projectId, webhookSecret } from './reference-visitor.ts'
import type { StateHandlers } from './states.ts'
import type { Provider } from './verify-provider.ts'

const siteUrl = 'https://www.evenkeel.example'

export type ReferenceProvider = {
  readonly url: string
  readonly states: StateHandlers
  /** A new visitor, not signed in, at an address of their own. */
  begin(address?: string): void
  /** The ID token of the current visitor; null when signed out. */
  readonly token: string | null
  /** The IP address that the current visitor's requests come from. */
  readonly address: string
  /** Passes the bank's authentication (3-D Secure) for the visitor. */
  passAuthentication(clientSecret: string): Promise<void>
  stop(): Promise<void>
}

const listeningUrl = (address: unknown): string => {
  if (typeof address !== 'object' || address === null || !('port' in address))
    throw new Error('The server does not listen.')
  return `http://127.0.0.1:${String(address.port)}`
}

/** A fake identity provider for deleting users: it knows every user it is asked about. */
const startIdentity = async () => {
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'Content-Type': 'application/json' }).end('{}')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    host: new URL(listeningUrl(server.address())).host,
    stop: () =>
      new Promise<void>((resolve) => void server.close(() => resolve()).closeAllConnections()),
  }
}

/** A fake reCAPTCHA; `token` is what a page gets from it. */
const startChallenge = async (hostname: string) => {
  const server = fastify({ forceCloseConnections: true })
  await addRecaptcha(server)
  await server.listen({ port: 0, host: '127.0.0.1' })
  const url = `${listeningUrl(server.server.address())}/recaptcha`
  return {
    verifyUrl: `${url}/api/siteverify`,
    token: async (action: ChallengeAction): Promise<string> => {
      const body = new URLSearchParams({
        k: sandboxChallenge.siteKey,
        action,
        hostname,
      })
      return (
        (await (await fetch(`${url}/token`, { method: 'POST', body })).json()) as { token: string }
      ).token
    },
    stop: () => server.close(),
  }
}

/**
 * The admin API of this repository (by default on an in-memory database) and the payments sandbox,
 * with a handler for each state.
 */
export const startReferenceProvider = async (
  database: DatabaseSettings = { memory: null },
): Promise<ReferenceProvider> => {
  /** How far each clock is set back, in milliseconds. */
  const late: Record<ReferenceClock, number> = { api: 0, payments: 0 }
  const payments = await createPaymentsServer({
    webhookSecret,
    now: () => Date.now() - late.payments,
  })
  await payments.listen({ port: 0, host: '127.0.0.1' })
  const paymentsUrl = listeningUrl(payments.server.address())
  const identity = await startIdentity()
  const challenge = await startChallenge(new URL(siteUrl).hostname)
  const settings = readSettings({
    ADMIN_API_HOST: '127.0.0.1',
    ADMIN_API_PORT: '0',
    FIREBASE_PROJECT_ID: projectId,
    FIREBASE_AUTH_EMULATOR_HOST: identity.host,
    LOG_LEVEL: 'silent',
    SITE_URL: siteUrl,
    // No mail is sent: nothing listens on this port.
    SMTP_URL: 'smtp://127.0.0.1:9',
    MAIL_FROM: 'hello@evenkeel.example',
    MAX_DIAGNOSES_PER_USER: '60',
    RECAPTCHA_SECRET: sandboxChallenge.secret,
    RECAPTCHA_VERIFY_URL: challenge.verifyUrl,
    REVOCATION_CHECK_SECONDS: '0',
    RATE_LIMIT_PUBLIC_PER_MINUTE: '30',
    RATE_LIMIT_PROMOTION_PER_MINUTE: '20',
    RATE_LIMIT_SETUP_INTENT_PER_MINUTE: '30',
    RATE_LIMIT_SETUP_INTENT_PER_HOUR: '1000000',
    STRIPE_API_BASE: paymentsUrl,
    STRIPE_WEBHOOK_SECRET: webhookSecret,
    TRUST_PROXY: 'loopback',
  })
  const server = await startServer({ ...settings, database }, () => new Date(Date.now() - late.api))
  const stripe = new Stripe(settings.stripe.secretKey, {
    host: '127.0.0.1',
    port: new URL(paymentsUrl).port,
    protocol: 'http',
    telemetry: false,
  })

  const visitor = createReferenceVisitor({
    url: server.url,
    paymentsUrl,
    stripe,
    challengeToken: challenge.token,
  })
  return {
    url: server.url,
    states: referenceStates(visitor, challenge.token, (clock, by) => {
      late[clock] = by
    }),
    begin: visitor.begin,
    get token() {
      return visitor.session().token
    },
    get address() {
      return visitor.session().address
    },
    passAuthentication: visitor.passAuthentication,
    stop: async () => {
      await server.stop()
      await payments.close()
      await identity.stop()
      await challenge.stop()
    },
  }
}

/**
 * The reference provider in the form that `verifyProvider` takes. `url` is that of a proxy in front
 * of it, if any.
 */
export const asProvider = (reference: ReferenceProvider, url = reference.url): Provider => ({
  url,
  origin: siteUrl,
  setUp: async ({ name, parameters, address }) => {
    if (reference.address !== address) reference.begin(address)
    const handlers = reference.states as Readonly<
      Record<string, (parameters: object) => Promise<Record<string, string>>>
    >
    const handler = handlers[name]
    if (handler === undefined) throw new Error(`No handler sets up the state "${name}".`)
    const values = await handler(parameters).catch((error: Error) => {
      throw new Error(`The state "${name}" failed: ${error.message}`)
    })
    return { ...values, ...(reference.token !== null && { token: reference.token }) }
  },
})
