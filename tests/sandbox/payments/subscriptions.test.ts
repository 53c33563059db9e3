import type { Stripe } from 'stripe'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import {
  customerWithCard,
  DAY,
  failureOf,
  HOUR,
  priceOf,
  promotionOf,
  startPayments,
} from './support.ts'
import type { Running } from './support.ts'

describe('subscriptions of the payments sandbox', () => {
  let payments: Running
  let stripe: Stripe

  beforeEach(async () => {
    payments = await startPayments()
    stripe = payments.stripe
  })

  afterEach(() => payments.close())

  const subscribe = async (
    more: Partial<Stripe.SubscriptionCreateParams> = {},
    { plan = 'monthly' as 'annual' | 'monthly', token = 'pm_card_visa' } = {},
  ) => {
    const { customer } = await customerWithCard(stripe, token)
    const price = await priceOf(stripe, plan)
    return stripe.subscriptions.create({
      customer: customer.id,
      items: [{ price: price.id }],
      ...more,
    })
  }

  const invoicesOf = async (subscription: string) =>
    (await stripe.invoices.list({ subscription, limit: 100 })).data.toReversed()

  const totalsOf = async (subscription: string) =>
    (await invoicesOf(subscription)).map(({ total }) => total)

  const typesOf = async () =>
    (await stripe.events.list({ limit: 100 })).data.map(({ type }) => type).toReversed()

  test('charge immediately without a trial', async () => {
    const subscription = await subscribe({
      expand: ['latest_invoice.confirmation_secret', 'latest_invoice.payments'],
    })
    expect(subscription).toMatchObject({
      status: 'active',
      trial_end: null,
      latest_invoice: {
        status: 'paid',
        total: 1299,
        amount_paid: 1299,
        billing_reason: 'subscription_create',
        parent: { subscription_details: { subscription: subscription.id } },
        confirmation_secret: { type: 'payment_intent' },
        payments: { data: [{ status: 'paid', amount_paid: 1299 }] },
      },
    })
    expect(subscription.latest_invoice).not.toHaveProperty('payment_intent')
  })

  test('begin with a trial, announce its end, then charge every month', async () => {
    const subscription = await subscribe({ trial_period_days: 7, metadata: { user: 'u1' } })
    const item = subscription.items.data[0]
    expect(subscription).toMatchObject({
      status: 'trialing',
      pending_setup_intent: null,
      metadata: { user: 'u1' },
    })
    expect(item?.current_period_end).toBe(subscription.trial_end)
    expect(subscription.trial_end).toBe(subscription.created + 7 * DAY)
    await payments.advance(5 * DAY)
    expect(await typesOf()).toContain('customer.subscription.trial_will_end')
    await payments.advance(3 * DAY)
    expect(await stripe.subscriptions.retrieve(subscription.id)).toMatchObject({ status: 'active' })
    expect(await totalsOf(subscription.id)).toEqual([0, 1299])
    await payments.advance(62 * DAY)
    expect(await totalsOf(subscription.id)).toEqual([0, 1299, 1299, 1299])
  })

  test('become past due when the first charge fails, and are canceled after the last retry', async () => {
    const subscription = await subscribe(
      { trial_period_days: 7 },
      { token: 'pm_card_chargeCustomerFail' },
    )
    await payments.advance(7 * DAY + HOUR)
    expect(await stripe.subscriptions.retrieve(subscription.id)).toMatchObject({
      status: 'past_due',
    })
    const [, open] = await invoicesOf(subscription.id)
    expect(open).toMatchObject({
      status: 'open',
      attempt_count: 1,
      next_payment_attempt: expect.any(Number),
    })
    expect(await typesOf()).toContain('invoice.payment_failed')
    await payments.advance(15 * DAY)
    expect(await stripe.subscriptions.retrieve(subscription.id)).toMatchObject({
      status: 'canceled',
      cancellation_details: { reason: 'payment_failed' },
    })
    expect((await invoicesOf(subscription.id))[1]).toMatchObject({
      status: 'open',
      attempt_count: 4,
    })
  })

  test('recover when another card pays the open invoice', async () => {
    const subscription = await subscribe(
      { trial_period_days: 7 },
      { token: 'pm_card_chargeCustomerFail' },
    )
    await payments.advance(7 * DAY + HOUR)
    const [, open] = await invoicesOf(subscription.id)
    expect(await failureOf(stripe.invoices.pay(open?.id ?? ''))).toMatchObject({
      statusCode: 402,
      code: 'card_declined',
    })
    const better = await stripe.paymentMethods.attach('pm_card_visa', {
      customer: String(subscription.customer),
    })
    expect((await stripe.invoices.pay(open?.id ?? '', { payment_method: better.id })).status).toBe(
      'paid',
    )
    expect(await stripe.subscriptions.retrieve(subscription.id)).toMatchObject({ status: 'active' })
  })

  test('without a trial are incomplete when the charge fails, and expire in a day', async () => {
    const subscription = await subscribe({}, { token: 'pm_card_chargeCustomerFail' })
    expect(subscription.status).toBe('incomplete')
    await payments.advance(DAY)
    expect(await stripe.subscriptions.retrieve(subscription.id)).toMatchObject({
      status: 'incomplete_expired',
    })
    expect((await invoicesOf(subscription.id))[0]).toMatchObject({ status: 'void' })
  })

  test('are not created when the charge fails under error_if_incomplete', async () => {
    const error = await failureOf(
      subscribe(
        { payment_behavior: 'error_if_incomplete' },
        { token: 'pm_card_chargeCustomerFail' },
      ),
    )
    expect(error).toMatchObject({
      type: 'StripeCardError',
      statusCode: 402,
      code: 'card_declined',
      decline_code: 'generic_decline',
    })
    expect((await stripe.subscriptions.list({ status: 'all' })).data).toEqual([])
  })

  test('wait for the browser to confirm the payment under default_incomplete', async () => {
    const customer = await stripe.customers.create({})
    const price = await priceOf(stripe, 'annual')
    const subscription = await stripe.subscriptions.create({
      customer: customer.id,
      items: [{ price: price.id }],
      payment_behavior: 'default_incomplete',
      payment_settings: { save_default_payment_method: 'on_subscription' },
      expand: ['latest_invoice.confirmation_secret'],
    })
    expect(subscription.status).toBe('incomplete')
    const invoice = subscription.latest_invoice as Stripe.Invoice
    const secret = invoice.confirmation_secret?.client_secret ?? ''
    const intent = await stripe.paymentIntents.confirm(secret.split('_secret_')[0] ?? '', {
      payment_method: 'pm_card_visa',
    })
    expect(intent).toMatchObject({ status: 'succeeded', amount_received: 8999 })
    expect(await stripe.subscriptions.retrieve(subscription.id)).toMatchObject({
      status: 'active',
      default_payment_method: intent.payment_method,
    })
  })

  test("need a card that is the customer's own", async () => {
    const customer = await stripe.customers.create({})
    const price = await priceOf(stripe, 'monthly')
    const items = [{ price: price.id }]
    expect(
      await failureOf(stripe.subscriptions.create({ customer: customer.id, items })),
    ).toMatchObject({
      code: 'resource_missing',
    })
    const { card } = await customerWithCard(stripe)
    expect(
      await failureOf(
        stripe.subscriptions.create({
          customer: customer.id,
          items,
          default_payment_method: card.id,
        }),
      ),
    ).toMatchObject({ code: 'resource_missing', param: 'default_payment_method' })
  })

  test("have a pending SetupIntent while a trial's card still has to be authenticated", async () => {
    const subscription = await subscribe(
      { trial_period_days: 7, expand: ['pending_setup_intent'] },
      { token: 'pm_card_authenticationRequired' },
    )
    const pending = subscription.pending_setup_intent as Stripe.SetupIntent
    expect(pending.status).toBe('requires_action')
    await payments.post('/3ds/complete', {
      intent: pending.id,
      client_secret: pending.client_secret,
      passed: true,
    })
    expect(await stripe.subscriptions.retrieve(subscription.id)).toMatchObject({
      pending_setup_intent: null,
    })
  })

  test('apply a discount with duration `once` only to the first charge after the trial', async () => {
    const { id } = await promotionOf(stripe, 'WELCOME20')
    const subscription = await subscribe({
      trial_period_days: 7,
      discounts: [{ promotion_code: id }],
    })
    await payments.advance(40 * DAY)
    expect(await totalsOf(subscription.id)).toEqual([0, 1039, 1299])
    expect((await stripe.subscriptions.retrieve(subscription.id)).discounts).toEqual([])
  })

  test('apply a fixed discount with duration `once` only to the first charge', async () => {
    const { id } = await promotionOf(stripe, 'FRIEND10')
    const subscription = await subscribe({ discounts: [{ promotion_code: id }] })
    await payments.advance(31 * DAY)
    expect(await totalsOf(subscription.id)).toEqual([299, 1299])
  })

  test("apply a repeating discount for its months, with half a cent rounded in the customer's favor", async () => {
    const { id } = await promotionOf(stripe, 'HALFYEAR')
    const subscription = await subscribe({ discounts: [{ promotion_code: id }] })
    await payments.advance(215 * DAY)
    expect(await totalsOf(subscription.id)).toEqual([649, 649, 649, 649, 649, 649, 1299, 1299])
  })

  test('get no discount on a product that the coupon does not apply to', async () => {
    const { id } = await promotionOf(stripe, 'HALFYEAR')
    const subscription = await subscribe(
      { discounts: [{ promotion_code: id }] },
      { plan: 'annual' },
    )
    expect(await totalsOf(subscription.id)).toEqual([8999])
  })

  test('cancel at the end of the period, or renew when the cancellation is undone', async () => {
    const leaving = await subscribe({ trial_period_days: 7 })
    const staying = await subscribe({ trial_period_days: 7 })
    const canceling = await stripe.subscriptions.update(leaving.id, { cancel_at_period_end: true })
    expect(canceling).toMatchObject({
      status: 'trialing',
      cancel_at_period_end: true,
      cancel_at: leaving.trial_end,
    })
    await stripe.subscriptions.update(staying.id, { cancel_at_period_end: true })
    expect(
      await stripe.subscriptions.update(staying.id, { cancel_at_period_end: false }),
    ).toMatchObject({
      cancel_at: null,
      canceled_at: null,
    })
    await payments.advance(8 * DAY)
    expect((await stripe.subscriptions.retrieve(leaving.id)).status).toBe('canceled')
    expect(await totalsOf(leaving.id)).toEqual([0])
    expect((await stripe.subscriptions.retrieve(staying.id)).status).toBe('active')
    expect(
      await failureOf(stripe.subscriptions.update(leaving.id, { cancel_at_period_end: false })),
    ).toMatchObject({
      statusCode: 400,
    })
  })

  test('can be cancelled immediately, and are listed by customer and status', async () => {
    const subscription = await subscribe()
    const customer = String(subscription.customer)
    expect(await stripe.subscriptions.cancel(subscription.id)).toMatchObject({
      status: 'canceled',
      ended_at: expect.any(Number),
    })
    expect((await stripe.subscriptions.list({ customer })).data).toEqual([])
    expect((await stripe.subscriptions.list({ customer, status: 'canceled' })).data).toHaveLength(1)
    expect((await stripe.subscriptions.list({ customer, status: 'all' })).data).toHaveLength(1)
    expect(await failureOf(stripe.subscriptions.cancel(subscription.id))).toMatchObject({
      statusCode: 404,
    })
  })

  test('charge immediately when the trial is ended early', async () => {
    const subscription = await subscribe({ trial_period_days: 7 })
    expect(await stripe.subscriptions.update(subscription.id, { trial_end: 'now' })).toMatchObject({
      status: 'active',
    })
    expect(await totalsOf(subscription.id)).toEqual([0, 1299])
  })

  test('charge a change to the annual plan immediately, less the unused part of the month', async () => {
    const subscription = await subscribe()
    await payments.advance(15 * DAY)
    const annual = await priceOf(stripe, 'annual')
    const changed = await stripe.subscriptions.update(subscription.id, {
      items: [{ id: subscription.items.data[0]?.id, price: annual.id }],
      proration_behavior: 'create_prorations',
      expand: ['latest_invoice'],
    })
    const invoice = changed.latest_invoice as Stripe.Invoice
    const credit = invoice.lines.data[0]?.amount ?? 0
    expect(changed.items.data[0]?.price.id).toBe(annual.id)
    expect(credit).toBeLessThan(-500)
    expect(invoice).toMatchObject({ status: 'paid', total: 8999 + credit })
  })

  test('send an event for each change', async () => {
    await subscribe({ trial_period_days: 7 })
    await payments.advance(7 * DAY + HOUR)
    const types = await typesOf()
    const story = [
      'customer.created',
      'payment_method.attached',
      'customer.updated',
      'customer.subscription.created',
      'invoice.created',
      'invoice.finalized',
      'invoice.paid',
      'invoice.payment_succeeded',
      'customer.subscription.trial_will_end',
      'customer.subscription.updated',
      'payment_intent.succeeded',
    ]
    expect(
      types.filter((type, index) => story.includes(type) && types.indexOf(type) === index),
    ).toEqual(story)
    const [updated] = (await stripe.events.list({ type: 'customer.subscription.updated' })).data
    expect(updated?.data).toMatchObject({
      object: { status: 'active' },
      previous_attributes: { status: 'trialing' },
    })
  })

  test('link to their invoice as an HTML page', async () => {
    const subscription = await subscribe({ expand: ['latest_invoice'] })
    const { hosted_invoice_url: url } = subscription.latest_invoice as Stripe.Invoice
    const page = await fetch(String(url).replace('localhost', '127.0.0.1'))
    expect(await page.text()).toContain('$12.99')
  })
})
