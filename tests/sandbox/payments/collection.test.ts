import type { Stripe } from 'stripe'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { customerWithCard, DAY, failureOf, HOUR, priceOf, startPayments } from './support.ts'
import type { Running } from './support.ts'

describe('invoices of the payments sandbox', () => {
  let payments: Running
  let stripe: Stripe

  beforeEach(async () => {
    payments = await startPayments()
    stripe = payments.stripe
  })

  afterEach(() => payments.close())

  const subscribe = async (
    token = 'pm_card_visa',
    more: Partial<Stripe.SubscriptionCreateParams> = {},
  ) => {
    const { customer, card } = await customerWithCard(stripe, token)
    const price = await priceOf(stripe, 'monthly')
    const subscription = await stripe.subscriptions.create({
      customer: customer.id,
      items: [{ price: price.id }],
      ...more,
    })
    return { customer, card, subscription }
  }

  /** A subscription whose first renewal was declined. */
  const pastDue = async () => {
    const made = await subscribe('pm_card_chargeCustomerFail', { trial_period_days: 7 })
    await payments.advance(7 * DAY + HOUR)
    return { ...made, open: await newestOf(made.subscription.id) }
  }

  const newestOf = async (subscription: string) => {
    const [newest] = (await stripe.invoices.list({ subscription, limit: 1 })).data
    if (!newest?.id) throw new Error('no invoice')
    return newest
  }

  const statusOf = async (id: string) => (await stripe.subscriptions.retrieve(id)).status

  const intentOf = async (invoice: string) => {
    const { payments: paid } = await stripe.invoices.retrieve(invoice, {
      expand: ['payments.data.payment.payment_intent'],
    })
    return paid?.data[0]?.payment.payment_intent as Stripe.PaymentIntent
  }

  const authenticate = (intent: Stripe.PaymentIntent, passed = true) =>
    payments.post('/3ds/complete', {
      intent: intent.id,
      client_secret: intent.client_secret,
      passed,
    })

  const typesOf = async () =>
    (await stripe.events.list({ limit: 100 })).data.map(({ type }) => type).toReversed()

  const goodCard = async (customer: Stripe.Customer) =>
    (await stripe.paymentMethods.attach('pm_card_visa', { customer: customer.id })).id

  describe('renewals', () => {
    test('are drafts for an hour, during which the subscription stays active', async () => {
      const { subscription } = await subscribe('pm_card_chargeCustomerFail', {
        trial_period_days: 7,
      })
      await payments.advance(7 * DAY)
      const draft = await newestOf(subscription.id)
      expect(draft).toMatchObject({
        status: 'draft',
        auto_advance: true,
        attempted: false,
        number: null,
        automatically_finalizes_at: (subscription.trial_end ?? 0) + HOUR,
        next_payment_attempt: (subscription.trial_end ?? 0) + HOUR,
      })
      expect(await statusOf(subscription.id)).toBe('active')
      await payments.advance(HOUR)
      expect(await newestOf(subscription.id)).toMatchObject({
        id: draft.id,
        status: 'open',
        attempt_count: 1,
        automatically_finalizes_at: null,
      })
      expect(await statusOf(subscription.id)).toBe('past_due')
    })

    test('that are drafts can be paid before their hour is over', async () => {
      const { subscription } = await subscribe('pm_card_visa', { trial_period_days: 7 })
      await payments.advance(7 * DAY)
      const draft = await newestOf(subscription.id)
      expect(await stripe.invoices.pay(draft.id ?? '')).toMatchObject({
        status: 'paid',
        auto_advance: false,
      })
    })

    test('that are drafts are charged even once the subscription is canceled', async () => {
      const { subscription } = await subscribe('pm_card_visa', { trial_period_days: 7 })
      await payments.advance(7 * DAY)
      await stripe.subscriptions.cancel(subscription.id)
      await payments.advance(2 * HOUR)
      expect(await newestOf(subscription.id)).toMatchObject({ status: 'paid' })
      expect(await stripe.subscriptions.retrieve(subscription.id)).toMatchObject({
        status: 'canceled',
      })
    })
  })

  describe('incomplete subscriptions', () => {
    test('expire when they are canceled, after which passing 3-D Secure charges nothing', async () => {
      const { subscription } = await subscribe('pm_card_authenticationRequired')
      const invoice = await newestOf(subscription.id)
      const intent = await intentOf(invoice.id ?? '')
      expect([subscription.status, intent.status]).toEqual(['incomplete', 'requires_action'])
      expect(await stripe.subscriptions.cancel(subscription.id)).toMatchObject({
        status: 'incomplete_expired',
        ended_at: expect.any(Number),
      })
      expect(await newestOf(subscription.id)).toMatchObject({ status: 'void', auto_advance: false })
      expect((await authenticate(intent)).status).toBe(400)
      expect((await stripe.paymentIntents.retrieve(intent.id)).status).toBe('canceled')
      expect(await failureOf(stripe.subscriptions.cancel(subscription.id))).toMatchObject({
        statusCode: 404,
      })
    })

    test('expire when their invoice is voided', async () => {
      const { subscription } = await subscribe('pm_card_authenticationRequired')
      await stripe.invoices.voidInvoice((await newestOf(subscription.id)).id ?? '')
      expect(await statusOf(subscription.id)).toBe('incomplete_expired')
    })
  })

  describe('manual payments that fail', () => {
    test('neither raise attempt_count nor move the next retry', async () => {
      const { open } = await pastDue()
      await payments.advance(DAY)
      await failureOf(stripe.invoices.pay(open.id ?? ''))
      await failureOf(stripe.invoices.pay(open.id ?? ''))
      expect(await stripe.invoices.retrieve(open.id ?? '')).toMatchObject({
        attempt_count: 1,
        next_payment_attempt: open.next_payment_attempt,
      })
    })

    test('raise attempt_count when they are the first attempt', async () => {
      const { subscription } = await subscribe('pm_card_chargeCustomerFail', {
        trial_period_days: 7,
      })
      await payments.advance(7 * DAY)
      const draft = await newestOf(subscription.id)
      await failureOf(stripe.invoices.pay(draft.id ?? ''))
      expect(await newestOf(subscription.id)).toMatchObject({ status: 'open', attempt_count: 1 })
      expect(await statusOf(subscription.id)).toBe('past_due')
    })
  })

  describe('an open invoice', () => {
    test('makes the subscription active when paid as the newest, though an older one stays open', async () => {
      const { customer, subscription, open } = await pastDue()
      await payments.post('/_sandbox/settings', { retriesEnd: 'past_due' })
      await payments.advance(31 * DAY)
      const newest = await newestOf(subscription.id)
      expect(newest.id).not.toBe(open.id)
      const card = await goodCard(customer)
      await stripe.invoices.pay(open.id ?? '', { payment_method: card })
      expect(await statusOf(subscription.id)).toBe('past_due')
      await payments.advance(31 * DAY)
      await stripe.invoices.pay((await newestOf(subscription.id)).id ?? '', {
        payment_method: card,
      })
      expect((await stripe.invoices.retrieve(newest.id ?? '')).status).toBe('open')
      expect(await statusOf(subscription.id)).toBe('active')
    })

    test('makes the subscription active when voided', async () => {
      const { subscription, open } = await pastDue()
      await stripe.invoices.voidInvoice(open.id ?? '')
      expect(await statusOf(subscription.id)).toBe('active')
    })

    test('makes the subscription active when marked uncollectible', async () => {
      const { subscription, open } = await pastDue()
      expect((await stripe.invoices.markUncollectible(open.id ?? '')).status).toBe('uncollectible')
      expect(await statusOf(subscription.id)).toBe('active')
    })

    test('requires 3-D Secure when a new card does, and is paid once the card’s owner has passed it', async () => {
      const { customer, subscription, open } = await pastDue()
      const card = await stripe.paymentMethods.attach('pm_card_authenticationRequired', {
        customer: customer.id,
      })
      const error = await failureOf(
        stripe.invoices.pay(open.id ?? '', { payment_method: card.id, off_session: false }),
      )
      expect(error).toMatchObject({
        statusCode: 402,
        code: 'invoice_payment_intent_requires_action',
      })
      const { confirmation_secret: secret } = await stripe.invoices.retrieve(open.id ?? '', {
        expand: ['confirmation_secret'],
      })
      const intent = await intentOf(open.id ?? '')
      expect(secret?.client_secret).toBe(intent.client_secret)
      await authenticate(intent)
      expect(await newestOf(subscription.id)).toMatchObject({ status: 'paid', attempt_count: 1 })
      expect(await statusOf(subscription.id)).toBe('active')
    })
  })

  describe('retries', () => {
    test.each([
      ['cancel', 'canceled'],
      ['unpaid', 'unpaid'],
      ['past_due', 'past_due'],
    ])('that end with the setting %s leave the subscription %s', async (retriesEnd, status) => {
      await payments.post('/_sandbox/settings', { retriesEnd })
      const { subscription, open } = await pastDue()
      await payments.advance(15 * DAY)
      expect(await statusOf(subscription.id)).toBe(status)
      expect(await stripe.invoices.retrieve(open.id ?? '')).toMatchObject({
        status: 'open',
        attempt_count: 4,
        next_payment_attempt: null,
      })
    })

    describe('drafts of a subscription that has become unpaid', () => {
      const unpaid = async () => {
        await payments.post('/_sandbox/settings', { retriesEnd: 'unpaid' })
        const made = await pastDue()
        await payments.advance(40 * DAY)
        const draft = await newestOf(made.subscription.id)
        return { ...made, draft, draftId: draft.id ?? '' }
      }

      test('make the subscription active once the newest draft is paid, but not when an older invoice is', async () => {
        const { customer, subscription, open, draft, draftId } = await unpaid()
        const card = { payment_method: await goodCard(customer) }
        expect(draft).toMatchObject({
          status: 'draft',
          auto_advance: false,
          next_payment_attempt: null,
        })
        await stripe.invoices.pay(open.id ?? '', card)
        expect(await statusOf(subscription.id)).toBe('unpaid')
        expect(
          await stripe.invoices.finalizeInvoice(draftId, { auto_advance: false }),
        ).toMatchObject({
          status: 'open',
          attempted: false,
          auto_advance: false,
          next_payment_attempt: null,
        })
        expect(await statusOf(subscription.id)).toBe('unpaid')
        await stripe.invoices.pay(draftId, card)
        expect(await statusOf(subscription.id)).toBe('active')
      })

      test('make the subscription active when the newest draft is finalized and costs nothing', async () => {
        const { customer, subscription, draft, draftId } = await unpaid()
        await stripe.customers.update(customer.id, { balance: -draft.amount_due })
        expect(await stripe.invoices.finalizeInvoice(draftId)).toMatchObject({ status: 'paid' })
        expect(await statusOf(subscription.id)).toBe('active')
      })

      test('that are voided let the payment of an older invoice make the subscription active', async () => {
        const { customer, subscription, open, draftId } = await unpaid()
        await stripe.invoices.finalizeInvoice(draftId, { auto_advance: false })
        await stripe.invoices.voidInvoice(draftId)
        expect(await statusOf(subscription.id)).toBe('unpaid')
        await stripe.invoices.pay(open.id ?? '', { payment_method: await goodCard(customer) })
        expect(await statusOf(subscription.id)).toBe('active')
      })
    })
  })

  describe('3-D Secure', () => {
    test('is required again from 4000 0025 0000 3155 for a later on-session payment', async () => {
      const { customer } = await customerWithCard(stripe)
      const intent = await stripe.setupIntents.create({ customer: customer.id })
      const asked = await stripe.setupIntents.confirm(intent.id, {
        payment_method: 'pm_card_authenticationRequiredOnSetup',
      })
      await payments.post('/3ds/complete', {
        intent: intent.id,
        client_secret: intent.client_secret,
        passed: true,
      })
      const price = await priceOf(stripe, 'monthly')
      const terms = {
        customer: customer.id,
        items: [{ price: price.id }],
        default_payment_method: String(asked.payment_method),
      }
      expect((await stripe.subscriptions.create(terms)).status).toBe('incomplete')
      expect((await stripe.subscriptions.create({ ...terms, off_session: true })).status).toBe(
        'active',
      )
      const trial = await stripe.subscriptions.create({ ...terms, trial_period_days: 7 })
      await payments.advance(8 * DAY)
      expect(await statusOf(trial.id)).toBe('active')
    })

    test('required by a renewal leaves the payment in requires_action, and sends the events for it', async () => {
      const { customer, subscription } = await subscribe(
        'pm_card_authenticationRequiredSetupForOffSession',
        { trial_period_days: 7 },
      )
      const card = await stripe.paymentMethods.attach('pm_card_authenticationRequired', {
        customer: customer.id,
      })
      await stripe.subscriptions.update(subscription.id, { default_payment_method: card.id })
      await payments.advance(7 * DAY + HOUR)
      const invoice = await newestOf(subscription.id)
      expect(await intentOf(invoice.id ?? '')).toMatchObject({ status: 'requires_action' })
      expect(await statusOf(subscription.id)).toBe('past_due')
      expect(await typesOf()).toEqual(
        expect.arrayContaining([
          'payment_intent.requires_action',
          'invoice.payment_action_required',
          'invoice.payment_failed',
        ]),
      )
      await authenticate(await intentOf(invoice.id ?? ''))
      expect(await statusOf(subscription.id)).toBe('active')
    })

    test('that is passed may still be followed by a decline', async () => {
      const { subscription } = await subscribe(
        'pm_card_authenticationRequiredChargeDeclinedInsufficientFunds',
      )
      const invoice = await newestOf(subscription.id)
      await authenticate(await intentOf(invoice.id ?? ''))
      expect(await intentOf(invoice.id ?? '')).toMatchObject({
        status: 'requires_payment_method',
        last_payment_error: { decline_code: 'insufficient_funds' },
      })
      expect(await statusOf(subscription.id)).toBe('incomplete')
    })
  })
})
