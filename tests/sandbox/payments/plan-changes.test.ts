import type { Stripe } from 'stripe'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { customerWithCard, DAY, failureOf, HOUR, priceOf, startPayments } from './support.ts'
import type { Running } from './support.ts'

describe('changes of plan in the payments sandbox', () => {
  let payments: Running
  let stripe: Stripe
  let monthly: Stripe.Price
  let annual: Stripe.Price
  let premium: Stripe.Price

  beforeEach(async () => {
    payments = await startPayments()
    stripe = payments.stripe
    monthly = await priceOf(stripe, 'monthly')
    annual = await priceOf(stripe, 'annual')
    premium = await stripe.prices.create({
      product: String(monthly.product),
      unit_amount: 2599,
      currency: 'usd',
      recurring: { interval: 'month' },
    })
  })

  afterEach(() => payments.close())

  const subscribe = async (
    more: Partial<Stripe.SubscriptionCreateParams> = {},
    token = 'pm_card_visa',
  ) => {
    const { customer } = await customerWithCard(stripe, token)
    const subscription = await stripe.subscriptions.create({
      customer: customer.id,
      items: [{ price: monthly.id }],
      ...more,
    })
    return { customer, subscription, item: subscription.items.data[0]?.id ?? '' }
  }

  const newestOf = async (subscription: string) =>
    (await stripe.invoices.list({ subscription, limit: 1 })).data[0]

  const withFailingCard = async (customer: Stripe.Customer, subscription: string) => {
    const card = await stripe.paymentMethods.attach('pm_card_chargeCustomerFail', {
      customer: customer.id,
    })
    await stripe.subscriptions.update(subscription, { default_payment_method: card.id })
  }

  describe('previews', () => {
    test('predict the exact invoice of a change that is billed immediately', async () => {
      const { subscription, item } = await subscribe()
      await payments.advance(10 * DAY)
      const change = {
        items: [{ id: item, price: annual.id }],
        proration_behavior: 'always_invoice' as const,
        proration_date: subscription.created + 10 * DAY,
      }
      const preview = await stripe.invoices.createPreview({
        subscription: subscription.id,
        subscription_details: change,
      })
      expect(preview).toMatchObject({
        id: expect.stringMatching(/^upcoming_in_/),
        status: 'draft',
        billing_reason: 'upcoming',
        parent: { subscription_details: { subscription_proration_date: change.proration_date } },
      })
      expect(preview.lines.data.map(({ amount }) => Math.sign(amount))).toEqual([-1, 1])
      expect((await stripe.invoices.list({ subscription: subscription.id })).data).toHaveLength(1)
      await stripe.subscriptions.update(subscription.id, change)
      expect(await newestOf(subscription.id)).toMatchObject({
        total: preview.total,
        status: 'paid',
      })
    })

    test('show the prorations on the next renewal, or alone when they are invoiced immediately', async () => {
      const { subscription, item } = await subscribe()
      await payments.advance(10 * DAY)
      const preview = (proration_behavior: 'always_invoice' | 'create_prorations' | 'none') =>
        stripe.invoices.createPreview({
          subscription: subscription.id,
          subscription_details: { items: [{ id: item, price: premium.id }], proration_behavior },
        })
      const { lines, period_end: end } = await preview('create_prorations')
      expect(lines.data.at(-1)?.amount).toBe(2599)
      expect([lines.data.length, end]).toEqual([3, subscription.items.data[0]?.current_period_end])
      expect((await preview('always_invoice')).lines.data).toHaveLength(2)
      expect((await preview('none')).total).toBe(2599)
    })

    test('apply a coupon without redeeming it', async () => {
      const { subscription } = await subscribe()
      const coupon = await stripe.coupons.create({ percent_off: 50, duration: 'once' })
      const preview = await stripe.invoices.createPreview({
        subscription: subscription.id,
        discounts: [{ coupon: coupon.id }],
      })
      expect(preview.total).toBe(649)
      expect((await stripe.coupons.retrieve(coupon.id)).times_redeemed).toBe(0)
    })

    test('refuse a subscription that ends before its next invoice', async () => {
      const { subscription } = await subscribe({ cancel_at_period_end: true })
      const error = await failureOf(
        stripe.invoices.createPreview({ subscription: subscription.id }),
      )
      expect(error).toMatchObject({ code: 'invoice_upcoming_none' })
    })
  })

  describe('payment_behavior', () => {
    test('error_if_incomplete changes nothing when the card is declined', async () => {
      const { customer, subscription, item } = await subscribe()
      await withFailingCard(customer, subscription.id)
      const error = await failureOf(
        stripe.subscriptions.update(subscription.id, {
          items: [{ id: item, price: annual.id }],
          payment_behavior: 'error_if_incomplete',
        }),
      )
      expect(error).toMatchObject({ statusCode: 402, code: 'card_declined' })
      const { items, status } = await stripe.subscriptions.retrieve(subscription.id)
      expect([items.data[0]?.price.id, status]).toEqual([monthly.id, 'active'])
    })

    test('allow_incomplete changes the plan and leaves the invoice open', async () => {
      const { customer, subscription, item } = await subscribe()
      await withFailingCard(customer, subscription.id)
      const changed = await stripe.subscriptions.update(subscription.id, {
        items: [{ id: item, price: annual.id }],
      })
      expect(changed).toMatchObject({ status: 'past_due' })
      expect(await newestOf(subscription.id)).toMatchObject({ status: 'open', attempt_count: 1 })
    })

    test('default_incomplete leaves the invoice open until its payment is confirmed', async () => {
      const { subscription, item } = await subscribe()
      const changed = await stripe.subscriptions.update(subscription.id, {
        items: [{ id: item, price: annual.id }],
        payment_behavior: 'default_incomplete',
        expand: ['latest_invoice.confirmation_secret'],
      })
      const invoice = changed.latest_invoice as Stripe.Invoice
      expect([changed.status, invoice.status]).toEqual(['past_due', 'open'])
      const [id = ''] = (invoice.confirmation_secret?.client_secret ?? '').split('_secret_')
      await stripe.paymentIntents.confirm(id)
      expect((await stripe.subscriptions.retrieve(subscription.id)).status).toBe('active')
    })
  })

  describe('pending_if_incomplete', () => {
    const pending = async (token: string) => {
      const { customer, subscription, item } = await subscribe()
      const card = await stripe.paymentMethods.attach(token, { customer: customer.id })
      await stripe.subscriptions.update(subscription.id, { default_payment_method: card.id })
      const changed = await stripe.subscriptions.update(subscription.id, {
        items: [{ id: item, price: annual.id }],
        payment_behavior: 'pending_if_incomplete',
        proration_behavior: 'always_invoice',
        expand: ['latest_invoice.confirmation_secret'],
      })
      return { subscription: changed, invoice: changed.latest_invoice as Stripe.Invoice }
    }
    const priceNow = async (id: string) =>
      (await stripe.subscriptions.retrieve(id)).items.data[0]?.price.id

    test('changes the plan immediately when the payment succeeds', async () => {
      const { subscription, invoice } = await pending('pm_card_mastercard')
      expect(subscription).toMatchObject({ status: 'active', pending_update: null })
      expect([invoice.status, await priceNow(subscription.id)]).toEqual(['paid', annual.id])
    })

    test('changes the plan once 3-D Secure is passed', async () => {
      const { subscription, invoice } = await pending('pm_card_authenticationRequired')
      expect(subscription).toMatchObject({
        status: 'active',
        pending_update: { subscription_items: [{ price: { id: annual.id } }] },
      })
      expect(await priceNow(subscription.id)).toBe(monthly.id)
      const secret = invoice.confirmation_secret?.client_secret ?? ''
      const [intent] = secret.split('_secret_')
      await payments.post('/3ds/complete', { intent, client_secret: secret, passed: true })
      expect(await priceNow(subscription.id)).toBe(annual.id)
      expect((await stripe.subscriptions.retrieve(subscription.id)).pending_update).toBeNull()
    })

    test('drops the change within a day, and voids its invoice', async () => {
      const { subscription, invoice } = await pending('pm_card_chargeCustomerFail')
      expect([subscription.status, invoice.status]).toEqual(['active', 'open'])
      await payments.advance(DAY)
      expect(await stripe.subscriptions.retrieve(subscription.id)).toMatchObject({
        status: 'active',
        pending_update: null,
      })
      expect(await priceNow(subscription.id)).toBe(monthly.id)
      expect((await stripe.invoices.retrieve(invoice.id ?? '')).status).toBe('void')
    })
  })

  describe('schedules', () => {
    const scheduled = async (to: Stripe.Price) => {
      const { subscription } = await subscribe()
      const schedule = await stripe.subscriptionSchedules.create({
        from_subscription: subscription.id,
      })
      const [now] = schedule.phases
      await stripe.subscriptionSchedules.update(schedule.id, {
        end_behavior: 'release',
        phases: [
          {
            items: [{ price: monthly.id, quantity: 1 }],
            start_date: now?.start_date,
            end_date: now?.end_date,
          },
          { items: [{ price: to.id, quantity: 1 }], proration_behavior: 'none' },
        ],
      })
      return { subscription, schedule }
    }

    test('change the price at the end of the period, and then release the subscription', async () => {
      const { subscription, schedule } = await scheduled(annual)
      expect((await stripe.subscriptions.retrieve(subscription.id)).schedule).toBe(schedule.id)
      const preview = await stripe.invoices.createPreview({ subscription: subscription.id })
      expect(preview.total).toBe(8999)
      await payments.advance(31 * DAY + 2 * HOUR)
      const changed = await stripe.subscriptions.retrieve(subscription.id)
      expect(changed.items.data[0]?.price.id).toBe(annual.id)
      expect(await newestOf(subscription.id)).toMatchObject({ status: 'paid', total: 8999 })
      await payments.advance(370 * DAY)
      expect(await stripe.subscriptionSchedules.retrieve(schedule.id)).toMatchObject({
        status: 'released',
        released_subscription: subscription.id,
        subscription: null,
      })
      expect(await stripe.subscriptions.retrieve(subscription.id)).toMatchObject({
        schedule: null,
        status: 'active',
      })
    })

    test('do not override the price that a preview names', async () => {
      const { subscription } = await scheduled(premium)
      const preview = await stripe.invoices.createPreview({
        subscription: subscription.id,
        subscription_details: {
          items: [{ id: subscription.items.data[0]?.id ?? '', price: monthly.id }],
          proration_behavior: 'none',
        },
      })
      expect(preview.total).toBe(1299)
    })

    test('keep only the discounts that a phase names, and set the subscription’s default card', async () => {
      const [kept, dropped] = [
        await stripe.coupons.create({ percent_off: 10, duration: 'forever' }),
        await stripe.coupons.create({ percent_off: 50, duration: 'forever' }),
      ]
      const { customer, subscription } = await subscribe({
        discounts: [{ coupon: kept.id }, { coupon: dropped.id }],
      })
      const [first, second] = subscription.discounts.map(String)
      const card = await stripe.paymentMethods.attach('pm_card_mastercard', {
        customer: customer.id,
      })
      const schedule = await stripe.subscriptionSchedules.create({
        from_subscription: subscription.id,
      })
      const discounts = (...ids: (string | undefined)[]) =>
        ids.map((discount) => ({ discount: discount ?? '' }))
      await stripe.subscriptionSchedules.update(schedule.id, {
        default_settings: { default_payment_method: card.id },
        phases: [
          {
            items: [{ price: monthly.id, quantity: 1 }],
            start_date: schedule.phases[0]?.start_date,
            end_date: schedule.phases[0]?.end_date,
            discounts: discounts(first, second),
          },
          { items: [{ price: premium.id, quantity: 1 }], discounts: discounts(first) },
        ],
      })
      await payments.advance(31 * DAY + 2 * HOUR)
      const changed = await stripe.subscriptions.retrieve(subscription.id)
      expect([changed.discounts, changed.default_payment_method]).toEqual([[first], card.id])
      expect(await newestOf(subscription.id)).toMatchObject({ total: 2339 })
    })

    test('no longer change the price once they are released', async () => {
      const { subscription, schedule } = await scheduled(premium)
      expect((await stripe.subscriptionSchedules.release(schedule.id)).status).toBe('released')
      await payments.advance(31 * DAY + 2 * HOUR)
      expect(await newestOf(subscription.id)).toMatchObject({ total: 1299 })
      expect(
        (await failureOf(stripe.subscriptionSchedules.release(schedule.id))).message,
      ).toContain('`released` status')
    })

    test('are canceled with their subscription, and forbid canceling it at the period’s end', async () => {
      const { subscription, schedule } = await scheduled(premium)
      const error = await failureOf(
        stripe.subscriptions.update(subscription.id, { cancel_at_period_end: true }),
      )
      expect(error.message).toContain('managed by the subscription schedule')
      await stripe.subscriptions.cancel(subscription.id)
      expect((await stripe.subscriptionSchedules.retrieve(schedule.id)).status).toBe('canceled')
    })

    test('are limited to one per subscription', async () => {
      const { subscription } = await scheduled(premium)
      const error = await failureOf(
        stripe.subscriptionSchedules.create({ from_subscription: subscription.id }),
      )
      expect(error.message).toContain('already attached to a schedule')
    })
  })
})
