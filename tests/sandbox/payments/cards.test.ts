import type { Stripe } from 'stripe'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { failureOf, startPayments } from './support.ts'
import type { Running } from './support.ts'

describe('cards in the payments sandbox', () => {
  let payments: Running
  let stripe: Stripe

  beforeAll(async () => {
    payments = await startPayments()
    stripe = payments.stripe
  })

  afterAll(() => payments.close())

  describe('payment methods', () => {
    test('made from a test token can be attached, listed and detached, but not attached again', async () => {
      const customer = await stripe.customers.create({})
      const card = await stripe.paymentMethods.attach('pm_card_mastercard', {
        customer: customer.id,
      })
      expect(card).toMatchObject({
        customer: customer.id,
        card: { brand: 'mastercard', last4: '4444' },
      })
      expect(
        (await stripe.paymentMethods.list({ customer: customer.id, type: 'card' })).data,
      ).toHaveLength(1)
      expect((await stripe.customers.listPaymentMethods(customer.id)).data).toHaveLength(1)
      expect((await stripe.paymentMethods.detach(card.id)).customer).toBeNull()
      const error = await failureOf(
        stripe.paymentMethods.attach(card.id, { customer: customer.id }),
      )
      expect(error.message).toContain('may not be used again')
    })

    test.each([
      [
        'pm_card_visa_chargeDeclined',
        'card_declined',
        'generic_decline',
        'Your card was declined.',
      ],
      [
        'pm_card_chargeDeclinedInsufficientFunds',
        'card_declined',
        'insufficient_funds',
        'Your card has insufficient funds.',
      ],
      [
        'pm_card_visa_chargeDeclinedInsufficientFunds',
        'card_declined',
        'insufficient_funds',
        'Your card has insufficient funds.',
      ],
      [
        'pm_card_chargeDeclinedExpiredCard',
        'expired_card',
        'expired_card',
        'Your card has expired.',
      ],
      [
        'pm_card_chargeDeclinedIncorrectCvc',
        'incorrect_cvc',
        'incorrect_cvc',
        "Your card's security code is incorrect.",
      ],
    ])('%s is declined when attached', async (token, code, decline, message) => {
      const customer = await stripe.customers.create({})
      const error = await failureOf(stripe.paymentMethods.attach(token, { customer: customer.id }))
      expect(error).toMatchObject({
        type: 'StripeCardError',
        statusCode: 402,
        code,
        decline_code: decline,
        message,
      })
    })

    const typed = (fields: Record<string, string>) =>
      fetch(`${payments.url}/v1/payment_methods`, {
        method: 'POST',
        body: new URLSearchParams({
          key: 'pk_test_sandbox',
          type: 'card',
          'card[number]': '4242424242424242',
          'card[exp_month]': '12',
          'card[exp_year]': '2034',
          'card[cvc]': '123',
          ...fields,
        }),
      })

    test('are created from a typed card number only with the publishable key', async () => {
      const response = await typed({})
      expect(await response.json()).toMatchObject({
        object: 'payment_method',
        card: { last4: '4242' },
      })
      expect(response.headers.get('access-control-allow-origin')).toBe('*')
      const card = { number: '4242424242424242', exp_month: 12, exp_year: 2034, cvc: '123' }
      const error = await failureOf(stripe.paymentMethods.create({ type: 'card', card }))
      expect(error.message).toContain('generally unsafe')
    })

    test.each([
      [{ 'card[number]': '4242424242424241' }, 'incorrect_number'],
      [{ 'card[number]': '4242' }, 'invalid_number'],
      [{ 'card[exp_month]': '13' }, 'invalid_expiry_month'],
      [{ 'card[exp_year]': '2020' }, 'invalid_expiry_year'],
      [{ 'card[cvc]': '12' }, 'invalid_cvc'],
    ])('are refused for %o', async (fields, code) => {
      const response = await typed(fields)
      expect(response.status).toBe(402)
      expect(await response.json()).toMatchObject({ error: { type: 'card_error', code } })
    })

    test('are stored without the card number', async () => {
      await typed({})
      expect(await (await fetch(`${payments.url}/_sandbox/state`)).text()).not.toContain(
        '4242424242424242',
      )
    })
  })

  describe('setup intents', () => {
    test('save a card to the customer', async () => {
      const customer = await stripe.customers.create({})
      const intent = await stripe.setupIntents.create({
        customer: customer.id,
        automatic_payment_methods: { enabled: true },
      })
      expect(intent).toMatchObject({
        status: 'requires_payment_method',
        client_secret: expect.stringContaining(`${intent.id}_secret_`),
      })
      const confirmed = await stripe.setupIntents.confirm(intent.id, {
        payment_method: 'pm_card_visa',
        return_url: 'http://localhost/back',
        expand: ['payment_method'],
      })
      expect(confirmed).toMatchObject({
        status: 'succeeded',
        payment_method: { customer: customer.id },
      })
      const error = await failureOf(
        stripe.setupIntents.confirm(intent.id, { payment_method: 'pm_card_visa' }),
      )
      expect(error).toMatchObject({ code: 'setup_intent_unexpected_state' })
      expect(
        (await stripe.setupIntents.list({ customer: customer.id })).data.map(({ id }) => id),
      ).toEqual([intent.id])
    })

    test('ask for another card when the first is declined', async () => {
      const intent = await stripe.setupIntents.create({})
      const error = await failureOf(
        stripe.setupIntents.confirm(intent.id, { payment_method: 'pm_card_chargeDeclined' }),
      )
      expect(error).toMatchObject({ statusCode: 402, code: 'card_declined' })
      expect(error.raw).toMatchObject({
        setup_intent: { id: intent.id, status: 'requires_payment_method' },
      })
      expect((await stripe.setupIntents.retrieve(intent.id)).last_setup_error).toMatchObject({
        decline_code: 'generic_decline',
      })
      expect(
        (await stripe.setupIntents.confirm(intent.id, { payment_method: 'pm_card_visa' })).status,
      ).toBe('succeeded')
    })

    test('require authentication when the card does, and redirect back after it', async () => {
      const intent = await stripe.setupIntents.create({})
      const asked = await stripe.setupIntents.confirm(intent.id, {
        payment_method: 'pm_card_authenticationRequiredOnSetup',
        return_url: 'http://localhost/back?step=3',
      })
      expect(asked).toMatchObject({
        status: 'requires_action',
        next_action: { type: 'redirect_to_url' },
      })
      const response = await payments.post('/3ds/complete', {
        intent: intent.id,
        client_secret: intent.client_secret,
        passed: true,
      })
      expect(await response.json()).toEqual({
        redirectTo: `http://localhost/back?step=3&setup_intent=${intent.id}&setup_intent_client_secret=${intent.client_secret}&redirect_status=succeeded`,
      })
      expect((await stripe.setupIntents.retrieve(intent.id)).status).toBe('succeeded')
    })

    test('can be canceled', async () => {
      const intent = await stripe.setupIntents.create({})
      expect((await stripe.setupIntents.cancel(intent.id)).status).toBe('canceled')
      expect(
        await failureOf(stripe.setupIntents.confirm(intent.id, { payment_method: 'pm_card_visa' })),
      ).toMatchObject({
        code: 'setup_intent_unexpected_state',
      })
    })

    test('can be read with the publishable key only together with their client secret', async () => {
      const intent = await stripe.setupIntents.create({})
      const read = async (secret: string) =>
        (
          await fetch(
            `${payments.url}/v1/setup_intents/${intent.id}?key=pk_test_sandbox&client_secret=${secret}`,
          )
        ).status
      expect(await read(intent.client_secret ?? '')).toBe(200)
      expect(await read(`${intent.id}_secret_guess`)).toBe(404)
    })
  })
})
