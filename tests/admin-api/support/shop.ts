import type { AddressInfo } from 'node:net'
import type { Stripe } from 'stripe'
import type { TokenClaims } from '#tests/support/id-tokens.ts'
import { createPaymentsServer } from '#sandbox/payments/server.ts'
import { startApi } from './harness.ts'
import type { Api } from './harness.ts'

const base = '/api/v1/iap_subscriptions'
export const routes = {
  offers: base,
  setupIntents: `${base}/stripe/setup_intents`,
  promotionCodes: `${base}/stripe/promotion_codes`,
  subscriptions: `${base}/stripe/subscriptions`,
  webhooks: `${base}/stripe/webhooks`,
}

export type Card = {
  readonly setupIntentId: string
  readonly setupIntentClientSecret: string
  readonly paymentMethodId: string
}

let keys = 0
/** An Idempotency-Key that was never used. */
export const freshKey = (): string => {
  keys += 1
  return `key-${keys}`
}

/** What a subscriber agrees to. */
export const agreement = { text: 'By starting, you agree to our terms of use.', version: '2026-01' }

let cards = 0
/** The provider's token of a valid card that has had no trial. */
export const freshCard = (): string => {
  cards += 1
  return `pm_card_personal_${cards}`
}

/** The API with its own payments sandbox. */
export const startShop = async ({
  environment = {},
  parts = {},
}: Parameters<typeof startApi>[0] = {}) => {
  const server = await createPaymentsServer()
  await server.listen({ host: '127.0.0.1', port: 0 })
  const paymentsUrl = `http://127.0.0.1:${(server.server.address() as AddressInfo).port}`
  const api: Api = await startApi({
    environment: {
      STRIPE_API_BASE: paymentsUrl,
      CATALOGUE_TTL_MS: '0',
      STRIPE_TIMEOUT_MS: '45000',
      STRIPE_MAX_NETWORK_RETRIES: '0',
      ...environment,
    },
    parts,
  })
  const { stripe } = api

  const control = async (path: string, body: object): Promise<void> => {
    const answer = await fetch(`${paymentsUrl}/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    if (!answer.ok)
      throw new Error(`The payments sandbox answered ${answer.status}: ${await answer.text()}`)
  }

  const madeFor = async (userId: string): Promise<Stripe.Subscription[]> => {
    const { data } = await stripe.subscriptions.list({ status: 'all', limit: 100 })
    return data.filter(({ metadata }) => metadata['user_id'] === userId)
  }

  return {
    ...api,
    paymentsUrl,
    /**
     * Takes a card as the site does: a SetupIntent from the API, confirmed with the payment
     * provider.
     */
    takeCard: async (
      as: TokenClaims | null,
      token = freshCard(),
      journey?: 'sign-up' | 'enroll',
    ): Promise<Card> => {
      const request = { billingEmail: 'billing@example.com', journey }
      const answer = await api.post(routes.setupIntents, request, as === null ? {} : { as })
      const { id, clientSecret } = answer.json().data
      const intent = await stripe.setupIntents.confirm(id, { payment_method: token })
      if (intent.status === 'requires_action') {
        await control('3ds/complete', {
          intent: id,
          client_secret: intent.client_secret,
          passed: true,
        })
      }
      return {
        setupIntentId: id,
        setupIntentClientSecret: clientSecret,
        paymentMethodId: String(intent.payment_method),
      }
    },
    order: (as: TokenClaims, order: object, { key = freshKey() }: { key?: string } = {}) =>
      api.post(
        routes.subscriptions,
        { productId: 'annual', consent: agreement, ...order },
        { as, headers: { 'idempotency-key': key } },
      ),
    /** All subscriptions the provider has for the user. */
    subscriptionsOf: async (as: TokenClaims): Promise<Stripe.Subscription[]> =>
      madeFor((await api.get('/api/v1/me', { as })).json().data.id),
    /** Subscriptions by the user's id, for an account that may have been deleted. */
    subscriptionsMadeFor: madeFor,
    /** Sends an event to the webhook route, signed as the provider does. */
    deliver: (event: Stripe.Event, to: Pick<Api, 'post'> = api) => {
      const payload = JSON.stringify(event)
      const signature = stripe.webhooks.generateTestHeaderString({
        payload,
        secret: api.settings.stripe.webhookSecret,
      })
      return to.post(routes.webhooks, payload, {
        headers: { 'content-type': 'application/json', 'stripe-signature': signature },
      })
    },
    events: async (type: string): Promise<Stripe.Event[]> =>
      (await stripe.events.list({ type, limit: 100 })).data,
    outage: (state: { status?: 500 | 503; mode?: 'fail' | 'hang'; latency?: number }) =>
      control('_sandbox/outage', state),
    /** What follows the last attempt to charge an invoice. */
    endRetriesWith: (retriesEnd: 'cancel' | 'past_due' | 'unpaid') =>
      control('_sandbox/settings', { retriesEnd }),
    /** Moves the payments sandbox's clock. */
    advance: (seconds: number) => control('_sandbox/clock/advance', { seconds }),
    /** What the customer does on the bank's page. */
    authenticate: (clientSecret: string, passed: boolean) =>
      control('3ds/complete', {
        intent: clientSecret.split('_secret_')[0],
        client_secret: clientSecret,
        passed,
      }),
    stop: async () => {
      await api.stop()
      await server.close()
    },
  }
}

export type Shop = Awaited<ReturnType<typeof startShop>>
