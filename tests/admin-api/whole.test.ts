import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createStripe } from '#admin-api/payments/stripe-client.ts'
import { startServer } from '#admin-api/server.ts'
import type { RunningServer } from '#admin-api/server.ts'
import { createPaymentsServer } from '#sandbox/payments/server.ts'
import { findFreePorts } from '#sandbox/ports.ts'
import { unsignedToken } from '#tests/support/id-tokens.ts'
import { freshDatabase, startTimeout, testSettings } from './support/harness.ts'
import { agreement, routes } from './support/shop.ts'

let payments: Awaited<ReturnType<typeof createPaymentsServer>>
let server: RunningServer
let stripe: ReturnType<typeof createStripe>

beforeAll(async () => {
  const [port = 0] = await findFreePorts(1)
  payments = await createPaymentsServer({
    webhookUrl: `http://localhost:${port}${routes.webhooks}`,
    webhookRetryAfter: 50,
  })
  await payments.listen({ host: '127.0.0.1', port: 0 })
  const settings = testSettings({
    STRIPE_API_BASE: `http://127.0.0.1:${(payments.server.address() as AddressInfo).port}`,
  })
  stripe = createStripe(settings.stripe)
  server = await startServer({ ...settings, database: await freshDatabase(), port })
})
afterAll(async () => {
  await server.stop()
  await payments.close()
})

const call = async (
  method: string,
  path: string,
  body?: object,
): Promise<{ status: number; data: Record<string, unknown> }> => {
  const answer = await fetch(server.url + path, {
    method,
    headers: {
      authorization: `Bearer ${unsignedToken()}`,
      'idempotency-key': 'a key',
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const { data } = (await answer.json()) as { data: Record<string, unknown> }
  return { status: answer.status, data }
}

test(
  'a subscription is created over the network, and the provider’s webhooks keep it up to date',
  async () => {
    const { data: intent } = await call('POST', routes.setupIntents, {
      billingEmail: 'ada@example.com',
    })
    const confirmed = await stripe.setupIntents.confirm(String(intent['id']), {
      payment_method: 'pm_card_visa',
    })
    const made = await call('POST', routes.subscriptions, {
      productId: 'monthly',
      setupIntentId: intent['id'],
      setupIntentClientSecret: intent['clientSecret'],
      paymentMethodId: confirmed.payment_method,
      journey: 'sign-up',
      consent: agreement,
    })
    expect(made.status).toBe(201)
    expect(made).toMatchObject({ data: { productId: 'monthly', status: 'trialing' } })

    const {
      data: [subscription],
    } = await stripe.subscriptions.list({ status: 'all' })
    await stripe.subscriptions.cancel(subscription!.id)
    const status = async () =>
      ((await call('GET', '/api/v1/me')).data['subscription'] as { status: string }).status
    await expect.poll(status).toBe('canceled')
  },
  startTimeout,
)
