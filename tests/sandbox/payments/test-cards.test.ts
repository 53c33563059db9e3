import type { Stripe } from 'stripe'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { customerWithCard, DAY, failureOf, priceOf, startPayments } from './support.ts'
import type { Running } from './support.ts'

describe('test cards of the payments sandbox', () => {
  let payments: Running
  let stripe: Stripe

  beforeAll(async () => {
    payments = await startPayments()
    stripe = payments.stripe
  })

  afterAll(() => payments.close())

  const typed = async (number: string, more: Record<string, string> = {}) => {
    const response = await fetch(`${payments.url}/v1/payment_methods`, {
      method: 'POST',
      body: new URLSearchParams({
        key: 'pk_test_sandbox',
        type: 'card',
        'card[number]': number,
        'card[exp_month]': '12',
        'card[exp_year]': '2034',
        'card[cvc]': '123',
        ...more,
      }),
    })
    const { id } = (await response.json()) as { id: string }
    return id
  }

  /** Attaches a typed card to a new customer, and subscribes with it. */
  const subscribe = async (card: string, more: Partial<Stripe.SubscriptionCreateParams> = {}) => {
    const customer = await stripe.customers.create({})
    const { id } = await stripe.paymentMethods.attach(card, { customer: customer.id })
    const price = await priceOf(stripe, 'monthly')
    return stripe.subscriptions.create({
      customer: customer.id,
      items: [{ price: price.id }],
      default_payment_method: id,
      ...more,
    })
  }

  test('4000 0000 0000 6975 is declined for its velocity, and cannot be attached', async () => {
    const customer = await stripe.customers.create({})
    const error = await failureOf(
      stripe.paymentMethods.attach(await typed('4000000000006975'), { customer: customer.id }),
    )
    expect(error).toMatchObject({ code: 'card_declined', decline_code: 'card_velocity_exceeded' })
  })

  test.each(['4100000000000019', '4000000000004954'])(
    '%s is blocked as too risky',
    async (number) => {
      expect((await subscribe(await typed(number))).status).toBe('incomplete')
      const [charge] = (await stripe.charges.list({ limit: 1 })).data
      expect(charge?.outcome?.type).toBe('blocked')
    },
  )

  test.each(['4000000000003220', '4000000000003063'])(
    '%s asks for 3-D Secure whenever it is used',
    async (number) => {
      const { status } = await subscribe(await typed(number))
      expect(status).toBe('incomplete')
      const intent = await stripe.setupIntents.create({
        payment_method: await typed(number),
        confirm: true,
        return_url: 'http://localhost/',
      })
      expect(intent.status).toBe('requires_action')
    },
  )

  test('4000 0000 0000 0259 is disputed once it is charged', async () => {
    await subscribe(await typed('4000000000000259'))
    const [dispute] = (await stripe.disputes.list({ limit: 1 })).data
    expect(dispute?.reason).toBe('fraudulent')
  })

  test('4000 0038 0000 0446 asks for 3-D Secure only on session', async () => {
    const card = await typed('4000003800000446')
    const intent = await stripe.setupIntents.create({ payment_method: card, confirm: true })
    expect(intent.status).toBe('succeeded')
    expect((await subscribe(await typed('4000003800000446'))).status).toBe('incomplete')
    const off = await subscribe(await typed('4000003800000446'), { off_session: true })
    expect(off.status).toBe('active')
    const trial = await subscribe(await typed('4000003800000446'), { trial_period_days: 1 })
    await payments.advance(2 * DAY)
    expect((await stripe.subscriptions.retrieve(trial.id)).status).toBe('active')
  })

  test('4000 0000 0000 0101 fails the check of its security code', async () => {
    const card = await typed('4000000000000101')
    const error = await failureOf(
      stripe.setupIntents.create({ payment_method: card, confirm: true }),
    )
    expect(error).toMatchObject({ code: 'incorrect_cvc' })
  })

  test('4000 0000 0000 0036 fails the check of its postal code, and is charged', async () => {
    const card = await typed('4000000000000036', { 'billing_details[address][postal_code]': '1' })
    const { status } = await subscribe(card)
    const [charge] = (await stripe.charges.list({ limit: 1 })).data
    expect([status, charge?.payment_method_details?.card?.checks]).toMatchObject([
      'active',
      { address_postal_code_check: 'fail', cvc_check: 'pass' },
    ])
  })

  test('let a publishable key read only a part of their SetupIntent or PaymentIntent', async () => {
    const { customer } = await customerWithCard(stripe)
    const intent = await stripe.setupIntents.create({ customer: customer.id })
    const read = async (path: string, secret: string | null): Promise<object> => {
      const query = new URLSearchParams({ key: 'pk_test_sandbox', client_secret: secret ?? '' })
      return (await fetch(`${payments.url}/v1/${path}?${query}`)).json() as Promise<object>
    }
    const seen = await read(`setup_intents/${intent.id}`, intent.client_secret)
    expect(seen).toMatchObject({ id: intent.id, status: 'requires_payment_method' })
    for (const hidden of ['customer', 'metadata', 'latest_attempt', 'payment_method_options'])
      expect(seen).not.toHaveProperty(hidden)
    await subscribe('pm_card_visa')
    const [paid] = (await stripe.paymentIntents.list({ limit: 1 })).data
    const payment = await read(`payment_intents/${paid?.id}`, paid?.client_secret ?? null)
    expect(payment).toMatchObject({ amount: 1299, status: 'succeeded' })
    for (const hidden of ['customer', 'amount_received', 'latest_charge', 'metadata'])
      expect(payment).not.toHaveProperty(hidden)
  })

  test('appear in the attempts of their SetupIntent', async () => {
    const intent = await stripe.setupIntents.create({
      allowed_payment_method_types: ['card'],
      payment_method_options: { card: { request_three_d_secure: 'any' } },
    })
    expect(intent).toMatchObject({
      allowed_payment_method_types: ['card'],
      latest_attempt: null,
      payment_method_options: { card: { request_three_d_secure: 'any' } },
    })
    await failureOf(
      stripe.setupIntents.confirm(intent.id, { payment_method: 'pm_card_chargeDeclined' }),
    )
    await stripe.setupIntents.confirm(intent.id, { payment_method: 'pm_card_visa' })
    const { data } = await stripe.setupAttempts.list({ setup_intent: intent.id })
    expect(data.map(({ status }) => status)).toEqual(['succeeded', 'failed'])
    expect((await stripe.setupIntents.retrieve(intent.id)).latest_attempt).toBe(data[0]?.id)
  })
})
