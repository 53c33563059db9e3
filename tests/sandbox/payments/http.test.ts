import { Stripe } from 'stripe'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { API_VERSION, STRIPE_JS_VERSION } from '#sandbox/payments/api-version.ts'
import { failureOf, priceOf, startPayments } from './support.ts'
import type { Running } from './support.ts'

describe('the HTTP side of the payments sandbox', () => {
  let payments: Running
  let stripe: Stripe

  beforeAll(async () => {
    payments = await startPayments()
    stripe = payments.stripe
  })

  afterAll(() => payments.close())

  const formPost = (path: string, body: string, headers: Record<string, string> = {}) =>
    fetch(`${payments.url}${path}`, {
      method: 'POST',
      headers: {
        Authorization: 'Bearer sk_test_sandbox',
        'Content-Type': 'application/x-www-form-urlencoded',
        ...headers,
      },
      body,
    })

  test('uses the API version that the stripe package is pinned to', () => {
    expect(Stripe.API_VERSION).toBe(API_VERSION)
    expect(API_VERSION.endsWith(STRIPE_JS_VERSION)).toBe(true)
  })

  test('sends a request id with its response', async () => {
    const customer = await stripe.customers.create({})
    expect(customer.lastResponse.requestId).toMatch(/^req_\w+$/)
  })

  test('accepts the key as Bearer and as Basic authorization', async () => {
    const basic = Buffer.from('sk_test_sandbox:').toString('base64')
    for (const authorization of ['Bearer sk_test_sandbox', `Basic ${basic}`]) {
      const response = await fetch(`${payments.url}/v1/products`, {
        headers: { Authorization: authorization },
      })
      expect(response.status).toBe(200)
    }
  })

  test('refuses a wrong key and a missing one with 401', async () => {
    const wrong = await failureOf(payments.stripeWith('sk_test_other').customers.list())
    expect(wrong).toMatchObject({ type: 'StripeAuthenticationError', statusCode: 401 })
    expect((await fetch(`${payments.url}/v1/customers`)).status).toBe(401)
  })

  test('refuses the publishable key on secret routes with 403', async () => {
    const error = await failureOf(payments.stripeWith('pk_test_sandbox').customers.list())
    expect(error).toMatchObject({ statusCode: 403, code: 'secret_key_required' })
  })

  test('refuses an unknown route with 404', async () => {
    const response = await fetch(`${payments.url}/v1/unicorns`, {
      headers: { Authorization: 'Bearer sk_test_sandbox' },
    })
    expect(response.status).toBe(404)
    expect(await response.json()).toMatchObject({
      error: {
        type: 'invalid_request_error',
        message: expect.stringContaining('Unrecognized request URL (GET: /v1/unicorns)'),
      },
    })
  })

  test('refuses unknown, missing and malformed parameters by name', async () => {
    const answer = async (body: string) =>
      (await (await formPost('/v1/subscriptions', body)).json()) as { error: object }
    expect(await answer('customer=c&items[0][price]=p&coupon=x')).toMatchObject({
      error: {
        code: 'parameter_unknown',
        param: 'coupon',
        message: 'Received unknown parameter: coupon',
      },
    })
    expect(await answer('customer=c&items[0][price]=p&items[0][flavour]=x')).toMatchObject({
      error: { code: 'parameter_unknown', param: 'items[0][flavour]' },
    })
    expect(await answer('customer=c')).toMatchObject({
      error: { code: 'parameter_missing', param: 'items' },
    })
    expect(await answer('customer=c&items[0][price]=p&trial_period_days=soon')).toMatchObject({
      error: { code: 'parameter_invalid_integer', param: 'trial_period_days' },
    })
    expect(await answer('customer=&items[0][price]=p')).toMatchObject({
      error: { code: 'parameter_invalid_empty' },
    })
  })

  test('refuses an expansion that does not exist, and creates nothing', async () => {
    const before = await stripe.customers.list({ limit: 100 })
    const error = await failureOf(
      stripe.customers.create({ email: 'x@example.com', expand: ['subscription'] }),
    )
    expect(error.message).toBe('This property cannot be expanded (subscription).')
    expect(await stripe.customers.list({ limit: 100 })).toHaveProperty(
      'data.length',
      before.data.length,
    )
  })

  test('pages through lists, newest first, without losing or repeating an item', async () => {
    const made: string[] = []
    for (let index = 0; index < 5; index += 1)
      made.push((await stripe.customers.create({ email: 'pager@example.com' })).id)
    const first = await stripe.customers.list({ email: 'pager@example.com', limit: 2 })
    expect(first).toMatchObject({ object: 'list', has_more: true, url: '/v1/customers' })
    const all = await stripe.customers
      .list({ email: 'pager@example.com', limit: 2 })
      .autoPagingToArray({ limit: 100 })
    expect(all.map(({ id }) => id)).toEqual(made.toReversed())
    const newer = await stripe.customers.list({
      email: 'pager@example.com',
      ending_before: made[0],
    })
    expect(newer.data.map(({ id }) => id)).toEqual(made.slice(1).toReversed())
  })

  describe('idempotency keys', () => {
    test('replay the response to a repeated request', async () => {
      const options = { idempotencyKey: 'same-request' }
      const first = await stripe.customers.create({ email: 'once@example.com' }, options)
      const again = await stripe.customers.create({ email: 'once@example.com' }, options)
      expect(again.id).toBe(first.id)
      expect(again.lastResponse.headers['idempotent-replayed']).toBe('true')
      expect((await stripe.customers.list({ email: 'once@example.com' })).data).toHaveLength(1)
    })

    test('replay the response to a declined card as well', async () => {
      const customer = await stripe.customers.create({})
      const attempt = () =>
        failureOf(
          stripe.paymentMethods.attach(
            'pm_card_chargeDeclined',
            { customer: customer.id },
            { idempotencyKey: 'declined' },
          ),
        )
      const first = await attempt()
      expect((await attempt()).raw).toMatchObject({
        payment_method: { id: (first.raw as { payment_method: { id: string } }).payment_method.id },
      })
    })

    test('refuse other parameters under the same key', async () => {
      const options = { idempotencyKey: 'other-parameters' }
      await stripe.customers.create({ email: 'one@example.com' }, options)
      const error = await failureOf(stripe.customers.create({ email: 'two@example.com' }, options))
      expect(error).toMatchObject({ type: 'StripeIdempotencyError', statusCode: 400 })
    })

    test('return 409 to a second request while the first is still in progress', async () => {
      await payments.post('/_sandbox/outage', { mode: 'hang' })
      const options = { idempotencyKey: 'concurrent' }
      const attempts = [1, 2].map(() =>
        stripe.customers.create({ email: 'slow@example.com' }, options).then(
          ({ id }) => id,
          (error: Stripe.errors.StripeError) => error.statusCode,
        ),
      )
      expect(await Promise.race(attempts)).toBe(409)
      await payments.post('/_sandbox/outage', { mode: null })
      const replayed = await stripe.customers.create({ email: 'slow@example.com' }, options)
      expect(new Set(await Promise.all(attempts))).toEqual(new Set([409, replayed.id]))
    })

    test('can be used again when the parameters of the first request were refused', async () => {
      const price = await priceOf(stripe, 'monthly')
      const options = { idempotencyKey: 'refused-first' }
      const refused = await formPost('/v1/customers', 'colour=red', {
        'Idempotency-Key': 'refused-first',
      })
      expect(refused.status).toBe(400)
      expect(
        (await stripe.customers.create({ metadata: { price: price.id } }, options)).id,
      ).toMatch(/^cus_/)
    })
  })

  test('fails every API call during an outage, and works again after it', async () => {
    await payments.post('/_sandbox/outage', { status: 503, mode: 'fail' })
    expect(await failureOf(stripe.customers.list())).toMatchObject({
      type: 'StripeAPIError',
      statusCode: 503,
    })
    await payments.post('/_sandbox/outage', { status: null, mode: null })
    expect((await stripe.customers.list()).object).toBe('list')
  })

  test('shows its state, and resets it to the seeded prices on request', async () => {
    await stripe.customers.create({ email: 'seen@example.com' })
    const state = await payments.get<{ customers: { email: string }[] }>('/_sandbox/state')
    expect(state.customers.map(({ email }) => email)).toContain('seen@example.com')
    await payments.post('/_sandbox/reset')
    expect((await payments.get<{ customers: object[] }>('/_sandbox/state')).customers).toEqual([])
    expect((await stripe.prices.list()).data).toHaveLength(2)
  })
})
