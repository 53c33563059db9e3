import { Stripe } from 'stripe'
import { createPaymentsServer } from '#sandbox/payments/server.ts'
import type { PaymentsServerOptions } from '#sandbox/payments/server.ts'

export const HOUR = 3600
export const DAY = 86_400

export interface Running {
  url: string
  stripe: Stripe
  /** A client with another key. */
  stripeWith(key: string): Stripe
  /** Moves the sandbox's own clock forward. */
  advance(seconds: number): Promise<void>
  post(path: string, body?: object): Promise<Response>
  get<T>(path: string): Promise<T>
  close(): Promise<void>
}

/** The payments sandbox on a free port, in memory by default. */
export const startPayments = async (options: PaymentsServerOptions = {}): Promise<Running> => {
  const app = await createPaymentsServer(options)
  await app.listen({ port: 0, host: '127.0.0.1' })
  const address = app.server.address()
  if (typeof address !== 'object' || !address) throw new Error('the server has no port')
  const { port } = address
  const url = `http://127.0.0.1:${port}`
  const stripeWith = (key: string) =>
    new Stripe(key, {
      host: '127.0.0.1',
      port,
      protocol: 'http',
      maxNetworkRetries: 0,
      telemetry: false,
    })
  const post = (path: string, body: object = {}) =>
    fetch(`${url}${path}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    })
  return {
    url,
    stripe: stripeWith(options.secretKey ?? 'sk_test_sandbox'),
    stripeWith,
    post,
    advance: async (seconds) => {
      const response = await post('/_sandbox/clock/advance', { seconds })
      if (!response.ok) throw new Error(await response.text())
    },
    get: async <T>(path: string) => (await (await fetch(`${url}${path}`)).json()) as T,
    close: () => app.close(),
  }
}

/** A customer whose card is attached and the default. */
export const customerWithCard = async (stripe: Stripe, token = 'pm_card_visa') => {
  const customer = await stripe.customers.create({ email: 'ada@example.com' })
  const card = await stripe.paymentMethods.attach(token, { customer: customer.id })
  await stripe.customers.update(customer.id, {
    invoice_settings: { default_payment_method: card.id },
  })
  return { customer, card }
}

export const priceOf = async (stripe: Stripe, plan: 'annual' | 'monthly') => {
  const { data } = await stripe.prices.list({ lookup_keys: [plan] })
  const price = data[0]
  if (!price) throw new Error(`no price for ${plan}`)
  return price
}

export const promotionOf = async (stripe: Stripe, code: string) => {
  const { data } = await stripe.promotionCodes.list({ code })
  const promotion = data[0]
  if (!promotion) throw new Error(`no promotion code ${code}`)
  return promotion
}

/** The error that a call of the Stripe package fails with. */
export const failureOf = async (call: Promise<unknown>) => {
  try {
    await call
  } catch (error) {
    if (error instanceof Stripe.errors.StripeError) return error
    throw error
  }
  throw new Error('the call was expected to fail')
}
