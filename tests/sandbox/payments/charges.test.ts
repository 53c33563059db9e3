import type { Stripe } from 'stripe'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { customerWithCard, DAY, failureOf, HOUR, priceOf, startPayments } from './support.ts'
import type { Running } from './support.ts'

describe('charges of the payments sandbox', () => {
  let payments: Running
  let stripe: Stripe

  beforeEach(async () => {
    payments = await startPayments()
    stripe = payments.stripe
  })

  afterEach(() => payments.close())

  const subscribe = async (token = 'pm_card_visa') => {
    const { customer } = await customerWithCard(stripe, token)
    const price = await priceOf(stripe, 'monthly')
    await stripe.subscriptions.create({ customer: customer.id, items: [{ price: price.id }] })
    const [charge] = (await stripe.charges.list({ customer: customer.id })).data
    return { customer, charge: charge! }
  }

  const typesOf = async () =>
    (await stripe.events.list({ limit: 100 })).data.map(({ type }) => type).toReversed()

  test('are created by each payment, and are the latest charge of its PaymentIntent', async () => {
    const { charge } = await subscribe()
    expect(charge).toMatchObject({
      amount: 1299,
      status: 'succeeded',
      paid: true,
      refunded: false,
      disputed: false,
      outcome: { type: 'authorized' },
      payment_method_details: { card: { last4: '4242' } },
    })
    expect(charge).not.toHaveProperty('refunds')
    const intent = await stripe.paymentIntents.retrieve(String(charge.payment_intent), {
      expand: ['latest_charge'],
    })
    expect((intent.latest_charge as Stripe.Charge).id).toBe(charge.id)
  })

  test('say why they failed', async () => {
    const { charge } = await subscribe('pm_card_chargeCustomerFail')
    expect(charge).toMatchObject({
      status: 'failed',
      failure_code: 'card_declined',
      outcome: { type: 'issuer_declined', reason: 'generic_decline' },
    })
    expect(await typesOf()).toContain('charge.failed')
    const intent = await stripe.paymentIntents.retrieve(String(charge.payment_intent))
    expect(intent.last_payment_error?.charge).toBe(charge.id)
  })

  test.each(['pm_card_radarBlock', 'pm_card_riskLevelHighest'])(
    'of a card that is too risky are blocked before the bank is asked: %s',
    async (token) => {
      const { charge } = await subscribe(token)
      expect(charge.outcome).toMatchObject({
        network_status: 'not_sent_to_network',
        risk_level: 'highest',
        type: 'blocked',
      })
    },
  )

  describe('refunds', () => {
    test('give back a part, then the rest, and no more', async () => {
      const { charge } = await subscribe()
      const part = await stripe.refunds.create({ charge: charge.id, amount: 300 })
      expect(part).toMatchObject({ amount: 300, status: 'succeeded', charge: charge.id })
      expect(await stripe.charges.retrieve(charge.id)).toMatchObject({
        amount_refunded: 300,
        refunded: false,
      })
      expect(
        (await failureOf(stripe.refunds.create({ charge: charge.id, amount: 1000 }))).message,
      ).toContain('greater than unrefunded amount on charge ($9.99)')
      await stripe.refunds.create({
        payment_intent: String(charge.payment_intent),
        reason: 'requested_by_customer',
      })
      const whole = await stripe.charges.retrieve(charge.id, { expand: ['refunds'] })
      expect(whole).toMatchObject({ amount_refunded: 1299, refunded: true })
      expect(whole.refunds?.data.map(({ amount }) => amount)).toEqual([999, 300])
      expect(await failureOf(stripe.refunds.create({ charge: charge.id }))).toMatchObject({
        code: 'charge_already_refunded',
      })
      const { data } = await stripe.refunds.list({ charge: charge.id })
      expect(await stripe.refunds.retrieve(data[0]?.id ?? '')).toMatchObject({ amount: 999 })
      expect(await typesOf()).toEqual(expect.arrayContaining(['charge.refunded', 'refund.created']))
    })

    test('need a charge that succeeded', async () => {
      const { charge } = await subscribe('pm_card_chargeCustomerFail')
      expect(await failureOf(stripe.refunds.create({ charge: charge.id }))).toMatchObject({
        code: 'charge_not_refundable',
      })
      expect(await failureOf(stripe.refunds.create({ charge: 'ch_none' }))).toMatchObject({
        code: 'resource_missing',
      })
      expect((await failureOf(stripe.refunds.create({}))).message).toContain('payment_intent')
    })
  })

  describe('disputes', () => {
    test('can be opened and closed through the sandbox', async () => {
      const { charge } = await subscribe()
      const opened = await payments.post('/_sandbox/disputes', { charge: charge.id })
      const { id } = (await opened.json()) as { id: string }
      expect(await stripe.disputes.retrieve(id)).toMatchObject({
        status: 'needs_response',
        reason: 'fraudulent',
        amount: 1299,
      })
      expect((await stripe.charges.retrieve(charge.id)).disputed).toBe(true)
      expect(await failureOf(stripe.refunds.create({ charge: charge.id }))).toMatchObject({
        code: 'charge_disputed',
      })
      await payments.post(`/_sandbox/disputes/${id}/close`, { status: 'won' })
      expect((await stripe.disputes.list({ charge: charge.id })).data).toMatchObject([
        { id, status: 'won' },
      ])
      expect(await typesOf()).toEqual(
        expect.arrayContaining([
          'charge.dispute.created',
          'charge.dispute.funds_withdrawn',
          'charge.dispute.closed',
          'charge.dispute.funds_reinstated',
        ]),
      )
    })

    test('are opened automatically for 4000 0000 0000 0259, after the invoice is paid', async () => {
      const { charge } = await subscribe('pm_card_createDispute')
      const [dispute] = (await stripe.disputes.list({ charge: charge.id })).data
      expect(dispute).toMatchObject({ reason: 'fraudulent' })
      const types = await typesOf()
      expect(types.indexOf('charge.dispute.created')).toBeGreaterThan(types.indexOf('invoice.paid'))
      await stripe.disputes.update(dispute!.id, {
        evidence: { uncategorized_text: 'losing_evidence' },
      })
      expect((await stripe.disputes.retrieve(dispute!.id)).status).toBe('lost')
    })
  })

  describe('events', () => {
    test('announce a renewal a week ahead, with an invoice that has no id', async () => {
      const { customer } = await subscribe()
      await payments.advance(24 * DAY)
      const [upcoming] = (await stripe.events.list({ type: 'invoice.upcoming' })).data
      expect(upcoming?.data.object).toMatchObject({ customer: customer.id, amount_due: 1299 })
      expect(upcoming?.data.object).not.toHaveProperty('id')
      await payments.advance(DAY)
      expect((await stripe.events.list({ type: 'invoice.upcoming' })).data).toHaveLength(1)
    })

    test('report changes to a discount, an invoice and a customer', async () => {
      const coupon = await stripe.coupons.create({ percent_off: 10, duration: 'once' })
      const { customer } = await customerWithCard(stripe)
      const price = await priceOf(stripe, 'monthly')
      await stripe.subscriptions.create({
        customer: customer.id,
        items: [{ price: price.id }],
        discounts: [{ coupon: coupon.id }],
      })
      await stripe.customers.del(customer.id)
      expect(await typesOf()).toEqual(
        expect.arrayContaining([
          'customer.discount.created',
          'customer.discount.deleted',
          'invoice.updated',
          'charge.succeeded',
          'customer.updated',
        ]),
      )
      const [deleted] = (await stripe.events.list({ type: 'customer.deleted' })).data
      expect(deleted?.data.object).not.toHaveProperty('deleted')
    })

    test('report a customer whose payments are overdue', async () => {
      const { customer } = await customerWithCard(stripe, 'pm_card_chargeCustomerFail')
      const price = await priceOf(stripe, 'monthly')
      await stripe.subscriptions.create({
        customer: customer.id,
        items: [{ price: price.id }],
        trial_period_days: 3,
      })
      await payments.advance(3 * DAY + HOUR)
      const [updated] = (await stripe.events.list({ type: 'customer.updated' })).data
      expect(updated?.data).toMatchObject({
        object: { id: customer.id, delinquent: true },
        previous_attributes: { delinquent: false },
      })
    })
  })
})
